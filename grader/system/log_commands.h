#pragma once
// Theory of operation
// The runners of GitHub and Azure obey lines of a job's log: "::add-path::x" at the start of a line,
// "##[...]" and "##vso[...]" anywhere. Students write compiler messages, file names, ids and the output of
// tests, and a line may be broken so that such a command comes to its start. So the streams themselves break
// the commands, not each printer: an invisible character (U+200B) goes between the marks. GitLab's marks need
// a carriage return and an escape, which printable() spells out.
#include <string>
#include <string_view>

namespace gridmark::system {

/// Breaks the commands in one stream, even if they are split between writes.
class CommandBreaker {
 public:
  std::string broken(std::string_view part);

 private:
  bool at_start_ = true;  ///< at the start of a line, after blanks of any kind
  char before_ = '\n', before_that_ = '\n';
};

/// Breaks commands in standard output and standard error from now on, if a runner reads them. It has no
/// effect on programs that replace this one.
void break_log_commands();

/// Allows commands in standard output again, for printers that escape the texts of students.
void allow_log_commands();

}  // namespace gridmark::system
