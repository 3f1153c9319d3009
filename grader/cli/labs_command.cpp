// gridmark labs: what can be graded.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/load/load_rubric.h"

namespace gridmark {
namespace {

void print_lab(const Lab& lab) {
  const Result<Rubric> rubric = load_rubric(lab.rubric, lab.name);
  const std::string points = !rubric           ? "no rubric"
                             : !rubric->credit ? "no points, to warm up"
                                               : points_words(total_points(*rubric));
  fmt::print("{:<24} {:<32} {}\n", lab.name, lab.title, points);
}

int list_all() {
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  int exit_code = exit_passing;
  for (const Result<Lab>& lab : list_labs(installation->course)) {
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
  command->callback([&exit_code] { exit_code = list_all(); });
}

}  // namespace gridmark
