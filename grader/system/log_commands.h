#pragma once
// Theory of operation
// The runners of GitHub and Azure obey lines of a job's log: "::add-path::x" at the start of a line,
// "##[...]" and
// "##vso[...]" anywhere. Students write compiler messages, file names, ids and what a test prints, and a line
// can be broken so that such a word comes to its start. So not each printer but the streams themselves see to
// it: an invisible character (U+200B) goes between the marks. GitLab's marks need a carriage return and an
// escape, which printable() spells out.
#include <string>
#include <string_view>

namespace gridmark::system {

/// Breaks the commands of one stream, however it is cut into parts.
class CommandBreaker {
 public:
  std::string broken(std::string_view part);

 private:
  bool at_start_ = true;  ///< of a line, but for blanks; any character of Unicode may be one
  char before_ = '\n', before_that_ = '\n';
};

/// From now on standard output and standard error hold no commands, where a runner reads them. Programs that
/// take the place of this one write as they like.
void break_log_commands();

/// Standard output holds them again: for commands whose printers escape what students wrote.
void allow_log_commands();

}  // namespace gridmark::system
