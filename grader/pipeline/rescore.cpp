#include "grader/pipeline/rescore.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/pipeline/score_again.h"
#include "grader/score/paired_timing_statistics.h"

namespace gridmark::pipeline {
namespace {

std::string knots_text(const Curve& curve) {
  std::string text;
  for (const Knot& knot : curve.knots)
    text += fmt::format("{}{} earns {:.4g}%", text.empty() ? "" : ", ", number_text(knot.limit),
                        100 * knot.fraction);
  return text;
}

/// "full points at 3, were at 2.5", or the old and the new curve.
std::string curve_change(const Curve& before, const Curve& now) {
  const double was = before.knots.front().limit, is = now.knots.front().limit;
  if (was != is) return fmt::format("full points at {}, were at {}", number_text(is), number_text(was));
  return fmt::format("the curve is now {}, was {}", knots_text(now), knots_text(before));
}

const Measurement* first_value(const ItemScore& item) {
  return item.measurements.empty() ? nullptr : &item.measurements.front();
}

/// The causes in order of weight: the item's worth, its curve, its value. Without these, its new reason.
std::string why_changed(const ItemScore& before, const ItemScore& now) {
  std::vector<std::string> causes;
  if (before.max_points != now.max_points)
    causes.push_back(
        fmt::format("worth {}, was {}", points_words(now.max_points), points_text(before.max_points)));
  const Measurement *was = first_value(before), *is = first_value(now);
  if (before.curve && now.curve && *before.curve != *now.curve)
    causes.push_back(curve_change(*before.curve, *now.curve));
  if (was != nullptr && is != nullptr && was->value != is->value)
    causes.push_back(fmt::format("{} is {}, was {}, by its samples", is->name,
                                 value_text(is->value, is->unit), value_text(was->value, was->unit)));
  if (causes.empty() && !now.reason.empty()) causes.push_back(now.reason);
  if (causes.empty()) causes.push_back("an item that it needs has changed");
  std::string text = is == nullptr ? "" : fmt::format("{} {}; ", is->name, value_text(is->value, is->unit));
  for (std::size_t i = 0; i < causes.size(); ++i) text += (i == 0 ? "" : "; ") + causes[i];
  return text;
}

std::vector<ItemChange> changes_between(const GradeRecord& before, const GradeRecord& now) {
  std::vector<ItemChange> changes;
  for (const ItemScore& item : now.items) {
    const ItemScore* old = find_score(before, item.id);
    if (old == nullptr)
      changes.push_back({item.id, 0, 0, item.points, item.max_points, "is new"});
    else if (old->points != item.points || old->open != item.open || old->max_points != item.max_points)
      changes.push_back(
          {item.id, old->points, old->max_points, item.points, item.max_points, why_changed(*old, item)});
  }
  for (const ItemScore& old : before.items)
    if (find_score(now, old.id) == nullptr)
      changes.push_back({old.id, old.points, old.max_points, 0, 0, "is no longer in the rubric"});
  return changes;
}

}  // namespace

Result<RescoredRecord> rescore(const GradeRecord& record, const Rubric& rubric) {
  if (rubric.lab != record.lab)
    return failure(Error::Source::rubric, record.lab,
                   fmt::format("found a rubric of {}, expected one of {}", rubric.lab, record.lab));
  return score_again(record, rubric,
                     score::with_paired_timings_judged_again(results_of(record), rubric, record.device))
      .map([&](GradeRecord scored) {
        RescoredRecord rescored{std::move(scored), {}, false};
        rescored.changes = changes_between(record, rescored.record);
        rescored.differs = rescored.record != record;
        return rescored;
      });
}

}  // namespace gridmark::pipeline
