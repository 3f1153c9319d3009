#pragma once
// What the compiler and the rules make of a candidate.
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "grader/compile/worker_names.h"
#include "grader/core/lab.h"
#include "grader/system/stop_flag.h"
#include "tests/fuzz/declarations/form.h"

namespace gridmark::declarations {

/// A form that aims at a name.
struct Candidate {
  int number = 0;
  Form form;
  std::string target;        ///< as the linker knows it
  unsigned long offset = 0;  ///< of a reader: subtracted from the device pointer
  bool exact = false;        ///< of a reader: tried on memory of the host, it reads
};

/// What a student would hand in.
std::string text_of(const Candidate& candidate);

/// `bytes` of a form's object with the candidate's names in the places.
std::string object_of(const Candidate& candidate, std::string bytes);

/// Theory of operation. A compiler takes over the string of an attribute, and a name with C's linkage, as
/// they are. So each form is compiled once, with a placeholder, and the names are put into its object's table
/// of strings. The rules see a whole candidate, its text and its object, and those that the rules let pass
/// are linked as they are.
class Judge {
 public:
  enum class Says { compiler_refuses, rules_refuse, nothing };

  /// worker  the names of the trusted part that candidates are linked with
  Judge(const Permissions& permissions, compile::WorkerNames worker, std::filesystem::path folder,
        const system::StopFlag& stop);

  /// Says::nothing: object() lies in the folder.
  Says judge(const Candidate& candidate);
  std::filesystem::path object(const Candidate& candidate) const;
  /// The same for candidates whose objects differ in their numbers alone.
  std::size_t object_hash(Candidate candidate);
  const std::string& message() const { return message_; }  ///< of the last refusal
  /// Whether the compiler makes of the candidate's own text an object with the symbols that were judged.
  bool is_as_compiled(const Candidate& candidate);
  /// An object of a text that is none of a candidate's. Throws where it does not compile.
  std::filesystem::path compiled_file(const std::string& name, const std::string& text);
  std::size_t compiled_forms() const { return forms_.size(); }

 private:
  const std::optional<std::string>& compiled(const Form& form);
  std::optional<std::string> compile(const std::string& text);

  const Permissions& permissions_;
  compile::WorkerNames worker_;
  std::filesystem::path folder_;
  const system::StopFlag& stop_;
  std::map<std::string, std::optional<std::string>> forms_;  ///< text -> object, where it compiles
  std::string message_;
};

}  // namespace gridmark::declarations
