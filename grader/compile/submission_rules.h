#pragma once
// What a submission may bring into the worker and ask of it, judged by what the compiler made of its files.
//
// These rules keep honest programs honest and name a mistake (a library that the lab is about, a function
// that the sandbox would refuse) with its line. They are a fence, not the wall: code that is bent on it can
// build its own machine instructions, and then it is the sandbox that holds.
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
  Place place;          ///< line 0 where only the file is known
};

/// One compiled source.
struct CompiledFile {
  std::string source;              ///< the student's name for it
  std::filesystem::path object;    ///< both came out of the sandbox: hostile
  std::filesystem::path expanded;  ///< its text, macros expanded
};

/// The first rule that the submission breaks, in the order of a reader: directives, headers, words, symbols.
std::optional<BrokenRule> broken_rule(const Submission& submission, const std::vector<CompiledFile>& compiled,
                                      const BuildKind& kind, const WorkerNames& worker,
                                      const Permissions& permissions);

/// The same of the linked program: its last bytes are the linker's.
std::optional<BrokenRule> broken_by_program(const std::filesystem::path& program,
                                            const Submission& submission,
                                            const std::vector<CompiledFile>& compiled);

}  // namespace gridmark::compile
