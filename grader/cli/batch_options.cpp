#include "grader/cli/batch_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "grader/core/nearest.h"
#include "grader/load/load_late_policy.h"
#include "grader/load/load_roster.h"
#include "grader/load/load_rubric.h"
#include "grader/schedule/pool.h"
#include "grader/schedule/submissions.h"

namespace gridmark {
namespace {

Result<BatchLab> load_batch_lab(const Installation& installation, const std::string& name) {
  auto lab = load_lab(installation.course, name);
  if (!lab) return tl::unexpected(lab.error());
  auto rubric = load_rubric(lab->rubric, lab->name);
  if (!rubric) return tl::unexpected(rubric.error());
  auto fingerprint = grading_fingerprint(*lab);
  if (!fingerprint) return tl::unexpected(fingerprint.error());
  BatchLab loaded{*std::move(lab), *std::move(rubric), *std::move(fingerprint), false};
  for (const Item* item : items_of(loaded.rubric))
    for (const auto& [device, lane] : item->lanes)
      loaded.timed = loaded.timed || lane.duel_seconds.has_value();
  return loaded;
}

Result<std::vector<BatchLab>> load_labs(const BatchOptions& options, const Installation& installation) {
  std::vector<BatchLab> labs;
  for (const std::string& name : options.labs) {
    const auto same = [&](const BatchLab& one) { return one.lab.name == name; };
    if (std::any_of(labs.begin(), labs.end(), same)) continue;
    auto lab = load_batch_lab(installation, name);
    if (!lab) return tl::unexpected(lab.error());
    labs.push_back(*std::move(lab));
  }
  return labs;
}

Result<Roster> load_students(const BatchOptions& options) {
  if (options.submissions.empty() == options.roster.empty())
    return failure(Error::Source::usage, "",
                   "say where the submissions are: --submissions DIR or --roster CSV, one of them");
  return options.roster.empty() ? find_submissions(options.submissions) : load_roster(options.roster);
}

/// An extension for a student whom nobody knows would be lost without a word.
Result<void> check_extensions(const LatePolicy& policy, const Roster& students, const std::string& where) {
  std::vector<std::string> ids;
  for (const Student& student : students) ids.push_back(student.id);
  for (const Extension& one : policy.extensions)
    if (std::find(ids.begin(), ids.end(), one.student) == ids.end())
      return failure(Error::Source::usage, where,
                     fmt::format("gives an extension to \"{}\", whom nobody knows{}", one.student,
                                 suggestion(one.student, ids)));
  return {};
}

/// The same for a lab in the roster's column "extension".
Result<void> check_rosters_labs(const BatchOptions& options, const Roster& students,
                                const Installation& installation) {
  const std::vector<std::string> labs = lab_names(installation.course);
  for (const Student& student : students)
    for (const auto& [lab, days] : student.lab_days)
      if (std::find(labs.begin(), labs.end(), lab) == labs.end())
        return failure(Error::Source::usage, options.roster,
                       fmt::format("gives {} an extension for \"{}\", which the course does not have{}",
                                   student.id, lab, suggestion(lab, labs)));
  return {};
}

}  // namespace

Result<Shard> parse_shard(const std::string& text) {
  if (text.empty()) return Shard{};
  Shard shard{0, 0};
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (slash && count.ec == std::errc() && count.ptr == end && shard.index >= 1 &&
      shard.index <= shard.count && shard.count <= 10'000)
    return shard;
  return failure(Error::Source::usage, "--shard",
                 fmt::format("found \"{}\", expected a part of a whole, as 2/8", text));
}

Result<BatchRequest> make_request(const BatchOptions& options, const Installation& installation) {
  BatchRequest request;
  auto labs = load_labs(options, installation);
  if (!labs) return tl::unexpected(labs.error());
  auto students = load_students(options);
  if (!students) return tl::unexpected(students.error());
  if (!options.policy.empty()) {
    auto policy = load_late_policy(options.policy, lab_names(installation.course));
    if (!policy) return tl::unexpected(policy.error());
    if (const auto known = check_extensions(*policy, *students, options.policy); !known)
      return tl::unexpected(known.error());
    request.policy = *std::move(policy);
  }
  if (const auto known = check_rosters_labs(options, *students, installation); !known)
    return tl::unexpected(known.error());
  const auto shard = parse_shard(options.shard);
  if (!shard) return tl::unexpected(shard.error());
  sort_by_deadline(*labs, request.policy);
  request.labs = *std::move(labs);
  request.students = *std::move(students);
  request.jobs = options.jobs > 0 ? options.jobs : processors();
  request.counting = options.attempt == "best" ? Counting::best : Counting::last;
  request.force = options.force;
  request.shard = *shard;
  request.grader.command = {options.grader.empty() ? (installation.paths.build / "bin" / "gridmark").string()
                                                   : options.grader};
  return request;
}

void add_options(CLI::App& command, BatchOptions& options) {
  command.add_option("LAB", options.labs, "Labs to grade; `gridmark labs` lists them")->required();
  command.add_option("--submissions", options.submissions, "A folder with a folder for each student")
      ->type_name("DIR");
  command
      .add_option("--roster", options.roster,
                  "A table of students: id, repository, name, email, group, extension")
      ->type_name("CSV");
  command
      .add_option("--results", options.results, "Where grades go, and where a batch that was stopped goes on")
      ->required()
      ->type_name("DIR");
  command.add_option("--policy", options.policy, "Deadlines and what lateness costs")->type_name("JSON");
  command.add_option("--branch", options.branch,
                     "Which branch counts (default: the policy's, else each HEAD's)");
  command.add_flag("--working-tree", options.working_tree, "Files as they lie, also where there are commits");
  command
      .add_option("--attempt", options.attempt,
                  "Which counts of several: the last, or the best after lateness")
      ->check(CLI::IsMember({"last", "best"}))
      ->capture_default_str();
  command.add_flag("--force", options.force, "Grade again what is graded; the attempts from before are kept");
  command.add_option("--jobs", options.jobs, "Grades at the same time (default: one for each processor)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--shard", options.shard, "Do part I of N only, beside others on the same results")
      ->type_name("I/N");
  command.add_option("--canvas", options.canvas, "Fill in this export of Canvas's gradebook")
      ->type_name("CSV");
  command.add_option("--moodle", options.moodle, "Fill in this grading worksheet of Moodle")
      ->type_name("CSV");
  command.add_option("--fetch-seconds", options.fetch_seconds, "How long git may take for one repository")
      ->check(CLI::Range(1.0, 86400.0))
      ->capture_default_str();
  command.add_flag("--dry-run", options.dry_run, "Fetch and look, say what would be graded, and stop");
  command.add_option("--grader", options.grader)->group("");  // hidden: a program in its place, for tests
}

}  // namespace gridmark
