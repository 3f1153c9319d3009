#pragma once
#include <span>
#include <string>

#include "grader/cli/exit_code.h"
#include "grader/core/error.h"

namespace CLI {
class App;
}

namespace gridmark::cli {

/// What standard output and standard error can show.
struct Terminal {
  bool output_is_terminal = false;
  bool errors_are_terminal = false;
  bool colour = false;      ///< a terminal, and neither NO_COLOR nor TERM=dumb
  std::size_t width = 80;   ///< columns
  std::size_t height = 24;  ///< lines

  static Terminal detect();
};

/// --plain: from when it is parsed no terminal is detected, so that output is what a file would get.
void add_plain_option(CLI::App& command);

/// One line on standard error that says what the grade is doing; nothing where nobody watches.
class ProgressLine {
 public:
  explicit ProgressLine(bool visible) : visible_(visible) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string& step);
  void clear();

 private:
  bool visible_;
};

/// "gridmark: WHERE: MESSAGE" on standard error.
void print_error(const Error& error);

/// The same for each, and those with the same message on one line.
void print_errors(std::span<const Error> errors);

/// Prints it; what the shell sees of it.
ExitCode refuse(const Error& error);

}  // namespace gridmark::cli
