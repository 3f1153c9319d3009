#include "grader/cli/batch_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/nearest.h"
#include "grader/cli/device_option.h"
#include "grader/core/faults.h"
#include "grader/core/results_file.h"
#include "grader/load/load_course.h"
#include "grader/load/load_late_policy.h"
#include "grader/load/load_roster.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/timed_machine.h"
#include "grader/report/said_once.h"
#include "grader/schedule/downloads.h"
#include "grader/schedule/pool.h"

namespace gridmark::cli {
namespace {

/// The device of each grade is settled before the first: the key of a grade has it. On a cluster it is asked
/// for.
Result<std::string> batch_device(const BatchOptions& options, const Lab& lab,
                                 const Installation& installation, const system::StopFlag& stop) {
  if (options.slurm) {
    const auto has = [&](Device device) {
      return lab.devices.empty() ||
             std::find(lab.devices.begin(), lab.devices.end(), device) != lab.devices.end();
    };
    const bool gpus = options.cluster.gres.find("gpu") != std::string::npos;
    const std::string wish = options.device != "auto"    ? options.device
                             : gpus && has(Device::cuda) ? "cuda"
                                                         : "emulated";
    if (has(wish == "cuda" ? Device::cuda : Device::emulated)) return wish;
    return failure(Error::Source::usage, "--device " + options.device,
                   fmt::format("{} is not graded on the {} device. Use --device {}", lab.name, wish,
                               wish == "cuda" ? "emulated" : "cuda"));
  }
  const auto choice = TRY(chosen_device(options.device, lab, installation.paths, stop));
  if (choice.compile_only)
    return failure(Error::Source::toolchain, "--device cuda",
                   "no GPU can be used here, so nothing can be graded. Use --device emulated");
  return choice.device == Device::cuda ? "cuda" : "emulated";
}

Result<schedule::BatchLab> load_batch_lab(const BatchOptions& options, const Installation& installation,
                                          const std::string& name, const system::StopFlag& stop) {
  auto lab = TRY(load::load_lab(installation.course, name));
  auto rubric = TRY(load::load_rubric(lab.rubric, lab.name));
  const auto device = TRY(batch_device(options, lab, installation, stop));
  auto fingerprint = TRY(schedule::grading_fingerprint(lab, device));
  schedule::BatchLab loaded{std::move(lab), std::move(rubric), std::move(fingerprint), false, device};
  loaded.timed = pipeline::any_timed(loaded.rubric, device == "cuda" ? Device::cuda : Device::emulated);
  return loaded;
}

Result<std::vector<schedule::BatchLab>> load_labs(const BatchOptions& options,
                                                  const Installation& installation,
                                                  const system::StopFlag& stop) {
  std::vector<schedule::BatchLab> labs;
  for (const std::string& name : options.labs) {
    const auto same = [&](const schedule::BatchLab& one) { return one.lab.name == name; };
    if (std::any_of(labs.begin(), labs.end(), same)) continue;
    labs.push_back(TRY(load_batch_lab(options, installation, name, stop)));
  }
  return labs;
}

Result<Roster> load_roster(const BatchOptions& options, const Installation& installation) {
  return load::load_roster(
      options.roster, load::lab_names(installation.course),
      options.submissions.empty() ? load::Repositories::in_roster : load::Repositories::elsewhere);
}

/// What a platform knows of lateness and a file's name can say is that something was late, not by how much.
void warn_of_late(const std::vector<std::string>& late) {
  if (late.empty()) return;
  fmt::print(
      stderr,
      "gridmark: Canvas marks {} as late ({}). A download has no times, so gridmark takes no points off\n",
      late.size() == 1 ? "one" : std::to_string(late.size()), report::first_of(late));
}

Result<Roster> load_students(const BatchOptions& options, const Installation& installation) {
  if (options.submissions.empty() && options.roster.empty())
    return failure(
        Error::Source::usage, "",
        "found no submissions, expected --submissions DIR, --roster CSV with their repositories, or both for "
        "a download from Moodle or Canvas");
  std::optional<Roster> roster;
  if (!options.roster.empty()) roster = TRY(load_roster(options, installation));
  if (options.submissions.empty()) return *std::move(roster);
  auto found = TRY(schedule::find_downloads(options.submissions, roster ? &*roster : nullptr));
  warn_of_late(found.late);
  return std::move(found.students);
}

/// Those that were asked for, in the class's order.
Result<Roster> chosen_students(const Roster& all, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return all;
  std::vector<std::string> ids;
  for (const Student& student : all) ids.push_back(student.id);
  for (const std::string& one : wanted)
    if (std::find(ids.begin(), ids.end(), one) == ids.end())
      return failure(Error::Source::usage, "--student " + one,
                     "found no student with this id in the class" + suggestion(one, ids));
  Roster chosen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), [&](const Student& student) {
    return std::find(wanted.begin(), wanted.end(), student.id) != wanted.end();
  });
  return chosen;
}

