#include "grader/schedule/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "grader/core/sha256.h"
#include "grader/core/taken_names.h"
#include "grader/load/json_document.h"
#include "grader/schedule/downloads.h"
#include "grader/schedule/own_repository.h"
#include "grader/score/commit_dates.h"
#include "grader/score/handed_in.h"
#include "grader/score/lateness.h"
#include "grader/system/files.h"
#include "grader/system/open_folder.h"
#include "grader/system/taken_file.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

/// Submission faults become "nothing handed in". Other faults are errors.
void refuse(PlannedJob& job, const Error& error) {
  const bool students = error.source == Error::Source::submission;
  job.state = students ? GradeState::nothing : GradeState::error;
  job.why = message_of(error);
}

/// Writes something to `path` that the grader refuses for the same reason as the submission's entry.
Result<void> write_refused(const fs::path& path, const TreeEntry& entry) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (entry.kind == TreeEntry::Kind::link)
    fs::create_symlink("/nonexistent", path, error);
  else if (entry.refusal.starts_with("larger"))
    return system::write_bytes(path, std::string((std::size_t{1} << 20) + 1, '\n'));
  else
    fs::create_directory(path, error);
  if (!error) return {};
  return failure(Error::Source::filesystem, path.string(), "cannot be written: " + error.message());
}

/// The commit that made the lab's files what they are in `commit`. Later work on other labs does not make
/// this one late.
Result<Commit> last_change_of(const PlannedJob& job, const GitMirror& mirror, const Commit& commit,
                              const Tree& tree) {
  const auto prefix = find_layout(tree, job.lab->lab);
  if (!prefix) return commit;
  std::vector<std::string> files;
  for (const std::string& name : taken_names(job.lab->lab)) files.push_back(*prefix + name);
  return TRY(mirror.last_change(commit.id, files)).value_or(commit);
}

SeenCommit seen_in(const RepositoryPast& past, const Commit& commit) {
  const auto found = past.commits.find(commit.id);
  return found == past.commits.end() ? SeenCommit{commit.id, moment_text(commit.when), "", "", ""}
                                     : found->second;
}

/// A note if the branch has lost a commit that a look after the deadline found. Rewriting the branch before
/// the deadline is harmless.
std::string rewritten_words(const RepositoryPast& past, const std::optional<LabDeadline>& deadline) {
  for (const ledger::RepositoryLook& look : past.lost)
    if (deadline && parse_moment(look.at).value_or(0) > deadline->deadline)
      return fmt::format("the branch was rewritten: it does not have commit {} any more, its last at {}",
                         look.tip.substr(0, 12), look.at);
  return "";
}

}  // namespace

void sort_by_deadline(std::vector<BatchLab>& labs, const LatePolicy& policy) {
  const auto due = [&](const BatchLab& lab) {
    const auto found = policy.labs.find(lab.lab.name);
    return found == policy.labs.end() ? std::numeric_limits<Moment>::max() : found->second.deadline;
  };
  std::stable_sort(labs.begin(), labs.end(),
                   [&](const BatchLab& a, const BatchLab& b) { return due(a) < due(b); });
}

std::vector<PlannedJob> Planner::plan(const Student& student) {
  if (!student.uploads.empty()) return plan_uploads(student);
  const std::string why = why_no_repository(student.repository);
  std::error_code ignored;
  const bool folder = why.empty() && !is_address(student.repository);
  const bool there = !folder || fs::is_directory(student.repository, ignored);
  if (!why.empty() || !there) {
    std::vector<PlannedJob> jobs;
    for (const BatchLab& lab : *request_.labs) {
      jobs.push_back(blank(student, lab));
      jobs.back().state = student.repository.empty() ? GradeState::nothing : GradeState::error;
      jobs.back().why = student.repository.empty() ? "there is no repository and no download of this student"
                        : why.empty()              ? load::in_quotes(student.repository) + " is not a folder"
                                                   : why;
    }
    return jobs;
  }
  if (!folder) return plan_commits(student);
  if (request_.working_tree) return plan_folder(student);
  const auto repository = is_repository(student.repository);
  if (repository) return *repository ? plan_commits(student) : plan_folder(student);
  std::vector<PlannedJob> jobs;
  for (const BatchLab& lab : *request_.labs)
    refuse(jobs.emplace_back(blank(student, lab)), repository.error());
  return jobs;
}

