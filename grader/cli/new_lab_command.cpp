// gridmark new-lab: the files of a lab that already verifies.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/pipeline/new_lab.h"

namespace gridmark::cli {
namespace {

struct NewLabOptions {
  pipeline::NewLab lab;
  bool dry_run = false;
};

constexpr const char* new_lab_examples = R"(
Examples:
  gridmark new-lab lab7-scan                          write labs/, solutions/, starter/ and rubrics/ for it
  gridmark new-lab lab7-scan --title "Prefix sums"    give it a title
  gridmark new-lab lab7-scan --dry-run                list the files and write nothing
  ./gridmark verify lab7-scan                         build and prove it

The lab has one kernel with tests, a counted item, mutants and a handout. It already verifies, so you can use it as a
start for your lab (see docs/adding-a-lab.md). gridmark does not change existing files.
Exit codes: 0 written, 2 could not write, 64 wrong usage.)";

void print_files(const pipeline::NewLab& lab, const std::vector<pipeline::NewFile>& files,
                 const char* heading) {
  fmt::print("{} {} ({}):\n", heading, lab.name, lab.title);
  for (const pipeline::NewFile& file : files) fmt::print("  {}\n", file.path);
  fmt::print("  starter/{}/, made from the solution\n", lab.name);
}

int run_new_lab(NewLabOptions options) {
  if (options.lab.title.empty()) options.lab.title = pipeline::title_from(options.lab.name);
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  const auto files = pipeline::files_of_new_lab(options.lab, installation->paths);
  if (!files) return refuse(files.error());
  if (options.dry_run) {
    print_files(options.lab, *files, "Would write");
    return exit_passing;
  }
  if (const auto written =
          pipeline::write_new_lab(options.lab, *files, installation->paths, system::StopFlag());
      !written)
    return refuse(written.error());
  print_files(options.lab, *files, "Wrote");
  fmt::print(
      "\nIt already verifies:  ./gridmark verify {0}\n"
      "Begin with the API in labs/{0}/include and the solution. docs/adding-a-lab.md explains the next "
      "steps.\n",
      options.lab.name);
  return exit_passing;
}

}  // namespace

void add_new_lab_command(CLI::App& app, int& exit_code) {
  static NewLabOptions options;
  CLI::App* command =
      app.add_subcommand("new-lab", "Write a new lab that already verifies, as a start for yours");
  command->footer(new_lab_examples);
  command->add_option("NAME", options.lab.name, "The name of its folder, for example lab7-scan")->required();
  command->add_option("--title", options.lab.title, "The lab's title (default: made from the name)")
      ->type_name("TEXT");
  command->add_flag("--dry-run", options.dry_run, "List the files and write nothing");
  command->callback([&exit_code] { exit_code = run_new_lab(options); });
}

}  // namespace gridmark::cli
