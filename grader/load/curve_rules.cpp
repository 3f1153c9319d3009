#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/load/value_rules.h"

namespace gridmark::load {
namespace {

void check_order(const Node& node, Curve::Better better, const Knot& before, const Knot& knot) {
  const bool lower = better == Curve::Better::lower;
  if (lower ? knot.limit <= before.limit : knot.limit >= before.limit)
    node.fail(fmt::format(
        "found the limit {} after {}, expected a {} one: \"better\" is \"{}\", so the best comes first",
        number_text(knot.limit), number_text(before.limit), lower ? "larger" : "smaller", name_of(better)));
  if (knot.fraction > before.fraction)
    node.fail(fmt::format(
        "found the fraction {} after {}, expected fractions that do not increase: list the best limit first",
        number_text(knot.fraction), number_text(before.fraction)));
}

}  // namespace

void check_rules(const Node& node, const Curve& curve) {
  const std::vector<Node> nodes = node["knots"].elements();
  if (curve.knots.front().fraction != 1)
    nodes.front().fail(fmt::format(
        "found the fraction {}, expected 1 at the first knot: otherwise full points are impossible",
        number_text(curve.knots.front().fraction)));
  for (std::size_t i = 1; i < nodes.size(); ++i)
    check_order(nodes[i], curve.better, curve.knots[i - 1], curve.knots[i]);
}

}  // namespace gridmark::load