PlannedJob Planner::blank(const Student& student, const BatchLab& lab) const {
  PlannedJob job;
  job.student = student;
  job.lab = &lab;
  job.source.student = student.id;
  job.source.repository = student.repository;
  job.slip_left = request_.policy.slip_days;
  return job;
}

/// Archives are unpacked where all shards and a later call find them.
std::vector<PlannedJob> Planner::plan_uploads(const Student& student) {
  const auto folder = stage_uploads(student.uploads, request_.mirrors.parent_path() / ".unpacked");
  Student staged = student;
  staged.uploads.clear();
  if (folder) {
    staged.repository = folder->string();
    return plan(staged);
  }
  std::vector<PlannedJob> jobs;
  for (const BatchLab& lab : *request_.labs) refuse(jobs.emplace_back(blank(student, lab)), folder.error());
  return jobs;
}

std::vector<PlannedJob> Planner::plan_folder(const Student& student) {
  std::vector<Lab> labs;
  for (const BatchLab& lab : *request_.labs) labs.push_back(lab.lab);
  const auto tree = read_folder_tree(student.repository, labs);
  std::vector<PlannedJob> jobs;
  for (const BatchLab& lab : *request_.labs) {
    PlannedJob& job = jobs.emplace_back(blank(student, lab));
    if (tree)
      plan_files(job, *tree);
    else
      refuse(job, tree.error());
  }
  return jobs;
}

std::vector<PlannedJob> Planner::plan_commits(const Student& student) {
  std::vector<PlannedJob> jobs;
  int slip_left = request_.policy.slip_days;
  for (const BatchLab& lab : *request_.labs) plan_commit(jobs.emplace_back(blank(student, lab)), slip_left);
  return jobs;
}

void Planner::plan_commit(PlannedJob& job, int& slip_left) {
  const auto deadline = score::deadline_of(request_.policy, job.lab->lab.name, job.student);
  job.slip_left = slip_left;
  job.source.branch = deadline && !deadline->branch.empty() ? deadline->branch : request_.branch;
  if (const auto there = fetch_once(job.source.repository, job.source.branch); !there)
    return refuse(job, there.error());
  auto mirror = GitMirror::open(request_.mirrors, job.source.repository, request_.git, stop_);
  if (!mirror) return refuse(job, mirror.error());
  const auto history = mirror->history(job.source.branch);
  if (!history) return refuse(job, history.error());
  const auto past = past_of(job, *history);
  if (!past) return refuse(job, past.error());
  const auto commit =
      counting_commit(job, *mirror, *history, *past,
                      deadline ? score::last_useful_moment(*deadline, slip_left) : std::nullopt);
  if (!commit) {
    refuse(job, commit.error());
    job.why = score::with_doubt(job.why, date_doubt(*history, ""));
    return;
  }
  const auto tree = mirror->tree(commit->id);
  if (!tree) return refuse(job, tree.error());
  plan_files(job, *tree);
  const auto handed_in = last_change_of(job, *mirror, *commit, *tree);
  if (!handed_in) return refuse(job, handed_in.error());
  settle_moment(job, *handed_in, *past, deadline, slip_left);
  job.date_doubt = score::with_doubt(job.date_doubt, date_doubt(*history, handed_in->id));
  job.source.late = score::with_doubt(job.source.late, job.date_doubt);
}

Result<RepositoryPast> Planner::past_of(const PlannedJob& job, const std::vector<Commit>& history) const {
  if (request_.pasts == nullptr) return RepositoryPast{};
  return request_.pasts->look(job.source.repository, job.source.branch, history);
}

/// Sets the hand-in time by the policy's clock, the lateness, and any doubt about the time.
void Planner::settle_moment(PlannedJob& job, const Commit& commit, const RepositoryPast& past,
                            const std::optional<LabDeadline>& deadline, int& slip_left) const {
  const SeenCommit seen = seen_in(past, commit);
  const auto lateness_of = [&](Moment when) {
    return deadline ? score::lateness(when, *deadline, slip_left) : Lateness{};
  };
  const Moment when = score::handed_in(commit.when, seen, request_.policy.clock);
  const Lateness late = lateness_of(when);
  job.source.commit = commit.id;
  job.source.committed = moment_text(when);
  job.source.late = score::lateness_words(late);
  job.date_doubt =
      score::with_doubt(score::clock_doubt(commit.when, seen, request_.policy.clock, lateness_of),
                        rewritten_words(past, deadline));
  slip_left -= late.slip_days;
}

