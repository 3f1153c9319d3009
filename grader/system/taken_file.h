#pragma once
#include <string>
#include <variant>

namespace gridmark::system {

/// Why a file of the submission cannot be taken; absent is the one reason that needs no mention.
struct Refusal {
  std::string reason;  ///< empty: it is not there
};

/// The bytes of `name` below the open folder, when it is a regular file, not too large and reached without
/// links: a link could name a file of the grader's machine and so show it to the student.
std::variant<std::string, Refusal> take_file(int folder, const std::string& name);

}  // namespace gridmark::system
