#include "grader/load/common_values.h"
#include "grader/load/measurement_json.h"
#include "grader/load/protocol_values.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

/// What plans mean that have no looks, of an older gridmark: one after each process from the least on.
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

PairedTimingFacts read_paired_timing(const Node& node) {
  PairedTimingFacts paired_timing = read_value<PairedTimingFacts>(node);
  if (node.failed()) return paired_timing;
  if (const auto plan = node.find("plan"))
    check_plan(*plan, paired_timing.plan);
  else
    paired_timing.plan = PairedTimingPlan{5, 16, 12, 0.01};
  return paired_timing;
}

Deferral read_deferral(const Node& node) {
  node.keys({"measurement", "reason", "test", "run", "paired_timing"});
  Deferral deferral{node["measurement"].text(1, 256), node["reason"].text(1, most_message), read_run(node)};
  if (const auto paired_timing = node.find("paired_timing"))
    deferral.paired_timing = read_paired_timing(*paired_timing);
  return deferral;
}

}  // namespace gridmark::load
