#include "grader/load/common_values.h"
#include "grader/load/measurement_json.h"
#include "grader/load/protocol_values.h"
#include "grader/load/read_value.h"

namespace gridmark {
namespace {

/// What plans mean that have no looks, of an older gridmark: one after each process from the least on.
int most_looks(const DuelPlan& plan) { return plan.most_processes - plan.least_processes + 1; }

void check_plan(const Node& node, DuelPlan& plan) {
  if (plan.most_processes < plan.least_processes)
    return node["most_processes"].expected("at least as many as least_processes");
  const auto looks = node.find("looks");
  if (!looks) plan.looks = most_looks(plan);
  if (plan.looks > most_looks(plan))
    looks->expected("a number of looks, at most one after each process from the least on");
}

}  // namespace

DuelFacts read_duel(const Node& node) {
  DuelFacts duel = read_value<DuelFacts>(node);
  if (node.failed()) return duel;
  if (const auto plan = node.find("plan"))
    check_plan(*plan, duel.plan);
  else
    duel.plan = DuelPlan{5, 16, 12, 0.01};
  return duel;
}

Deferral read_deferral(const Node& node) {
  node.keys({"measurement", "reason", "test", "run", "duel"});
  Deferral deferral{node["measurement"].text(1, 256), node["reason"].text(1, most_sentence), read_run(node)};
  if (const auto duel = node.find("duel")) deferral.duel = read_duel(*duel);
  return deferral;
}

}  // namespace gridmark
