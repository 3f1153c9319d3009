// gridmark ci: what a push changed is graded, and the system that runs it is told in its own format.
//
// Each grade is a gridmark of its own, as in a batch: one that cannot finish takes no other with it. What a
// grade prints holds the student's words, so it is kept, and shown only where nobody obeys it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/nearest.h"
#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/stop_commands.h"
#include "grader/cli/terminal.h"
#include "grader/schedule/git_changes.h"
#include "grader/schedule/tree.h"
#include "grader/system/environment.h"
#include "grader/system/log_commands.h"
#include "grader/system/process.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* ci_examples = R"(
Examples:
  gridmark ci                                  in a job of GitHub Actions or GitLab CI, or as a trial in a terminal
  gridmark ci --since origin/main              the labs whose starter differs from that commit
  gridmark ci lab1-gpu-basics                  this lab, changed or not
  gridmark ci --for gitlab --results results   write JUnit and code quality to results/
  gridmark ci --repository ~/ada               grade a student's repository with this gridmark and its labs

Without --since, gridmark uses GitLab's CI_COMMIT_BEFORE_SHA. If that commit is not known, it grades all labs. A change
outside starter/ can affect every grade, so gridmark then grades all labs too. Records and pages go to results/LAB.
docs/ci.md explains who can trust such a grade.
Exit codes: 0 all graded labs pass or nothing changed, 1 a lab is below its pass mark, 2 a lab could not be graded, 64
wrong usage.)";

struct CiOptions {
  std::vector<std::string> labs;
  std::string since, platform = "auto", results = "results", program;
  std::string repository;  ///< of submissions alone; empty: the course's own folder
};

std::string platform_of(const CiOptions& options) {
  if (options.platform != "auto") return options.platform;
  if (system::environment_variable("GITHUB_ACTIONS") == "true") return "github";
  return system::environment_variable("GITLAB_CI") == "true" ? "gitlab" : "terminal";
}

/// A lab that cannot be reached is there: its grade says why it cannot be made.
bool has_lab(const fs::path& repository, const std::string& lab) {
  const auto folder = schedule::find_lab_folder(repository, lab);
  return !folder || !folder->empty();
}

/// Is `file` the folder, something in it, or what stands in its place or its parent's?
bool touches(const std::string& file, const std::string& folder) {
  return folder == file || file.starts_with(folder + "/") || folder.starts_with(file + "/");
}

/// Of labs that a repository of submissions has: those with a file among `files`.
std::vector<std::string> labs_touched(const std::vector<std::string>& files,
                                      const std::vector<std::string>& labs) {
  std::vector<std::string> touched;
  for (const std::string& lab : labs)
    if (std::any_of(files.begin(), files.end(), [&](const std::string& file) {
          return touches(file, "starter/" + lab) || touches(file, lab);
        }))
      touched.push_back(lab);
  return touched;
}

/// The labs whose starter is among `files`; all where another file could change a grade.
std::vector<std::string> labs_in(const std::vector<std::string>& files, const std::vector<std::string>& all) {
  std::set<std::string> labs;
  for (const std::string& file : files) {
    const auto slash = file.find('/');
    const std::string room = file.substr(0, slash);
    if (room == "docs" || room == "results" || (slash == file.npos && file.ends_with(".md"))) continue;
    if (room != "starter" || slash == file.npos) return all;
    labs.insert(file.substr(slash + 1, file.find('/', slash + 1) - slash - 1));
  }
  std::vector<std::string> known;
  std::copy_if(all.begin(), all.end(), std::back_inserter(known),
               [&](const auto& lab) { return labs.contains(lab); });
  return known;
}

Result<std::vector<std::string>> labs_to_grade(const CiOptions& options, const Installation& installation,
                                               const system::StopFlag& stop) {
  std::vector<std::string> all = load::lab_names(installation.course);
  const bool own = options.repository.empty();
  if (!own) std::erase_if(all, [&](const auto& lab) { return !has_lab(options.repository, lab); });
  if (all.empty())
    return failure(Error::Source::usage, options.repository, "contains no lab, expected starter/LAB or LAB");
  for (const std::string& lab : options.labs)
    if (std::find(all.begin(), all.end(), lab) == all.end())
      return failure(Error::Source::usage, "LAB",
                     fmt::format("found \"{}\", which is not a lab{}{}", lab,
                                 own ? "" : " in " + options.repository, suggestion(lab, all)));
  if (!options.labs.empty()) return options.labs;
  const std::string since =
      options.since.empty() ? system::environment_variable("CI_COMMIT_BEFORE_SHA") : options.since;
  const auto files =
      schedule::changed_files(own ? installation.paths.source : fs::path(options.repository), since, stop);
  if (files) return own ? labs_in(*files, all) : labs_touched(*files, all);
  fmt::print(
      "gridmark cannot find out which files changed{}, so it grades all labs.\n",
      since.empty() ? "" : " (git has no commit " + since.substr(0, 40) + " here: is this a shallow clone?)");
  return all;
}

