// gridmark labs: what can be graded.
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/load/load_rubric.h"

namespace gridmark::cli {
namespace {

constexpr const char* labs_examples = R"(
Examples:
  gridmark labs                   names, titles and points of all labs

Exit codes: 0 listed, 2 a lab cannot be read, 64 wrong usage.)";

std::string points_of(const Lab& lab) {
  const Result<Rubric> rubric = load::load_rubric(lab.rubric, lab.name);
  if (rubric) return rubric->credit ? points_words(total_points(*rubric)) : "no points, to warm up";
  if (!std::filesystem::exists(lab.rubric)) return "no rubric";
  return fmt::format("a rubric that cannot be read: gridmark rubric {}", lab.name);
}

void print_lab(const Lab& lab) { fmt::print("{:<24} {:<32} {}\n", lab.name, lab.title, points_of(lab)); }

int list_all() {
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  int exit_code = exit_passing;
  for (const Result<Lab>& lab : load::list_labs(installation->course)) {
    if (lab) {
      print_lab(*lab);
    } else {
      print_error(lab.error());
      exit_code = exit_not_graded;
    }
  }
  return exit_code;
}

}  // namespace

void add_labs_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("labs", "List the labs with their points");
  command->footer(labs_examples);
  command->callback([&exit_code] { exit_code = list_all(); });
}

}  // namespace gridmark::cli
