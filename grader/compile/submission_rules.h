#pragma once
// Rules for the contents of a submission and the functions that it uses, checked on the compiled files.
//
// The rules help honest students: they name a mistake with its line, such as a library that the lab is about
// or a function that the sandbox would refuse. They are not a security boundary. Malicious code can build its
// own machine instructions, and the sandbox must contain it.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/compile/symbol_rules.h"
#include "grader/core/lab.h"
#include "grader/core/measurement.h"
#include "grader/core/submission.h"

namespace gridmark::compile {

struct BrokenRule {
  std::string message;  ///< "benchmark.cu:3: includes dlfcn.h, which ..."
  Place place;          ///< line 0 if only the file is known
};

/// One compiled source.
struct CompiledFile {
  std::string source;              ///< the student's name for it
  std::filesystem::path object;    ///< hostile, as is `expanded`: both come from the sandbox
  std::filesystem::path expanded;  ///< its text, macros expanded
};

/// The first rule that the submission breaks, in this order: directives, headers, words, symbols.
std::optional<BrokenRule> broken_rule(const Submission& submission, const std::vector<CompiledFile>& compiled,
                                      const BuildKind& kind, const WorkerNames& worker,
                                      const Permissions& permissions);

/// The same for the linked program, whose last bytes the linker wrote.
std::optional<BrokenRule> broken_by_program(const std::filesystem::path& program,
                                            const Submission& submission,
                                            const std::vector<CompiledFile>& compiled);

}  // namespace gridmark::compile