/// What stands where this run writes came with the repository or is of an earlier push: pages and tables are
/// removed, and a link may lead to anything.
Result<void> clear_results(const fs::path& results, const std::vector<std::string>& labs) {
  std::vector<fs::path> folders{results},
      files{results / "junit.xml", results / "gl-code-quality-report.json"};
  for (const std::string& lab : labs) {
    folders.push_back(results / lab);
    files.insert(files.end(), {results / lab / "record.json", results / lab / "report.html"});
  }
  std::error_code problem;
  for (const fs::path& folder : folders)
    if (fs::is_symlink(folder, problem))
      return failure(
          Error::Source::filesystem, folder,
          "is a link, expected a folder or a file. Remove it, or use --results to name another folder");
  for (const fs::path& file : files)
    if (fs::remove(file, problem); problem)
      return failure(Error::Source::filesystem, file, "cannot be removed: " + problem.message());
  return {};
}

/// One run of `gridmark grade` or `gridmark report`; its exit code, 2 where it could not end by itself.
struct Ran {
  int exit_code = exit_not_graded;
  std::string output, errors;
};

Ran run_self(const std::string& program, std::vector<std::string> words, const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = std::move(words);
  request.arguments.insert(request.arguments.begin(), program);
  const auto ran = system::run_process(request, stop);
  if (!ran) return {exit_not_graded, "", message_of(ran.error())};
  const bool graded = ran->signal == 0 && (ran->exit_code == exit_passing || ran->exit_code == exit_below);
  return {graded ? ran->exit_code : exit_not_graded, ran->output, ran->error_output};
}

class Job {
 public:
  Job(const CiOptions& options, std::string program, const system::StopFlag& stop)
      : options_(options), program_(std::move(program)), platform_(platform_of(options)), stop_(stop) {}

  void grade(const std::string& lab) {
    fmt::print("Grading {} ...\n", lab);
    std::fflush(stdout);
    const fs::path folder = fs::path(options_.results) / lab;
    const fs::path record = folder / "record.json";
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    const fs::path page = folder / "report.html";
    std::vector<std::string> words{"grade", lab, "--record", record, "--html", page, "--audience", "student"};
    const Ran ran = run_grade(lab, std::move(words));
    exit_code_ = std::max(exit_code_, ran.exit_code);
    if (fs::is_regular_file(record, ignored)) records_.push_back(record);
    if (ran.exit_code == exit_not_graded)
      show(lab + " could not be graded:\n" + ran.errors);
    else if (platform_ != "github")
      show(ran.output);
  }

  int finish() {
    if (records_.empty() || platform_ == "terminal") return exit_code_;
    std::vector<std::string> words{"report"};
    words.insert(words.end(), records_.begin(), records_.end());
    words.insert(words.end(), {"--to", platform_});
    if (platform_ == "gitlab") words.insert(words.end(), {"-o", options_.results + "/"});
    const Ran ran = run_self(program_, words, stop_);
    fmt::print("{}", ran.output);
    if (ran.exit_code != exit_passing) show(ran.errors);
    return std::max(exit_code_, ran.exit_code);
  }

 private:
  Ran run_grade(const std::string& lab, std::vector<std::string> words) const {
    if (!options_.repository.empty()) {
      const auto folder = schedule::find_lab_folder(options_.repository, lab);
      if (!folder) return {exit_not_graded, "", message_of(folder.error())};
      words.insert(words.end(), {"--submission", *folder});
    }
    return run_self(program_, std::move(words), stop_);
  }
  void show(const std::string& text) const {
    fmt::print("{}", platform_ == "github" ? not_obeyed(text, random_token()) : text + "\n");
  }

  const CiOptions& options_;
  std::string program_, platform_;
  const system::StopFlag& stop_;
  std::vector<std::string> records_;
  int exit_code_ = exit_passing;
};

int run_ci(const CiOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  system::stop_on_signals(stop);
  system::allow_log_commands();  // those of `gridmark report`; see show()
  const auto installation = find_installation();
  const auto labs =
      installation.and_then([&](const Installation& found) { return labs_to_grade(options, found, stop); });
  if (!labs) {
    print_error(labs.error());
    return labs.error().source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
  }
  if (const auto clear = clear_results(options.results, load::lab_names(installation->course)); !clear) {
    print_error(clear.error());
    return exit_not_graded;
  }
  if (labs->empty()) fmt::print("No file of a lab changed, so there is nothing to grade.\n");
  const std::string own = (installation->paths.build / "bin" / "gridmark").string();
  Job job(options, options.program.empty() ? own : options.program, stop);
  for (const std::string& lab : *labs) {
    if (stop.requested()) return exit_stopped;
    job.grade(lab);
  }
  return job.finish();
}

}  // namespace

void add_ci_command(CLI::App& app, int& exit_code) {
  static CiOptions options;
  CLI::App* command =
      app.add_subcommand("ci", "Grade the labs that a push changed, and report to the CI system");
  command->footer(ci_examples);
  command->add_option("LAB", options.labs, "Grade these labs, changed or not");
  command->add_option("--since", options.since, "Grade the labs that changed since this commit")
      ->type_name("COMMIT");
  command
      ->add_option("--repository", options.repository,
                   "Grade one student's repository with starter/LAB or LAB (default: the course's folder)")
      ->type_name("DIR");
  command
      ->add_option("--for", options.platform,
                   "The CI system. With auto, gridmark finds it in the environment")
      ->check(CLI::IsMember({"auto", "github", "gitlab", "terminal"}))
      ->capture_default_str()
      ->type_name("SYSTEM");
  command->add_option("--results", options.results, "Write records and pages to this folder")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_option("--program", options.program)->group("");  // hidden: in gridmark's place, for tests
  command->callback([&exit_code] { exit_code = run_ci(options); });
}

}  // namespace gridmark::cli
