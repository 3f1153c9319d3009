#include "grader/pipeline/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "base/nearest.h"
#include "grader/core/number_text.h"

namespace gridmark::pipeline {
namespace {

constexpr double most_times = 1000;  // a limit further away is a slip of the finger

/// `value` to six digits, as a person would write it.
double six_digits(double value) { return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr); }

double as_it_comes(double value) { return value; }

tl::unexpected<Error> bad_limit(double limit, const std::string& expected) {
  return failure(
      Error::Source::usage, "--limit",
      fmt::format("found {}, expected {}. Use `--rubric FILE` to try a curve that you wrote yourself",
                  number_text(limit), expected));
}

Result<void> check_limit(const Curve& curve, double limit) {
  const double old = curve.knots.front().limit;
  if (!std::isfinite(limit)) return bad_limit(limit, "a number");
  if (old == 0) {
    if (limit < 0) return bad_limit(limit, "0 or more");
    return {};
  }
  if (limit == 0 && curve.knots.size() == 1) return {};
  const double times = limit / old;
  if (times >= 1 / most_times && times <= most_times) return {};
  return bad_limit(limit,
                   fmt::format("{} to {}, because the limit is {} now",
                               number_text(std::min(old / most_times, old * most_times)),
                               number_text(std::max(old / most_times, old * most_times)), number_text(old)));
}

Curve moved(Curve curve, double limit, double (*rounded)(double)) {
  const double old = curve.knots.front().limit;
  for (Knot& knot : curve.knots)
    knot.limit = rounded(old == 0 ? knot.limit + limit : knot.limit * (limit / old));
  curve.knots.front().limit = limit;
  return curve;
}

bool is_in_order(const Curve& curve) {
  const auto meets = [&](const Knot& a, const Knot& b) {
    return curve.better == Curve::Better::lower ? a.limit >= b.limit : a.limit <= b.limit;
  };
  return std::adjacent_find(curve.knots.begin(), curve.knots.end(), meets) == curve.knots.end();
}

Item* find_item(Rubric& rubric, const std::string& id) {
  for (Criterion& criterion : rubric.criteria)
    for (Item& item : criterion.items)
      if (item.id == id) return &item;
  return nullptr;
}

std::string why_no_limit(const Item& item) {
  if (item.manual) return "a person gives its points";
  if (item.report) return "it is about the report";
  return "it is earned by tests";
}

WhatIfStudent row_of(const WhatIfGrade& grade, const std::string& item) {
  const auto points_of = [&](const LabGrade& one) {
    const auto found = std::find_if(one.items.begin(), one.items.end(),
                                    [&](const ItemGrade& each) { return each.id == item; });
    return found == one.items.end() ? Points(0) : found->points;
  };
  WhatIfStudent row;
  row.id = grade.student.id;
  row.name = grade.student.name;
  row.before = grade.before.counted();
  row.after = grade.after.counted();
  row.before_at_most = grade.before.counted_at_most();
  row.after_at_most = grade.after.counted_at_most();
  row.item_before = points_of(grade.before);
  row.item_after = points_of(grade.after);
  row.passing_before = grade.before.passing;
  row.passing_after = grade.after.passing;
  row.value = grade.value;
  return row;
}

LabStatistics statistics_with(const LabHeading& lab, const std::vector<WhatIfGrade>& grades,
                              LabGrade WhatIfGrade::*which) {
  ClassBook book;
  book.labs = {lab};
  for (const WhatIfGrade& grade : grades) book.students.push_back({grade.student, {grade.*which}});
  return statistics_of(book, 0);
}

}  // namespace

Result<Curve> with_limit(const Curve& curve, double limit) {
  TRY(check_limit(curve, limit));
  if (limit == curve.knots.front().limit) return curve;
  Curve now = moved(curve, limit, six_digits);
  if (!is_in_order(now)) now = moved(curve, limit, as_it_comes);
  if (!is_in_order(now)) return bad_limit(limit, "a limit that keeps the knots of the curve apart");
  return now;
}

Result<const Target*> find_target(const Rubric& rubric, const std::string& item, Device device) {
  std::vector<std::string> ids;
  for (const Item* one : items_of(rubric)) {
    ids.push_back(one->id);
    if (one->id != item) continue;
    if (one->targets.empty())
      return failure(Error::Source::usage, item,
                     "has no limit, because " + why_no_limit(*one) + ". Name a counted or timed item");
    const auto target = one->targets.find(device);
    if (target != one->targets.end()) return &target->second;
    return failure(Error::Source::usage, "--device",
                   fmt::format("found {}, expected {}: {} has no target for the {} device", name_of(device),
                               name_of(one->targets.begin()->first), item, name_of(device)));
  }
  return failure(Error::Source::usage, "ITEM",
                 fmt::format("found no item \"{}\" in {}{}", item, rubric.lab, suggestion(item, ids)));
}

Result<Rubric> with_limit(const Rubric& rubric, const LimitChange& change) {
  const Target* target = TRY(find_target(rubric, change.item, change.device));
  Curve curve = TRY(with_limit(target->curve, change.limit));
  Rubric now = rubric;
  now.fingerprint.clear();
  find_item(now, change.item)->targets.at(change.device).curve = std::move(curve);
  return now;
}

WhatIf what_if(const LabHeading& lab, const Rubric& before, const Rubric& after, const LimitChange& change,
               const std::vector<WhatIfGrade>& grades) {
  WhatIf all;
  all.lab = lab.name;
  all.title = lab.title;
  all.item = change.item;
  all.device = change.device;
  for (const Item* item : items_of(after)) {
    if (item->id != change.item) continue;
    const Target& target = item->targets.at(change.device);
    all.item_title = item->title;
    all.measurement = target.measurement;
    all.unit = target.unit;
    all.curve_after = target.curve;
    all.item_points = item->points;
  }
  for (const Item* item : items_of(before))
    if (item->id == change.item) all.curve_before = item->targets.at(change.device).curve;
  all.max_points = total_points(after);
  all.pass_mark = after.passing;
  all.before = statistics_with(lab, grades, &WhatIfGrade::before);
  all.after = statistics_with(lab, grades, &WhatIfGrade::after);
  for (const WhatIfGrade& grade : grades) {
    all.students.push_back(row_of(grade, change.item));
    all.other_rubric += grade.before.rubric == before.fingerprint ? 0 : 1;
  }
  return all;
}

std::optional<double> value_of_item(const GradeRecord& record, const std::string& item) {
  const ItemScore* score = find_score(record, item);
  if (score == nullptr || score->measurements.empty()) return std::nullopt;
  return score->measurements.front().value;
}

}  // namespace gridmark::pipeline
