#pragma once
#include <string>
#include <variant>

namespace gridmark::system {

/// Why a file of the submission cannot be taken. A missing file needs no reason.
struct Refusal {
  std::string reason;  ///< empty if the file does not exist
};

/// The bytes of `name` below the open folder. It must be a regular file, not too large, and reached without
/// links, because a link could show the student a file of the grader's machine.
std::variant<std::string, Refusal> take_file(int folder, const std::string& name);

}  // namespace gridmark::system
