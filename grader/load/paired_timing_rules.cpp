#include "grader/load/value_rules.h"

namespace gridmark::load {
namespace {

/// The default for plans without looks, from an older gridmark: one look after each process from the least
/// on.
int most_looks(const PairedTimingPlan& plan) { return plan.most_processes - plan.least_processes + 1; }

void check_plan(const Node& node, PairedTimingPlan& plan) {
  if (plan.most_processes < plan.least_processes)
    return node["most_processes"].expected("at least as many as least_processes");
  const auto looks = node.find("looks");
  if (!looks) plan.looks = most_looks(plan);
  if (plan.looks > most_looks(plan))
    looks->expected("a number of looks, at most one after each process from the least on");
}

}  // namespace

void check_rules(const Node& node, PairedTimingFacts& paired_timing) {
  if (const auto plan = node.find("plan"))
    check_plan(*plan, paired_timing.plan);
  else
    paired_timing.plan = PairedTimingPlan{5, 16, 12, 0.01};
}

}  // namespace gridmark::load
