#pragma once
// The record of one graded submission: what record.json holds, and all that a report prints.
#include <string>
#include <vector>

#include "base/verdict.h"
#include "grader/core/build.h"
#include "grader/core/curve.h"
#include "grader/core/grade_run.h"
#include "grader/core/manual_points.h"
#include "grader/core/measurement.h"
#include "grader/core/outcome.h"
#include "grader/core/points.h"
#include "grader/core/source_lines.h"
#include "grader/core/submission.h"
#include "grader/core/submission_source.h"
#include "grader/core/test_result.h"
#include "grader/core/written_findings.h"
#include "protocol/plot.h"

namespace gridmark {

/// One scored item of the rubric.
struct ItemScore {
  std::string id;
  std::string title;
  std::string criterion;  ///< id
  Points points;
  Points open;  ///< may still be added to them: a person or a quieter machine has yet to decide
  Points max_points;
  Verdict verdict = Verdict::fail;
  Outcome outcome = Outcome::not_run;
  std::string reason;      ///< one message that a student can act on; empty when all points are earned
  std::string unmet_need;  ///< id of the item whose full points it needs and has not; empty: judged by itself
  std::optional<Place> place;      ///< where to look
  std::vector<std::string> tests;  ///< names of the tests that counted, failed ones first
  std::vector<Measurement> measurements;
  std::optional<Curve> curve;  ///< of a counted or timed item, for drawing
  bool calibrated = true;      ///< false: nobody has seen yet what honest solutions reach on this device
  int run = 0;                 ///< of the record's runs, the one that it was judged by
  friend bool operator==(const ItemScore&, const ItemScore&) = default;
};

/// A person's decision about an item whose outcome was `review`.
struct ReviewDecision {
  std::string item;       ///< id
  bool accepted = false;  ///< true: the evidence is honest, and the item is scored as if its tests had passed
  std::string by;         ///< who decided
  std::string when;       ///< UTC, RFC 3339
  std::string reason;     ///< one message, for the student and for whoever asks later
  friend bool operator==(const ReviewDecision&, const ReviewDecision&) = default;
};

struct CriterionScore {
  std::string id;
  std::string title;
  Points points;
  Points max_points;
  friend bool operator==(const CriterionScore&, const CriterionScore&) = default;
};

/// One compile as the record keeps it: no path of the grader's machine.
struct BuildRecord {
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
  Outcome outcome = Outcome::passed;
  std::string messages;
  std::optional<Place> place;
  double seconds = 0;
  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};

struct GradeRecord {
  std::string version;  ///< gridmark's
  std::string lab;
  std::string title;       ///< the lab's
  std::string submission;  ///< the folder as the user named it
  Device device = Device::emulated;
  std::string sandbox;    ///< "bubblewrap, cgroup2", "none, watchdog (the submission was trusted)"
  Points points;          ///< at least: what is open counts as 0
  Points points_at_most;  ///< with what is open in each item; the same as `points` when nothing is
  Points max_points;
  double pass_mark = 0.7;  ///< fraction of max_points
  bool passing = false;    ///< by `points`
  bool credit = true;      ///< false: the points tell how much is done, and count in no grade
  bool complete = true;    ///< false when --quick or --only left items out; such a run is no grade
  std::vector<CriterionScore> criteria;
  std::vector<ItemScore> items;
  std::vector<TestResult> tests;
  std::vector<Measurement> measurements;  ///< all that the checker took: a changed rubric needs no rerun
  std::vector<Plot> plots;                ///< what the checker drew, in its order
  std::vector<Deferral> deferred;         ///< what was not timed
  Fingerprints fingerprints;
  std::vector<GradeRun> runs;  ///< its own first; empty in a record of an older gridmark
  std::vector<BuildRecord> builds;
  std::vector<std::string> missing;  ///< files
  std::vector<IgnoredFile> ignored;
  std::vector<ReviewDecision> reviews;     ///< the latest of each item counts
  std::optional<WrittenFindings> written;  ///< of a lab that asks for a report
  std::vector<ManualPoints> manual;        ///< what persons gave
  std::vector<SourceLines> excerpts;       ///< the student's lines around all places of the record
  std::optional<SubmissionSource> source;  ///< of a submission that a batch graded
  std::string started;                     ///< UTC, RFC 3339, "2026-01-31T23:59:00Z"
  double seconds = 0;                      ///< wall time of the whole grade, measured
  friend bool operator==(const GradeRecord&, const GradeRecord&) = default;
};

/// The score of the item `id`; nullptr where the record has none.
inline const ItemScore* find_score(const GradeRecord& record, const std::string& id) {
  for (const ItemScore& item : record.items)
    if (item.id == id) return &item;
  return nullptr;
}

}  // namespace gridmark
