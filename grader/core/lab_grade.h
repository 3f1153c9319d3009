#pragma once
// One student's grade of one lab in the gradebook, the class page and the ledger: the points of a record
// after lateness and decisions.
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/manual_points.h"
#include "grader/core/outcome.h"
#include "grader/core/points.h"
#include "grader/core/review_decision.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// The state of one submission.
enum class GradeState {
  graded,
  nothing,  ///< no gradable files were handed in. Not a zero
  error,    ///< the grader could not grade it. Not a zero
  pending   ///< not graded yet: the batch was stopped, or another shard does it
};

constexpr auto names(GradeState) {
  using enum GradeState;
  return EnumNames<GradeState, 4>{
      {{graded, "graded"}, {nothing, "nothing"}, {error, "error"}, {pending, "pending"}}};
}

struct ItemGrade {
  std::string id, title;
  Points points, max_points;
  Outcome outcome = Outcome::not_run;
  std::string reason;
  std::string unmet_need;  ///< as in ItemScore: the reason is a consequence, not a cause
  friend bool operator==(const ItemGrade&, const ItemGrade&) = default;
};

/// A person's decisions about a grade. They stay in force for a new attempt or another rubric.
struct Adjustment {
  std::optional<Points> points;  ///< in place of the record's, before lateness
  Points bonus;                  ///< added after lateness
  bool excused = false;          ///< counts in no total
  bool waived = false;           ///< lateness costs nothing
  friend bool operator==(const Adjustment&, const Adjustment&) = default;
};

/// The points are 0 and mean nothing without a record. Use `has_record` to check: a grade may have a record
/// although its state is an error, because an error can follow a good record.
struct LabGrade {
  std::string lab;
  GradeState state = GradeState::pending;
  std::string why;  ///< one message: what is missing or went wrong, with a kept record too
  bool has_record = false;
  Points points, points_at_most, max_points;  ///< from the record
  double factor = 1;                          ///< the part that remains after lateness
  std::string late;                           ///< the lateness in words
  bool passing = false, complete = true, credit = true;
  double seconds = 0;  ///< wall time of the grade, measured
  std::string commit, committed;
  int attempt = 0, attempts = 0;
  std::string key;         ///< of the attempt: see SubmissionSource
  std::string content;     ///< SHA-256 of the graded files
  std::string rubric;      ///< fingerprint of the rubric that gave the points
  bool fresh = false;      ///< graded by this batch
  bool elsewhere = false;  ///< pending here. Another shard grades it and writes to the ledger
  std::vector<ItemGrade> items;
  std::vector<ReviewDecision> reviews;
  std::vector<ManualPoints> manual;
  Adjustment adjusted;
  friend bool operator==(const LabGrade&, const LabGrade&) = default;

  /// Points that a person gave for files that have changed since.
  int given_before() const {
    int count = 0;
    for (const ManualPoints& one : manual) count += !one.content.empty() && one.content != content ? 1 : 0;
    return count;
  }
  /// Whether there are points, from a record or from a person.
  bool has_points() const { return has_record || adjusted.points; }
  Points counted() const { return after_lateness(adjusted.points.value_or(points)); }
  Points counted_at_most() const { return after_lateness(adjusted.points.value_or(points_at_most)); }
  int waiting_for_review() const { return items_with(Outcome::review); }
  /// Timed items that this machine could not settle. A quieter machine may settle them.
  int deferred() const { return items_with(Outcome::deferred); }
  /// Whether only a new commit or a person can still change the grade.
  bool final() const {
    if (adjusted.points) return true;
    return state == GradeState::graded && complete && points_at_most == points && deferred() == 0 &&
           waiting_for_review() == 0 && given_before() == 0;
  }

 private:
  Points after_lateness(Points before) const {
    return before * (adjusted.waived ? 1 : factor) + adjusted.bonus;
  }
  int items_with(Outcome outcome) const {
    int count = 0;
    for (const ItemGrade& item : items) count += item.outcome == outcome ? 1 : 0;
    return count;
  }
};

constexpr auto fields(const ItemGrade*) {
  return std::tuple{field("id", &ItemGrade::id, any_text),
                    field("title", &ItemGrade::title, any_text),
                    field("points", &ItemGrade::points),
                    field("max_points", &ItemGrade::max_points),
                    field("outcome", &ItemGrade::outcome),
                    field("reason", &ItemGrade::reason, any_text, "", Presence::not_default),
                    field("unmet_need", &ItemGrade::unmet_need, any_text, "", Presence::not_default)};
}

constexpr auto fields(const Adjustment*) {
  constexpr auto left_out = Presence::not_default;
  return std::tuple{field("points", &Adjustment::points),
                    field("bonus", &Adjustment::bonus, AnyOfType{}, "", left_out),
                    field("excused", &Adjustment::excused, AnyOfType{}, "", left_out),
                    field("waived", &Adjustment::waived, AnyOfType{}, "", left_out)};
}

constexpr auto fields(const LabGrade*) {
  using Grade = LabGrade;
  constexpr auto left_out = Presence::not_default;
  return std::tuple{field("lab", &Grade::lab, any_text),
                    field("state", &Grade::state),
                    field("why", &Grade::why, any_text, "", left_out),
                    field("has_record", &Grade::has_record),
                    field("points", &Grade::points),
                    field("points_at_most", &Grade::points_at_most),
                    field("max_points", &Grade::max_points),
                    field("factor", &Grade::factor, Range{0, 1, "a fraction, 0 to 1"}),
                    field("late", &Grade::late, any_text, "", left_out),
                    field("passing", &Grade::passing),
                    field("complete", &Grade::complete),
                    field("credit", &Grade::credit),
                    field("seconds", &Grade::seconds, any_seconds),
                    field("commit", &Grade::commit, any_text, "", left_out),
                    field("committed", &Grade::committed, any_text, "", left_out),
                    field("attempt", &Grade::attempt, small_count),
                    field("attempts", &Grade::attempts, small_count),
                    field("key", &Grade::key, any_text, "", left_out),
                    field("content", &Grade::content, any_text, "", left_out),
                    field("rubric", &Grade::rubric, any_text, "", left_out),
                    field("items", &Grade::items, any_list, "", left_out),
                    field("reviews", &Grade::reviews, any_list, "", left_out),
                    field("manual", &Grade::manual, any_list, "", left_out),
                    field("adjusted", &Grade::adjusted, AnyOfType{}, "", left_out)};
}

}  // namespace gridmark
