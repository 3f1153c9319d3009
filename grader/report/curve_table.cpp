#include "grader/report/curve_table.h"

#include "grader/core/number_text.h"

namespace gridmark::report {
namespace {

/// True if the last knot itself still earns points.
bool ends_above_zero(const Curve& curve) { return curve.knots.back().fraction > 0; }

}  // namespace

std::vector<std::pair<std::string, Points>> curve_table(const Curve& curve, const std::string& unit,
                                                        Points worth) {
  std::vector<std::pair<std::string, Points>> rows;
  if (curve.knots.empty()) return rows;
  const bool lower = curve.better == Curve::Better::lower;
  const bool steps = curve.kind == Curve::Kind::steps;
  const Knot* before = nullptr;
  for (const Knot& knot : curve.knots) {
    const std::string limit = value_text(knot.limit, unit);
    if (before != nullptr && !steps)
      rows.emplace_back(value_text((before->limit + knot.limit) / 2, unit),
                        worth * ((before->fraction + knot.fraction) / 2));
    if (before == nullptr)
      rows.emplace_back(knot.limit == 0 && lower ? limit : limit + (lower ? " or less" : " or more"),
                        worth * knot.fraction);  // a counted value is never below 0
    else if (steps || &knot != &curve.knots.back() || ends_above_zero(curve))
      rows.emplace_back((steps ? (lower ? "up to " : "from ") : "") + limit, worth * knot.fraction);
    else
      rows.emplace_back(knot.limit == 0 && !lower ? limit : limit + (lower ? " or more" : " or less"),
                        worth * knot.fraction);
    before = &knot;
  }
  if (ends_above_zero(curve)) rows.emplace_back(lower ? "more" : "less", Points(0));
  return rows;
}

}  // namespace gridmark::report
