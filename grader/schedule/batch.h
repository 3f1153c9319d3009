#pragma once
// Many submissions: plan, grade those without a grade, and settle which attempts count.
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

/// The attempt that counts: the one of the current files, or the one with most points after lateness.
enum class Counting { last, best };

/// Part `index` of `count` shares of the work, from 1.
struct Shard {
  int index = 1;
  int count = 1;
};

struct BatchRequest {
  std::vector<BatchLab> labs;  ///< see sort_by_deadline()
  Roster students;             ///< students whose submissions are graded
  Roster whole_class;
  std::optional<Course> course;
  LatePolicy policy;
  int jobs = 1;
  Counting counting = Counting::last;
  bool force = false;
  bool again_deferred = false;  ///< grade timed jobs with deferred items again
  Shard shard;
  GraderProgram grader;
};

/// The values that a watcher sees.
struct BatchStatus {
  std::string step;  ///< "looking at submissions", "grading"
  std::size_t done = 0, total = 0;
  double seconds = 0;              ///< in this step
  std::vector<std::string> names;  ///< jobs that run now
};

struct BatchContext {
  const system::StopFlag& stop;
  const system::Clock& clock;
  std::function<void(const BatchStatus&)> progress;  ///< called from any thread, one call at a time
  std::function<void(const std::string&)> say = {};  ///< takes a message for people
};

/// A job, and what the batch does with it.
struct PlanLine {
  PlannedJob job;
  std::optional<LabGrade> known = {};  ///< the ledger's grade before this batch
  bool done = false;                   ///< graded before, with the same key
  bool rescore = false;                ///< by another rubric, with values that suffice
  bool others = false;                 ///< belongs to another shard
  bool failed = false;                 ///< tried in this batch, without a record
  bool fresh = false;                  ///< graded in this batch
  bool to_run() const { return job.state == GradeState::pending && !done && !others; }
};

class Batch {
 public:
  Batch(BatchRequest request, Planner& planner, const ResultsFolder& results, const ledger::Ledger& ledger,
        const BatchContext& context);

  /// Fetches and plans without grading. Students keep their order, and labs are sorted by deadline. Empty
  /// after a stop.
  std::vector<PlanLine> plan();
  /// Grades the jobs that need it, and writes the results into the lines.
  void run(std::vector<PlanLine>& lines);
  /// Publishes the attempts that count, and reads them. A fault while reading or writing becomes a row with
  /// its reason.
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

/// SHA-256 of everything besides the submission that decides the measured values: the lab's files, gridmark's
/// version, and the device. The rubric is not part of it. It only turns values into points, so a new rubric
/// needs no new grade.
///
/// errors  lab, filesystem: a file cannot be read
Result<std::string> grading_fingerprint(const Lab& lab, const std::string& device);

/// The heading of a lab in a class book, by its current rubric.
LabHeading heading_of(const BatchLab& lab);

/// Writes a job's outcome into its line, and an error also into the results.
void note_outcome(PlanLine& line, const Result<void>& outcome, const ResultsFolder& results);

/// The rows that --dry-run prints.
std::vector<report::PlanRow> plan_rows(const std::vector<PlanLine>& lines);

/// The part of a record that a class page and a gradebook need.
LabGrade grade_of(const GradeRecord& record);

}  // namespace gridmark::schedule
