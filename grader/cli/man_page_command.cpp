// gridmark man-page: gridmark(1), as an installation has it.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/man_page.h"

namespace gridmark::cli {
namespace {

constexpr const char* man_page_examples = R"(
Examples:
  gridmark man-page | man -l -                            read it here
  gridmark man-page > /usr/local/share/man/man1/gridmark.1

Exit codes: 0 printed, 64 wrong usage.)";

}  // namespace

void add_man_page_command(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("man-page", "Print the manual page, gridmark(1)");
  command->footer(man_page_examples);
  command->callback([&app] { fmt::print("{}", man_page(app, GRIDMARK_VERSION)); });
}

}  // namespace gridmark::cli
