#include "grader/load/duel_json.h"

#include "grader/load/common_values.h"
#include "grader/load/measurement_json.h"

namespace gridmark {
namespace {

// A plan has 20 processes of 8 pairs as a rule. So many more are a broken checker's, and ten duels with the
// most that is taken are still a record that a person's editor opens (10 MB).
constexpr std::size_t most_processes = 100, most_pairs = 100;
constexpr Range ratio{0, 1e12, "a ratio, 0 or more"};
constexpr Range counter_seconds{-1e9, 1e9, "a number of seconds"};  // a late reading of a counter may be less
constexpr Range megahertz{0, 1e6, "a clock in MHz, 0 where unknown"};
constexpr Range pair_count{0, 1e6, "a whole number, 0 to 1000000"};

DuelCall read_duel_call(const Node& node) {
  const std::vector<Node> numbers = node.elements(6);
  if (numbers.size() != 6) {
    node.expected("6 numbers: CPU, wall, waited, stalled and stolen seconds, MHz");
    return {};
  }
  return {numbers[0].number(counter_seconds), numbers[1].number(counter_seconds),
          numbers[2].number(counter_seconds), numbers[3].number(counter_seconds),
          numbers[4].number(counter_seconds), numbers[5].number(megahertz)};
}

DuelProcess read_process(const Node& node) {
  node.keys({"overhead_seconds", "pairs"});
  DuelProcess process;
  process.overhead_seconds = node["overhead_seconds"].number(counter_seconds);
  for (const Node& pair : node["pairs"].elements(most_pairs)) {
    pair.keys({"reference", "student"});
    process.pairs.push_back({read_duel_call(pair["reference"]), read_duel_call(pair["student"])});
  }
  return process;
}

constexpr Range process_count{2, most_processes, "a number of processes, 2 to 100"};
constexpr Range error_rate{1e-9, 0.5, "a chance of error, above 0 and at most 0.5"};
constexpr Range amount{0, 1e21, "a number, 0 or more"};

/// What plans mean that have no looks, of an older gridmark: one after each process from the least on.
int most_looks(const DuelPlan& plan) { return plan.most_processes - plan.least_processes + 1; }

DuelPlan read_plan(const Node& node) {
  node.keys({"least_processes", "most_processes", "looks", "error_rate"});
  DuelPlan plan;
  plan.least_processes = static_cast<int>(node["least_processes"].whole(process_count));
  plan.most_processes = static_cast<int>(node["most_processes"].whole(process_count));
  plan.error_rate = node["error_rate"].number(error_rate);
  if (plan.most_processes < plan.least_processes) {
    node["most_processes"].expected("at least as many as least_processes");
    return plan;
  }
  plan.looks = most_looks(plan);
  if (const auto looks = node.find("looks"))
    plan.looks = static_cast<int>(
        looks->whole({1, static_cast<double>(plan.looks),
                      "a number of looks, at most one after each process from the least on"}));
  return plan;
}

DuelWork read_work(const Node& node) {
  node.keys({"flops", "bytes"});
  return {node["flops"].number(amount), node["bytes"].number(amount)};
}

}  // namespace

DuelFacts read_duel(const Node& node) {
  node.keys({"low", "high", "settled", "clock", "clock_source", "questions_per_bell", "pairs",
             "contaminated_pairs", "seconds", "processes", "plan", "work"});
  DuelFacts duel;
  duel.low = node["low"].number(ratio);
  duel.high = node["high"].number(ratio);
  duel.settled = node["settled"].truth();
  duel.clock = node["clock"].text(1, 16);
  if (!node.failed() && duel.clock != "cpu" && duel.clock != "wall" && duel.clock != "device")
    node["clock"].expected("cpu, wall or device");
  duel.clock_source = node["clock_source"].text(0, 64);
  duel.questions_per_bell = static_cast<int>(node["questions_per_bell"].whole(pair_count));
  duel.pairs = static_cast<int>(node["pairs"].whole(pair_count));
  duel.contaminated_pairs = static_cast<int>(node["contaminated_pairs"].whole(pair_count));
  duel.seconds = node["seconds"].number(any_seconds);
  for (const Node& process : node["processes"].elements(most_processes))
    duel.processes.push_back(read_process(process));
  const auto plan = node.find("plan");
  duel.plan = plan ? read_plan(*plan) : DuelPlan{5, 16, 12, 0.01};
  if (const auto work = node.find("work")) duel.work = read_work(*work);
  return duel;
}

Deferral read_deferral(const Node& node) {
  node.keys({"measurement", "reason", "test", "run", "duel"});
  Deferral deferral{node["measurement"].text(1, 256), node["reason"].text(1, most_sentence), read_run(node)};
  if (const auto duel = node.find("duel")) deferral.duel = read_duel(*duel);
  return deferral;
}

}  // namespace gridmark
