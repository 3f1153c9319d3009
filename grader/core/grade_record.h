#pragma once
// The record of one graded submission: the contents of record.json and the data of every report.
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
#include "grader/core/review_decision.h"
#include "grader/core/source_lines.h"
#include "grader/core/submission.h"
#include "grader/core/submission_source.h"
#include "grader/core/test_result.h"
#include "grader/core/value_limits.h"
#include "grader/core/written_findings.h"
#include "protocol/plot.h"

namespace gridmark {

/// One scored item of the rubric.
struct ItemScore {
  std::string id;
  std::string title;
  std::string criterion;  ///< id of the criterion
  Points points;
  Points open;  ///< points that a person or a quieter machine may still add
  Points max_points;
  Verdict verdict = Verdict::fail;
  Outcome outcome = Outcome::not_run;
  std::string reason;              ///< one message for the student, empty when all points are earned
  std::string unmet_need;          ///< id of a needed item without full points, or empty
  std::optional<Place> place;      ///< where to look
  std::vector<std::string> tests;  ///< names of the tests that counted, failed ones first
  std::vector<Measurement> measurements;
  std::optional<Curve> curve;  ///< of a counted or timed item, for drawing
  bool calibrated = true;  ///< false: the curve is not yet checked against honest solutions on this device
  int run = 0;             ///< index of the run in the record that decided the item
  std::optional<Cause> cause = {};  ///< of the lost points, if known
  bool by_hand = false;             ///< a person gives the points
  friend bool operator==(const ItemScore&, const ItemScore&) = default;
};

struct CriterionScore {
  std::string id;
  std::string title;
  Points points;
  Points max_points;
  friend bool operator==(const CriterionScore&, const CriterionScore&) = default;
};

/// One compile as the record keeps it, without paths of the grader's machine.
struct BuildRecord {
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
  Outcome outcome = Outcome::passed;
  std::string messages;
  std::optional<Place> place;
  double seconds = 0;
  std::vector<Fix> fixes = {};
  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};

struct GradeRecord {
  std::string version;  ///< gridmark's version
  std::string lab;
  std::string title;       ///< the lab's title
  std::string submission;  ///< the folder as the user named it
  Device device = Device::emulated;
  std::string sandbox;    ///< "bubblewrap, cgroup2", "none, watchdog (the submission was trusted)"
  Points points;          ///< at least: open points count as 0
  Points points_at_most;  ///< with all open points, equal to `points` if there are none
  Points max_points;
  double pass_mark = 0.7;  ///< fraction of max_points
  bool passing = false;    ///< decided by `points`
  bool credit = true;      ///< false: the points show progress and count in no grade
  bool complete = true;    ///< false when --quick or --only left items out, which is not a grade
  std::vector<CriterionScore> criteria;
  std::vector<ItemScore> items;
  std::vector<TestResult> tests;
  std::vector<Measurement> measurements;  ///< all of the checker's, so that a changed rubric needs no rerun
  std::vector<Plot> plots;                ///< the checker's plots, in its order
  std::vector<Deferral> deferred;         ///< values that were not timed
  Fingerprints fingerprints;
  std::vector<GradeRun> runs;  ///< its own run first, empty in a record of an older gridmark
  std::vector<BuildRecord> builds;
  std::vector<std::string> missing;  ///< missing files
  std::vector<IgnoredFile> ignored;
  std::vector<ReviewDecision> reviews;     ///< the latest of each item counts
  std::optional<WrittenFindings> written;  ///< of a lab with a report
  std::vector<ManualPoints> manual;        ///< points given by a person
  std::vector<SourceLines> excerpts;       ///< the student's lines around all places of the record
  std::optional<SubmissionSource> source;  ///< of a submission that a batch graded
  std::string started;                     ///< UTC, RFC 3339, "2026-01-31T23:59:00Z"
  double seconds = 0;                      ///< wall time of the grade, measured
  friend bool operator==(const GradeRecord&, const GradeRecord&) = default;
};

/// The score of the item `id`, or nullptr if the record has none.
inline const ItemScore* find_score(const GradeRecord& record, const std::string& id) {
  for (const ItemScore& item : record.items)
    if (item.id == id) return &item;
  return nullptr;
}

constexpr auto fields(const ItemScore*) {
  return std::tuple{
      field("id", &ItemScore::id, any_text),
      field("title", &ItemScore::title, any_text),
      field("criterion", &ItemScore::criterion, any_text),
      field("points", &ItemScore::points),
      field("max_points", &ItemScore::max_points),
      field("verdict", &ItemScore::verdict),
      field("outcome", &ItemScore::outcome),
      field("reason", &ItemScore::reason, any_text, "empty when all points are earned"),
      place_field<ItemScore>(),
      field("tests", &ItemScore::tests, any_texts, "those that counted, failed ones first"),
      field("measurements", &ItemScore::measurements, any_list),
      field("curve", &ItemScore::curve, AnyOfType{}, "", Presence::null),
      field("unmet_need", &ItemScore::unmet_need, any_text,
            "id of a needed item without full points. Absent: the item was judged by itself",
            Presence::not_default),
      field("calibrated", &ItemScore::calibrated, AnyOfType{},
            "false: no honest solution was measured on this device yet. Absent: one was",
            Presence::not_default),
      derived<ItemScore, std::optional<Points>>(
          "points_at_most",
          [](const ItemScore& item) {
            return item.open > Points(0) ? std::optional(item.points + item.open) : std::nullopt;
          },
          [](ItemScore& item, std::optional<Points> most) { item.open = *most - item.points; }, AnyOfType{},
          "absent: as points, nothing is open"),
      field("run", &ItemScore::run, run_number, "the latest run that changed it. Absent: 0, the record's own",
            Presence::not_default),
      field("by_hand", &ItemScore::by_hand, AnyOfType{}, "a person gives the points. Absent: false",
            Presence::not_default),
      cause_field<ItemScore>()};
}

constexpr auto fields(const CriterionScore*) {
  return std::tuple{
      field("id", &CriterionScore::id, any_text), field("title", &CriterionScore::title, any_text),
      field("points", &CriterionScore::points), field("max_points", &CriterionScore::max_points)};
}

constexpr auto fields(const BuildRecord*) {
  return std::tuple{field("device", &BuildRecord::device),
                    field("flavour", &BuildRecord::flavour),
                    field("outcome", &BuildRecord::outcome),
                    field("messages", &BuildRecord::messages, any_output, "the compiler's words"),
                    place_field<BuildRecord>(),
                    field("seconds", &BuildRecord::seconds, any_seconds),
                    fixes_field<BuildRecord>()};
}

/// The schema's name. A record of another version is an error, not a guess.
inline constexpr std::string_view record_schema = "gridmark/record/v2";

constexpr auto fields(const GradeRecord*) {
  using Record = GradeRecord;
  constexpr auto left_out = Presence::not_default;
  return std::tuple{
      derived<Record, std::string>(
          "schema", [](const Record&) { return std::string(record_schema); }, [](Record&, std::string) {},
          Exactly{record_schema}),
      field("version", &Record::version, any_text, "gridmark's"),
      field("lab", &Record::lab, any_text),
      field("title", &Record::title, any_text),
      field("submission", &Record::submission, any_text),
      field("device", &Record::device),
      field("sandbox", &Record::sandbox, any_text),
      field("points", &Record::points),
      field("max_points", &Record::max_points),
      field("pass_mark", &Record::pass_mark, Range{0, 1, "a fraction, 0 to 1"}, "fraction of max_points"),
      field("passing", &Record::passing),
      field("complete", &Record::complete, AnyOfType{},
            "false when items were left out. Such a run is not a grade"),
      field("criteria", &Record::criteria, any_list),
      field("items", &Record::items, any_list),
      field("tests", &Record::tests, any_list),
      field("measurements", &Record::measurements, any_list,
            "all that the checker took, so that a changed rubric needs no rerun"),
      field("builds", &Record::builds, any_list),
      field("missing", &Record::missing, any_texts),
      field("ignored", &Record::ignored, any_list),
      field("started", &Record::started, any_text, "UTC, RFC 3339"),
      field("seconds", &Record::seconds, any_seconds, "wall time of the whole grade"),
      field("credit", &Record::credit, AnyOfType{},
            "false: the points show progress and do not count in a grade. Absent: true", left_out),
      field("reviews", &Record::reviews, any_list,
            "decisions of persons about items whose outcome was review. The last one of an item counts. "
            "Absent: "
            "none",
            left_out),
      derived<Record, std::optional<Points>>(
          "points_at_most",
          [](const Record& record) {
            return record.points_at_most > record.points ? std::optional(record.points_at_most)
                                                         : std::nullopt;
          },
          [](Record& record, std::optional<Points> most) { record.points_at_most = *most; }, AnyOfType{},
          "with what is open in each item (its own points_at_most). Absent: nothing is open, and points is "
          "the "
          "total"),
      field("written", &Record::written, AnyOfType{},
            "findings about the report. Absent: the lab asks for none"),
      field("manual", &Record::manual, any_list, "points that persons gave. Absent: none", left_out),
      field("plots", &Record::plots, any_list, "plots that the checker drew. Absent: none", left_out),
      field("deferred", &Record::deferred, any_list, "timed values that no run could take yet. Absent: none",
            left_out),
      field("fingerprints", &Record::fingerprints, AnyOfType{},
            "SHA-256 of the graded files and of lab, rubric and program. Two records are of one grade when "
            "these "
            "agree. Absent: a "
            "record of an older gridmark",
            left_out),
      field("runs", &Record::runs, any_list,
            "the runs that the values are from, the record's own first. The others were merged into it. "
            "Absent: a record of an older gridmark",
            left_out),
      field("excerpts", &Record::excerpts, any_list,
            "the student's own lines around the places of this record, for reports. Absent: none", left_out),
      field("source", &Record::source, AnyOfType{},
            "the source that a batch took the submission from. Absent: graded by itself")};
}

}  // namespace gridmark
