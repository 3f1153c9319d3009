#include "grader/schedule/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grader/schedule/batch_watch.h"
#include "grader/schedule/plan_all.h"
#include "grader/schedule/pool.h"
#include "grader/score/commit_dates.h"
#include "grader/score/lateness.h"

namespace gridmark::schedule {
namespace {

std::string name_of_job(const PlannedJob& job) { return job.student.id + "/" + job.lab->lab.name; }

int deferred_lines(const GradeRecord& record) {
  return static_cast<int>(std::count_if(record.items.begin(), record.items.end(), [](const ItemScore& item) {
    return item.outcome == Outcome::deferred;
  }));
}

/// True if the points that count come from another rubric. The ledger knows this, so no record is read.
bool by_other_rubric(const PlanLine& line) {
  return line.known && line.known->has_record && line.known->rubric != line.job.lab->rubric.fingerprint;
}

}  // namespace

LabHeading heading_of(const BatchLab& lab) {
  return {lab.lab.name, lab.lab.title, total_points(lab.rubric), lab.rubric.credit, lab.rubric.passing};
}

void note_outcome(PlanLine& line, const Result<void>& outcome, const ResultsFolder& results) {
  const std::string &student = line.job.student.id, &lab = line.job.lab->lab.name;
  if (outcome) {
    line.done = line.fresh = true;
    return results.forget_error(student, lab);
  }
  line.failed = true;
  const std::string said = message_of(outcome.error());
  line.job.why = said.substr(0, said.find('\n'));
  line.job.state = GradeState::error;
  results.keep_error(student, lab, said + "\n");
}

Batch::Batch(BatchRequest request, Planner& planner, const ResultsFolder& results,
             const ledger::Ledger& ledger, const BatchContext& context)
    : request_(std::move(request)),
      planner_(planner),
      results_(results),
      ledger_(ledger),
      context_(context) {}

std::vector<PlanLine> Batch::plan() {
  std::vector<std::vector<PlannedJob>> planned = plan_all(request_, planner_, context_);
  std::vector<PlanLine> lines;
  if (context_.stop.requested()) return lines;
  for (std::vector<PlannedJob>& jobs : planned)
    for (PlannedJob& job : jobs) {
      PlanLine& line = lines.emplace_back();
      line.others = static_cast<int>(lines.size() - 1) % request_.shard.count != request_.shard.index - 1;
      line.known = ledger_.grade(job.student.id, job.lab->lab.name).value_or(std::nullopt);
      line.job = std::move(job);
      line.done = line.job.state == GradeState::pending && done_before(line);
      line.rescore = line.done && by_other_rubric(line);
    }
  return lines;
}

/// True if the attempt's values suffice for the current rubric.
bool Batch::is_usable(const PlanLine& line, const Attempt& attempt) const {
  const std::optional<LabGrade>& known = line.known;
  if (known && known->attempt == attempt.number && known->rubric == line.job.lab->rubric.fingerprint)
    return true;
  const auto scored = results_.scored_now(attempt);
  return scored || scored.error().source != Error::Source::rubric;
}

/// True if it was graded before with the same key. With again_deferred, a timed job with open items is graded
/// again.
bool Batch::done_before(const PlanLine& line) const {
  if (request_.force) return false;
  const PlannedJob& job = line.job;
  bool done = false;
  for (const Attempt& attempt : results_.attempts(job.student.id, job.lab->lab.name)) {
    if (!job.source.key.starts_with(attempt.key) || !is_usable(line, attempt)) continue;
    done = true;
    if (!request_.again_deferred || !job.lab->timed) return true;
    const auto record = results_.record_of(attempt);
    if (record && deferred_lines(*record) == 0) return true;
  }
  return done && !(request_.again_deferred && job.lab->timed);
}

void Batch::run(std::vector<PlanLine>& lines) {
  std::vector<PlanLine*> todo;
  for (PlanLine& line : lines)
    if (line.to_run()) todo.push_back(&line);
  BatchWatch watch(context_, "grading", todo.size());
  run_all(
      todo.size(), request_.jobs, context_.stop, [&](std::size_t i) { return todo[i]->job.lab->timed; },
      [&](std::size_t i) {
        const std::string name = name_of_job(todo[i]->job);
        watch.begins(name);
        run_line(*todo[i]);
        watch.ends(name);
      });
}

void Batch::run_line(PlanLine& line) {
  const auto ran = run_job(line.job, planner_, results_, request_.grader, context_.stop);
  if (ran || !context_.stop.requested()) note_outcome(line, ran, results_);
}

const Attempt* Batch::counting(const PlanLine& line, const std::vector<Attempt>& attempts,
                               int slip_left) const {
  return request_.counting == Counting::last ? last_attempt(line, attempts)
                                             : best_attempt(line, attempts, slip_left);
}

/// The last attempt with the current files. A grade from a restless machine does not replace one with fewer
/// deferred items.
const Attempt* Batch::last_attempt(const PlanLine& line, const std::vector<Attempt>& attempts) const {
  std::vector<const Attempt*> same;
  for (const Attempt& attempt : attempts)
    if (!line.job.source.key.empty() && line.job.source.key.starts_with(attempt.key) &&
        is_usable(line, attempt))
      same.push_back(&attempt);
  if (same.empty() || same.size() == 1 || !line.job.lab->timed) return same.empty() ? nullptr : same.back();
  const Attempt* chosen = nullptr;
  int fewest = 0;
  for (const Attempt* attempt : same) {
    const auto record = results_.record_of(*attempt);
    if (!record || (chosen != nullptr && deferred_lines(*record) > fewest)) continue;
    chosen = attempt;
    fewest = deferred_lines(*record);
  }
  return chosen == nullptr ? same.back() : chosen;
}

const Attempt* Batch::best_attempt(const PlanLine& line, const std::vector<Attempt>& attempts,
                                   int slip_left) const {
  const Attempt* chosen = nullptr;
  double most = 0;
  for (const Attempt& attempt : attempts) {
    auto record = results_.scored_now(attempt);
    if (!record) record = results_.record_of(attempt);
    if (!record) continue;
    const double value = record->points.value() * lateness_of(line.job, *record, slip_left).factor;
    if (chosen == nullptr || value >= most) most = value, chosen = &attempt;
  }
  return chosen;
}

/// The source of a record, with the current commit. Under another policy, the same files could come from
/// another commit.
SubmissionSource Batch::source_now(const PlannedJob& job, const GradeRecord& record) const {
  SubmissionSource source = record.source.value_or(SubmissionSource{});
  if (source.key != job.source.key || job.source.commit.empty()) return source;
  source.branch = job.source.branch;
  source.commit = job.source.commit;
  source.committed = job.source.committed;
  return source;
}

Lateness Batch::lateness_of(const PlannedJob& job, const GradeRecord& record, int slip_left) const {
  const auto deadline = score::deadline_of(request_.policy, job.lab->lab.name, job.student);
  const auto when = parse_moment(source_now(job, record).committed);
  return deadline && when ? score::lateness(*when, *deadline, slip_left) : Lateness{};
}

LabGrade Batch::settle_line(const PlanLine& line, int& slip_left) {
  const PlannedJob& job = line.job;
  const std::string &student = job.student.id, &lab = job.lab->lab.name;
  const std::vector<Attempt> attempts = results_.attempts(student, lab);
  const Attempt* attempt = counting(line, attempts, slip_left);
  const auto record = attempt == nullptr
                          ? results_.published(student, lab)
                          : results_.publish(student, lab, *attempt, [&](const GradeRecord& one) {
                              SubmissionSource source = source_now(job, one);
                              const bool planned = source.commit == job.source.commit;
                              source.late =
                                  score::with_doubt(score::lateness_words(lateness_of(job, one, slip_left)),
                                                    planned ? job.date_doubt : "");
                              return source;
                            });
  LabGrade grade;
  grade.max_points = total_points(job.lab->rubric);
  if (record && *record) {
    grade = grade_of(**record);
    const Lateness late = lateness_of(job, **record, slip_left);
    grade.factor = late.factor;
    slip_left -= late.slip_days;
  }
  grade.lab = lab;
  grade.attempts = static_cast<int>(attempts.size());
  grade.fresh = line.fresh;
  say_state(line, attempt != nullptr, record, grade);
  return grade;
}

/// The outcome of this batch decides the state. An earlier record stays.
void Batch::say_state(const PlanLine& line, bool counts, const Result<std::optional<GradeRecord>>& record,
                      LabGrade& grade) const {
  if (!record) {
    grade.state = GradeState::error;
    grade.why = message_of(record.error());
  } else if (line.job.state == GradeState::pending) {
    grade.elsewhere = !counts && line.others;
    grade.state = counts ? GradeState::graded : GradeState::pending;
    if (!counts) grade.why = line.others ? "another shard grades it" : "not graded yet";
  } else {
    grade.state = line.job.state;
    grade.why = line.job.why;
  }
  if (grade.state != GradeState::graded && grade.has_record) grade.why += ". The grade from before is kept";
}

ClassBook Batch::settle(const std::vector<PlanLine>& lines) {
  ClassBook book;
  book.version = GRIDMARK_VERSION;
  book.made = context_.clock.utc_now();
  book.jobs = request_.jobs;
  book.course = request_.course;
  for (const BatchLab& lab : request_.labs) book.labs.push_back(heading_of(lab));
  // A stop ends grading but not reading, so all finished grades go into the book.
  static const system::StopFlag never;
  const std::size_t labs = request_.labs.size();
  book.students.resize(request_.students.size());
  run_all(
      book.students.size(), request_.jobs, never, [](std::size_t) { return false; },
      [&](std::size_t i) {
        StudentGrades row{request_.students[i], {}};
        int slip_left = request_.policy.slip_days;
        for (std::size_t lab = 0; lab < labs && i * labs + lab < lines.size(); ++lab)
          row.labs.push_back(settle_line(lines[i * labs + lab], slip_left));
        book.students[i] = std::move(row);
      });
  return book;
}

}  // namespace gridmark::schedule