/// An extension for a student whom nobody knows would be lost without a word.
Result<void> check_extensions(const LatePolicy& policy, const Roster& students, const std::string& where) {
  std::vector<std::string> ids;
  for (const Student& student : students) ids.push_back(student.id);
  Faults faults(Error::Source::usage, where);
  for (std::size_t i = 0; i < policy.extensions.size(); ++i) {
    const std::string& student = policy.extensions[i].student;
    if (std::find(ids.begin(), ids.end(), student) == ids.end())
      faults.add(fmt::format("/extensions/{}/student", i),
                 fmt::format("gives an extension to \"{}\", but the class has no such student{}", student,
                             suggestion(student, ids)));
  }
  if (faults.any()) return tl::unexpected<Error>(faults.error());
  return {};
}

}  // namespace

std::filesystem::path kept_policy(const std::filesystem::path& results) {
  return results_file(results, ResultsFile::late_policy);
}

std::filesystem::path policy_file(const BatchOptions& options) {
  if (options.policy == "none") return "";
  if (!options.policy.empty()) return options.policy;
  const std::filesystem::path kept = kept_policy(options.results);
  std::error_code ignored;
  return !options.results.empty() && std::filesystem::is_regular_file(kept, ignored) ? kept : "";
}

Result<Worksheet> worksheet_of(const std::string& words, const std::vector<LabHeading>& labs) {
  for (std::size_t i = 0; i < labs.size(); ++i)
    if (words.starts_with(labs[i].name + "=")) return Worksheet{i, words.substr(labs[i].name.size() + 1)};
  if (labs.size() == 1) return Worksheet{0, words};
  return failure(
      Error::Source::usage, "--moodle " + words,
      fmt::format("found no lab, expected one because this batch has {} labs. Use for example {}={}",
                  labs.size(), labs.front().name, words));
}

