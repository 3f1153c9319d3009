#include "grader/load/curve_json.h"

#include <fmt/format.h>

#include "grader/core/number_text.h"

namespace gridmark::load {
namespace {

Knot read_knot(const Node& node) {
  const std::vector<Node> pair = node.elements();
  if (pair.size() != 2) {
    node.fail(fmt::format("found {} element{}, expected a limit and a fraction", pair.size(),
                          pair.size() == 1 ? "" : "s"));
    return {};
  }
  return {pair[0].number({-1e300, 1e300, "a limit, a number"}),
          pair[1].number({0, 1, "a fraction of the points, 0 to 1"})};
}

/// The last of `knots` against the one before it.
void check_order(const Node& node, Curve::Better better, const std::vector<Knot>& knots) {
  const Knot& knot = knots.back();
  if (knots.size() == 1) {
    if (knot.fraction != 1)
      node.fail(
          fmt::format("found the fraction {}, expected 1 at the first knot: else nobody can earn all points",
                      number_text(knot.fraction)));
    return;
  }
  const Knot& before = knots[knots.size() - 2];
  const bool lower = better == Curve::Better::lower;
  if (lower ? knot.limit <= before.limit : knot.limit >= before.limit)
    node.fail(fmt::format(
        "found the limit {} after {}, expected a {} one: \"better\" is \"{}\", so the best comes first",
        number_text(knot.limit), number_text(before.limit), lower ? "larger" : "smaller", name_of(better)));
  if (knot.fraction > before.fraction)
    node.fail(fmt::format("found the fraction {} after {}, expected none that rises: the best comes first",
                          number_text(knot.fraction), number_text(before.fraction)));
}

}  // namespace

Curve read_curve(const Node& node) {
  node.keys({"kind", "better", "knots"});
  Curve curve;
  curve.kind = node["kind"].one_of<Curve::Kind>();
  curve.better = node["better"].one_of<Curve::Better>();
  const Node knots = node["knots"];
  for (const Node& element : knots.elements(100)) {
    curve.knots.push_back(read_knot(element));
    check_order(element, curve.better, curve.knots);
  }
  if (curve.knots.empty()) knots.expected("at least one knot [limit, fraction]");
  return curve;
}

}  // namespace gridmark::load
