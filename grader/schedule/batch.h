#pragma once
// Many submissions: plan, grade what is not graded yet, see what counts.
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/late_policy.h"
#include "grader/ledger/ledger.h"
#include "grader/report/batch_printer.h"
#include "grader/schedule/plan.h"
#include "grader/schedule/results_folder.h"
#include "grader/schedule/run_job.h"
#include "grader/system/clock.h"

namespace gridmark::schedule {

/// Which attempt counts: the one of the files that are graded now, or the one with most points after
/// lateness.
enum class Counting { last, best };

/// Part `index` of `count` that share the work, from 1.
struct Shard {
  int index = 1;
  int count = 1;
};

struct BatchRequest {
  std::vector<BatchLab> labs;  ///< see sort_by_deadline()
  Roster students;             ///< those whose submissions are looked at
  Roster whole_class;
  std::optional<Course> course;
  LatePolicy policy;
  int jobs = 1;
  Counting counting = Counting::last;
  bool force = false;
  bool again_deferred = false;  ///< what has deferred lines is graded again
  Shard shard;
  GraderProgram grader;
};

/// What a watcher sees.
struct BatchStatus {
  std::string step;  ///< "looking at submissions", "grading"
  std::size_t done = 0, total = 0;
  double seconds = 0;              ///< in this step
  std::vector<std::string> names;  ///< now in work
};

struct BatchContext {
  const system::StopFlag& stop;
  const system::Clock& clock;
  std::function<void(const BatchStatus&)> progress;  ///< called from any thread, one call at a time
  std::function<void(const std::string&)> say = {};  ///< what a person may want to know, one message
};

/// A job and what is to be done about it.
struct PlanLine {
  PlannedJob job;
  std::optional<LabGrade> known = {};  ///< what the ledger had before this batch
  bool done = false;                   ///< graded before, with the same key
  bool rescore = false;                ///< and by another rubric, for which its values are enough
  bool others = false;                 ///< another shard's
  bool failed = false;                 ///< tried in this batch, without a record
  bool fresh = false;                  ///< graded in this batch
  bool to_run() const { return job.state == GradeState::pending && !done && !others; }
};

class Batch {
 public:
  Batch(BatchRequest request, Planner& planner, const ResultsFolder& results, const ledger::Ledger& ledger,
        const BatchContext& context);

  /// Fetches and looks; nothing is graded. Students in their order, labs by deadline; empty after a stop.
  std::vector<PlanLine> plan();
  /// Grades what is to be graded; lines learn what became of them.
  void run(std::vector<PlanLine>& lines);
  /// Puts what counts in its place, and reads it. What cannot be read or written makes a row that says so.
  ClassBook settle(const std::vector<PlanLine>& lines);

 private:
  void run_line(PlanLine& line);
  bool done_before(const PlanLine& line) const;
  bool is_usable(const PlanLine& line, const Attempt& attempt) const;
  const Attempt* counting(const PlanLine& line, const std::vector<Attempt>& attempts, int slip_left) const;
  const Attempt* last_attempt(const PlanLine& line, const std::vector<Attempt>& attempts) const;
  const Attempt* best_attempt(const PlanLine& line, const std::vector<Attempt>& attempts,
                              int slip_left) const;
  SubmissionSource source_now(const PlannedJob& job, const GradeRecord& record) const;
  Lateness lateness_of(const PlannedJob& job, const GradeRecord& record, int slip_left) const;
  LabGrade settle_line(const PlanLine& line, int& slip_left);
  void say_state(const PlanLine& line, bool counts, const Result<std::optional<GradeRecord>>& record,
                 LabGrade& grade) const;

  BatchRequest request_;
  Planner& planner_;
  const ResultsFolder& results_;
  const ledger::Ledger& ledger_;
  const BatchContext& context_;
};

/// SHA-256 of what decides the values that a grade rests on, beside the submission: the lab's files,
/// gridmark's version, and the device. The rubric turns values into points, and another one needs no new
/// grade.
///
/// errors  lab, filesystem: a file cannot be read
Result<std::string> grading_fingerprint(const Lab& lab, const std::string& device);

/// What a class book says of a lab, as its rubric is now.
LabHeading heading_of(const BatchLab& lab);

/// Says in the line what became of its job, and in the results where it is an error.
void note_outcome(PlanLine& line, const Result<void>& outcome, const ResultsFolder& results);

/// What --dry-run prints.
std::vector<report::PlanRow> plan_rows(const std::vector<PlanLine>& lines);

/// What a class page and a gradebook need of a record.
LabGrade grade_of(const GradeRecord& record);

}  // namespace gridmark::schedule