Result<schedule::Shard> parse_shard(const std::string& text) {
  if (text.empty()) return schedule::Shard{};
  schedule::Shard shard{0, 0};
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (slash && count.ec == std::errc() && count.ptr == end && shard.index >= 1 &&
      shard.index <= shard.count && shard.count <= 10'000)
    return shard;
  return failure(Error::Source::usage, "--shard",
                 fmt::format("found \"{}\", expected I/N with I from 1 to N, for example 2/8", text));
}

Result<schedule::BatchRequest> make_request(const BatchOptions& options, const Installation& installation,
                                            const system::StopFlag& stop) {
  schedule::BatchRequest request;
  auto labs = TRY(load_labs(options, installation, stop));
  auto students = TRY(load_students(options, installation));
  request.course = TRY(load::load_course(installation.paths.source));
  std::filesystem::path file = policy_file(options);
  if (file.empty() && options.policy.empty() && request.course && !request.course->policy.empty())
    file = installation.paths.source / request.course->policy;
  if (!file.empty()) {
    auto policy = TRY(load::load_late_policy(file, load::lab_names(installation.course)));
    TRY(check_extensions(policy, students, file.string()));
    request.policy = std::move(policy);
  }
  const auto shard = TRY(parse_shard(options.shard));
  if (options.slurm && shard.count > 1)
    return failure(Error::Source::usage, "--shard",
                   "cannot be used with --slurm, because Slurm shares the work itself. Leave it out");
  if (const std::string why = schedule::why_no_settings(options.cluster); !why.empty())
    return failure(Error::Source::usage, "", why);
  schedule::sort_by_deadline(labs, request.policy);
  request.labs = std::move(labs);
  request.students = TRY(chosen_students(students, options.students));
  request.whole_class = std::move(students);
  request.jobs = options.jobs > 0 ? options.jobs : schedule::processors();
  request.counting = options.attempt == "best" ? schedule::Counting::best : schedule::Counting::last;
  request.force = options.force;
  request.again_deferred = options.deferred;
  request.shard = shard;
  request.grader.command = {options.grader.empty() ? (installation.paths.build / "bin" / "gridmark").string()
                                                   : options.grader};
  return request;
}

/// Each is what sbatch calls so, but for those that say otherwise.
void add_slurm_options(CLI::App& command, BatchOptions& options) {
  const auto add = [&](const std::string& name, auto& value, const std::string& words) {
    return command.add_option(name, value, words)->group("Slurm")->needs("--slurm");
  };
  command.add_flag("--slurm", options.slurm, "Grade in job arrays on this cluster (see docs/cluster.md)")
      ->group("Slurm");
  schedule::SlurmSettings& cluster = options.cluster;
  add("--partition", cluster.partition, "The partition of the jobs")->type_name("NAME");
  add("--gres", cluster.gres,
      "Resources of each task, for example gpu:1. With a gpu, --device auto means cuda")
      ->type_name("LIST");
  add("--time", cluster.time, "Time limit of one task")->type_name("TIME");
  add("--account", cluster.account, "The account of the jobs")->type_name("NAME");
  add("--cpus", cluster.cpus, "Processors of one task")->check(CLI::Range(1, 1024))->capture_default_str();
  add("--task-seconds", options.task_seconds,
      "How long each task should work, estimated from earlier grades of the lab")
      ->check(CLI::Range(1.0, 86400.0))
      ->capture_default_str();
  add("--array-limit", cluster.at_once, "Tasks that run at the same time (default: the limit of the site)")
      ->check(CLI::Range(1, 100'000));
  add("--scratch", cluster.scratch,
      "Grade in this folder, local to each node or shared. $NAME is expanded on the node")
      ->type_name("DIR")
      ->capture_default_str();
  add("--setup", cluster.setup,
      "A line of shell before the grader, for example 'module load cuda' (repeatable)")
      ->type_name("LINE")
      ->allow_extra_args(false);
  add("--sbatch", cluster.more, "Another option of sbatch, for example --sbatch=--qos=long (repeatable)")
      ->type_name("OPTION")
      ->allow_extra_args(false);
}

void add_class_options(CLI::App& command, BatchOptions& options) {
  command.add_option("LAB", options.labs, "Labs of the course (`gridmark labs` lists them)")->required();
  command
      .add_option("--submissions", options.submissions,
                  "A folder with a folder or an archive for each student. It can\nbe a download from Moodle "
                  "or Canvas")
      ->type_name("DIR");
  command
      .add_option("--roster", options.roster,
                  "A table of students with id, repository, name, email, group and extension")
      ->type_name("CSV");
  command
      .add_option("--student", options.students,
                  "Only this student, by id (repeatable). Other grades\nand the kept policy do not change")
      ->type_name("ID")
      ->allow_extra_args(false);
  command
      .add_option("--results", options.results, "The folder of the results. A stopped batch continues there")
      ->required()
      ->type_name("DIR");
  command
      .add_option("--policy", options.policy,
                  "Deadlines and the cost of lateness (none: use no policy). Later\n"
                  "calls use the copy that a batch keeps in RESULTS")
      ->type_name("JSON");
  command.add_option("--branch", options.branch,
                     "Use this branch (default: the branch of the policy, else each HEAD)");
  command
      .add_option("--jobs", options.jobs,
                  "Work on this many submissions at the same time (default: one for each processor)")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--fetch-seconds", options.fetch_seconds,
                  "The longest time that git can take for one repository")
      ->check(CLI::Range(1.0, 86400.0))
      ->capture_default_str();
}

void add_options(CLI::App& command, BatchOptions& options) {
  add_class_options(command, options);
  command.add_flag("--working-tree", options.working_tree,
                   "Grade the files as they are, even if there are commits");
  command
      .add_option("--attempt", options.attempt,
                  "The attempt that counts: the last one, or the best one after lateness")
      ->check(CLI::IsMember({"last", "best"}))
      ->capture_default_str();
  command.add_flag("--force", options.force,
                   "Also grade submissions that are already graded. Earlier attempts are kept");
  command.add_flag("--deferred", options.deferred,
                   "Grade again submissions with deferred timed items. Settled items do not change");
  command
      .add_option("--shard", options.shard, "Grade only part I of N. Other parts can run at the same time")
      ->type_name("I/N");
  add_device_option(command, options.device);
  command.add_option("--canvas", options.canvas, "Fill in this gradebook export of Canvas (repeatable)")
      ->type_name("CSV")
      ->allow_extra_args(false);
  command
      .add_option("--moodle", options.moodle,
                  "Fill in this grading worksheet of Moodle. For several labs, use LAB=CSV (repeatable)")
      ->type_name("CSV")
      ->allow_extra_args(false);
  command
      .add_option("--compare", options.compare,
                  "In similarity.html, also compare with the works in this folder (repeatable). It\n"
                  "has a folder for each work of an earlier term or a public source. Later calls\n"
                  "use it again (none: compare only the class)")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_flag("--dry-run", options.dry_run,
                   "Fetch, list the submissions that would be graded, and stop");
  add_slurm_options(command, options);
  command.add_option("--grader", options.grader)->group("");  // hidden: a program in its place, for tests
}

}  // namespace gridmark::cli
