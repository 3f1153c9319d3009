// gridmark release LAB: solution and hidden tests, once nobody can hand in any more.
#include <fmt/format.h>

#include "grader/cli/batch_options.h"
#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/pipeline/course_files.h"
#include "grader/schedule/hand_in_times.h"
#include "grader/system/clock.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_too_early = 1;

struct ReleaseOptions {
  BatchOptions batch;
  std::string lab, to;
  bool dry_run = false;
};

constexpr const char* release_examples = R"(
Examples:
  gridmark release lab1-gpu-basics --roster roster.csv --policy late.json --to ~/students --dry-run
  gridmark release lab1-gpu-basics --roster roster.csv --policy late.json --to ~/students
  gridmark release lab1-gpu-basics --roster roster.csv --results ~/grades --to ~/students     with the kept policy

gridmark writes solutions/LAB and labs/LAB/hidden to DIR, which can be the students' handout. It refuses while any
student of the roster can still hand in work that earns points. It uses the deadline, grace, slip days, extensions
and hard close of the policy and the roster. A lab without a deadline is never over.
Exit codes: 0 written, 1 too early, 2 could not be written, 64 wrong usage.)";

Result<int> release(const ReleaseOptions& options, const schedule::BatchRequest& request,
                    const fs::path& root) {
  const auto last = TRY(schedule::last_hand_in(request.policy, options.lab, request.whole_class));
  const Moment now = parse_moment(system::SystemClock().utc_now()).value_or(0);
  if (now <= last.when) {
    fmt::print(stderr, "gridmark: too early: {} can hand in {} until {}. Nothing was written\n", last.who,
               options.lab, moment_text(last.when));
    return exit_too_early;
  }
  pipeline::CourseFiles wanted(root);
  wanted.add_folder(fs::path("solutions") / options.lab);
  std::error_code ignored;
  if (const fs::path hidden = fs::path("labs") / options.lab / "hidden";
      fs::is_directory(root / hidden, ignored))
    wanted.add_folder(hidden);
  const auto files = TRY(std::move(wanted).finish());
  for (const auto& [name, file] : files) {
    fmt::print("{}\n", name);
    if (!options.dry_run) TRY(pipeline::write_course_file(fs::path(options.to) / name, file));
  }
  fmt::print("{} files of {}, closed since {}{}\n", files.size(), options.lab, moment_text(last.when),
             options.dry_run ? ". Nothing was written (--dry-run)" : "");
  if (!options.dry_run)
    fmt::print(
        "Next: `gridmark report RESULTS --to html --audience student-after-due -o DIR` makes pages that show "
        "hidden tests\n");
  return exit_passing;
}

int run_release(ReleaseOptions& options) {
  static const system::StopFlag stop;
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  options.batch.labs = {options.lab};
  const auto request = make_request(options.batch, *installation, stop);
  if (!request) return refuse(request.error());
  const auto code = release(options, *request, installation->paths.source);
  return code ? *code : refuse(code.error());
}

}  // namespace

void add_release_command(CLI::App& app, int& exit_code) {
  static ReleaseOptions options;
  CLI::App* command =
      app.add_subcommand("release", "Publish the solution and the hidden tests of a lab that is over");
  command->footer(release_examples);
  command->add_option("LAB", options.lab, "The lab's name")->required();
  command->add_option("--submissions", options.batch.submissions, "A folder with a folder for each student")
      ->type_name("DIR");
  command->add_option("--roster", options.batch.roster, "The class, with its extensions")->type_name("CSV");
  command->add_option("--policy", options.batch.policy, "Deadlines and extensions")->type_name("JSON");
  command->add_option("--results", options.batch.results, "Use the policy of this batch's results")
      ->type_name("DIR");
  command->add_option("--to", options.to, "Write to this folder")->required()->type_name("DIR");
  command->add_flag("--dry-run", options.dry_run, "List the files and write nothing");
  command->callback([&exit_code] { exit_code = run_release(options); });
}

}  // namespace gridmark::cli
