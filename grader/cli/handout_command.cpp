// gridmark handout: a repository for students.
#include <fmt/format.h>

#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/handout.h"
#include "grader/pipeline/secrets.h"

namespace gridmark::cli {
namespace {

struct HandoutOptions {
  std::string to;
  std::vector<std::string> labs;
  bool dry_run = false;
  bool update = false;
};

constexpr std::size_t most_leaks = 10;

constexpr const char* handout_examples = R"(
Examples:
  gridmark handout --to ~/students                        write every lab
  gridmark handout --to ~/students --lab lab0-warm-up     write one lab (repeatable)
  gridmark handout --to ~/students --dry-run              list the files and look for leaks
  gridmark handout --to ~/students --update               replace an earlier handout (.git and other files stay)

The repository contains gridmark's sources, the labs, starters and rubrics. From handout/, it gets a README and a
workflow that grades each push. It has no solutions, hidden tests or mutants. If a line of these appears elsewhere in
the repository, gridmark writes nothing. In this copy, `gridmark --help` lists only the commands for students.
To publish the repository, run in its folder: git init && git add --all && git commit
Exit codes: 0 written, 1 a line would leak, 2 could not be written, 64 wrong usage.)";

Result<std::vector<pipeline::HandoutLab>> labs_of(const std::vector<std::string>& names,
                                                  const load::CourseFolders& course) {
  std::vector<pipeline::HandoutLab> labs;
  for (const std::string& name : names.empty() ? load::lab_names(course) : names) {
    const auto lab = TRY(load::load_lab(course, name));
    const auto rubric = TRY(load::load_rubric(lab.rubric, name));
    labs.push_back({lab, total_points(rubric), rubric.credit});
  }
  return labs;
}

int report_leaks(const std::vector<pipeline::Leak>& leaks) {
  for (std::size_t i = 0; i < std::min(leaks.size(), most_leaks); ++i)
    fmt::print(stderr, "gridmark: {}: is also {}, which students must not see:\n  {}\n", leaks[i].place,
               leaks[i].secret, leaks[i].text);
  fmt::print(stderr, "gridmark: {} line{} would leak. Nothing was written\n", leaks.size(),
             leaks.size() == 1 ? "" : "s");
  return exit_below;
}

void print_plan(const pipeline::Handout& handout) {
  std::size_t bytes = 0;
  for (const auto& [name, file] : handout) {
    fmt::print("{}\n", name);
    bytes += file.text.size();
  }
  fmt::print("\n{} files, {:.1f} MiB. Nothing leaks, and nothing was written\n", handout.size(),
             static_cast<double>(bytes) / (1 << 20));
}

int run_handout(const HandoutOptions& options) {
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  if (const auto place = pipeline::require_place(options.to, options.update); !place)
    return refuse(place.error());
  const auto labs = labs_of(options.labs, installation->course);
  if (!labs) return refuse(labs.error());
  const std::filesystem::path& root = installation->paths.source;
  const Result<pipeline::Handout> handout = pipeline::collect_handout(root, *labs);
  if (!handout) return refuse(handout.error());
  // The secrets of all labs: what is not handed out this week must not leak either.
  if (const auto leaks =
          pipeline::find_leaks(*handout, pipeline::secrets_of(root, load::lab_names(installation->course)));
      !leaks.empty())
    return report_leaks(leaks);
  if (options.dry_run) {
    print_plan(*handout);
    return exit_passing;
  }
  if (const auto written = pipeline::write_handout(*handout, options.to, options.update); !written)
    return refuse(written.error());
  fmt::print("{}: {} files for {} lab{}\nNext: check its README.md, then commit the folder as a repository\n",
             options.to, handout->size(), labs->size(), labs->size() == 1 ? "" : "s");
  return exit_passing;
}

}  // namespace

void add_handout_command(CLI::App& app, int& exit_code) {
  static HandoutOptions options;
  CLI::App* command = app.add_subcommand("handout", "Write a repository for students, without solutions");
  command->footer(handout_examples);
  command->add_option("--to", options.to, "Write to this folder, which must be empty or new")
      ->required()
      ->type_name("DIR");
  command->add_option("--lab", options.labs, "Write only this lab (repeatable, default: all)")
      ->type_name("LAB")
      ->allow_extra_args(false);
  command->add_flag("--dry-run", options.dry_run, "List the files and look for leaks, but write nothing");
  command->add_flag("--update", options.update, "Replace the files of an earlier handout in DIR");
  command->callback([&exit_code] { exit_code = run_handout(options); });
}

}  // namespace gridmark::cli