/// The latest commit of the branch that was handed in up to `until`, by the policy's clock.
Result<Commit> Planner::counting_commit(const PlannedJob& job, const GitMirror& mirror,
                                        const std::vector<Commit>& history, const RepositoryPast& past,
                                        std::optional<Moment> until) const {
  if (request_.policy.clock == SubmissionClock::commit) return mirror.last_commit(job.source.branch, until);
  for (const Commit& commit : history)
    if (!until || score::handed_in(commit.when, seen_in(past, commit), request_.policy.clock) <= *until)
      return commit;
  return failure(
      Error::Source::submission, "",
      fmt::format("found no commit that was handed in up to {}", until ? moment_text(*until) : "now"));
}

/// Checks the dates of commits down to the one that counts. A wrong date of a later commit can be the reason
/// that it does not count.
std::string Planner::date_doubt(const std::vector<Commit>& history, const std::string& until) const {
  std::vector<Moment> dates;
  for (const Commit& commit : history) {
    dates.push_back(commit.when);
    if (commit.id == until) break;
  }
  return score::impossible_dates(dates, request_.now);
}

/// Fetches each repository and branch once in a batch. Many students and labs can share it.
Result<void> Planner::fetch_once(const std::string& repository, const std::string& branch) {
  const std::string name = repository + "\n" + branch;
  std::shared_ptr<std::mutex> own;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto& slot = repositories_[repository];
    if (!slot) slot = std::make_shared<std::mutex>();
    own = slot;
  }
  const std::lock_guard<std::mutex> turn(*own);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (fetched_.contains(name)) return {};
    if (const auto failed = not_fetched_.find(name); failed != not_fetched_.end())
      return tl::unexpected<Error>(failed->second);
  }
  const auto done =
      GitMirror::open(request_.mirrors, repository, request_.git, stop_).and_then([&](GitMirror mirror) {
        return mirror.fetch(branch);
      });
  const std::lock_guard<std::mutex> lock(mutex_);
  if (done) {
    fetched_.insert(name);
    return {};
  }
  not_fetched_.emplace(name, done.error());
  return tl::unexpected(done.error());
}

void Planner::plan_files(PlannedJob& job, const Tree& tree) const {
  const Lab& lab = job.lab->lab;
  const auto prefix = find_layout(tree, lab);
  if (!prefix) return refuse(job, prefix.error());
  Sha256 content;
  for (const std::string& name : taken_names(lab)) {
    const auto found = tree.find(*prefix + name);
    if (found == tree.end()) continue;
    job.files.push_back({name, found->first, found->second});
    content.add_part(name).add_part(name_of(found->second.kind)).add_part(found->second.identity);
  }
  job.source.content = content.digits();
  job.source.key = Sha256().add_part(job.source.content).add(job.lab->fingerprint).digits();
}

Result<void> Planner::extract(const PlannedJob& job, const fs::path& folder) const {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const PlannedFile& file : job.files) {
    const fs::path path = folder / file.name;
    if (!file.entry.refusal.empty()) {
      TRY(write_refused(path, file.entry));
      continue;
    }
    const auto bytes = TRY(bytes_of(job, file));
    if (bytes.starts_with("version https://git-lfs.github.com/spec/"))
      return failure(
          Error::Source::submission, "",
          fmt::format("{} is a Git LFS pointer: its content is not in the repository. Take it out of LFS and "
                      "commit the file itself",
                      load::in_quotes(file.at)));
    TRY(system::write_bytes(path, bytes));
  }
  return {};
}

Result<std::string> Planner::bytes_of(const PlannedJob& job, const PlannedFile& file) const {
  if (!job.source.commit.empty())
    return GitMirror::open(request_.mirrors, job.source.repository, request_.git, stop_)
        .and_then([&](const GitMirror& mirror) { return mirror.blob(file.entry.identity); });
  const auto opened = system::open_folder(job.source.repository);
  if (opened) {
    const auto taken = system::take_file(opened->get(), file.at);
    if (const auto* bytes = std::get_if<std::string>(&taken)) return *bytes;
  }
  return failure(Error::Source::filesystem, job.source.repository,
                 load::in_quotes(file.at) + " was there when the batch began and cannot be read any more");
}

}  // namespace gridmark::schedule
