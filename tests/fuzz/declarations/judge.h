#pragma once
// The compiler's and the rules' judgement of a candidate.
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "grader/compile/worker_names.h"
#include "grader/core/lab.h"
#include "grader/system/stop_flag.h"
#include "tests/fuzz/declarations/form.h"

namespace gridmark::declarations {

/// A form with a target name.
struct Candidate {
  int number = 0;
  Form form;
  std::string target;        ///< the linker's name
  unsigned long offset = 0;  ///< for a reader: subtracted from the device pointer
  bool exact = false;        ///< for a reader: whether it reads, in a trial on host memory
};

/// The text that a student would hand in.
std::string text_of(const Candidate& candidate);

/// `bytes` of a form's object with the candidate's names instead of the placeholders.
std::string object_of(const Candidate& candidate, std::string bytes);

/// Theory of operation. A compiler copies the string of an attribute, and a name with C linkage, unchanged.
/// So each form is compiled once with a placeholder, and the names are written into its object's table of
/// strings. The rules judge a complete candidate, its text and its object. Candidates that pass are linked as
/// they are.
class Judge {
 public:
  enum class Says { compiler_refuses, rules_refuse, nothing };

  /// worker  the names of the trusted part with which candidates are linked
  Judge(const Permissions& permissions, compile::WorkerNames worker, std::filesystem::path folder,
        const system::StopFlag& stop);

  /// For Says::nothing, object() is in the folder.
  Says judge(const Candidate& candidate);
  std::filesystem::path object(const Candidate& candidate) const;
  /// The same hash for candidates whose objects differ only in their numbers.
  std::size_t object_hash(Candidate candidate);
  const std::string& message() const { return message_; }  ///< of the last refusal
  /// Whether the compiler makes an object with the judged symbols from the candidate's own text.
  bool is_as_compiled(const Candidate& candidate);
  /// An object of a text that does not belong to a candidate. Throws if it does not compile.
  std::filesystem::path compiled_file(const std::string& name, const std::string& text);
  std::size_t compiled_forms() const { return forms_.size(); }

 private:
  const std::optional<std::string>& compiled(const Form& form);
  std::optional<std::string> compile(const std::string& text);

  const Permissions& permissions_;
  compile::WorkerNames worker_;
  std::filesystem::path folder_;
  const system::StopFlag& stop_;
  std::map<std::string, std::optional<std::string>> forms_;  ///< text -> object, if it compiles
  std::string message_;
};

}  // namespace gridmark::declarations
