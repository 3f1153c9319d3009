// gridmark rubric LAB: the points, and what earns them.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_rubric.h"
#include "grader/report/rubric_printer.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

struct RubricOptions {
  std::string lab;
  std::string html;
};

constexpr const char* rubric_examples = R"(
Examples:
  gridmark rubric lab1-gpu-basics                      items with their points, tests and curves
  gridmark rubric lab1-gpu-basics --html rubric.html   a page with the curves drawn

Exit codes: 0 shown or written, 2 the lab or its rubric cannot be read, 64 wrong usage.)";

int run_rubric(const RubricOptions& options) {
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  const Result<Lab> lab = load::load_lab(installation->course, options.lab);
  if (!lab) return refuse(lab.error());
  const Result<Rubric> rubric = load::load_rubric(lab->rubric, lab->name);
  if (!rubric) return refuse(rubric.error());
  if (options.html.empty()) {
    const Terminal terminal = Terminal::detect();
    fmt::print("{}",
               report::print_rubric(*lab, *rubric, {.colour = terminal.colour, .width = terminal.width}));
    return exit_passing;
  }
  const auto written = system::write_file_atomically(options.html, report::print_rubric_html(*lab, *rubric));
  if (!written) return refuse(written.error());
  fmt::print("{}\n", options.html);
  return exit_passing;
}

}  // namespace

void add_rubric_command(CLI::App& app, int& exit_code) {
  static RubricOptions options;
  CLI::App* command =
      app.add_subcommand("rubric", "Show the items of a lab and their points, as text or as a page");
  command->footer(rubric_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option("--html", options.html, "Write a page with the curves drawn")->type_name("FILE");
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_rubric(options); });
}

}  // namespace gridmark::cli
