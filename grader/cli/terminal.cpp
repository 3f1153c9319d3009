#include "grader/cli/terminal.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "grader/report/said_once.h"
#include "grader/report/text.h"
#include "grader/system/terminal_size.h"

namespace gridmark::cli {
namespace {

bool colour_is_welcome() {
  const char* term = std::getenv("TERM");
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && (term == nullptr || std::strcmp(term, "dumb") != 0);
}

bool plain_is_wanted = false;  // what --plain said

}  // namespace

void add_plain_option(CLI::App& command) {
  command.add_flag("--plain", plain_is_wanted,
                   "Print as if to a file: no colour, no changing lines, 80 columns");
}

Terminal Terminal::detect() {
  Terminal terminal;
  if (plain_is_wanted) return terminal;
  terminal.output_is_terminal = system::is_terminal(stdout);
  terminal.errors_are_terminal = system::is_terminal(stderr);
  terminal.colour = terminal.output_is_terminal && colour_is_welcome();
  if (terminal.output_is_terminal) {
    terminal.width = system::terminal_columns(stdout);
    terminal.height = system::terminal_rows(stdout);
  }
  return terminal;
}

void ProgressLine::show(const std::string& step) {
  if (visible_) fmt::print(stderr, "\r\033[K{}", step);
}

void ProgressLine::clear() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void print_error(const Error& error) {
  fmt::print(stderr, "gridmark: {}{}{}\n", report::printable(error.where), error.where.empty() ? "" : ": ",
             report::printable(error.message));
  for (const std::string& line : error.more) fmt::print(stderr, "gridmark: {}\n", report::printable(line));
}

void print_errors(std::span<const Error> errors) {
  for (const std::string& line : report::lines_of(errors)) fmt::print(stderr, "gridmark: {}\n", line);
}

ExitCode refuse(const Error& error) {
  print_error(error);
  return error.source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
}

}  // namespace gridmark::cli
