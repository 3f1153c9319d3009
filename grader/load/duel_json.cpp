#include "grader/load/duel_json.h"

#include "grader/load/measurement_json.h"

namespace gridmark {
namespace {

constexpr std::size_t most_processes = 1000, most_pairs = 1000;
constexpr Range ratio{0, 1e12, "a ratio, 0 or more"};
constexpr Range seconds{0, 1e9, "a number of seconds, 0 or more"};
constexpr Range any_seconds{-1e9, 1e9, "a number of seconds"};  // a late reading of a counter may be less
constexpr Range megahertz{0, 1e6, "a clock in MHz, 0 where unknown"};
constexpr Range count{0, 1e6, "a whole number, 0 to 1000000"};

DuelCall read_call(const Node& node) {
  const std::vector<Node> numbers = node.elements(6);
  if (numbers.size() != 6) {
    node.expected("6 numbers: CPU, wall, waited, stalled and stolen seconds, MHz");
    return {};
  }
  return {numbers[0].number(any_seconds), numbers[1].number(any_seconds), numbers[2].number(any_seconds),
          numbers[3].number(any_seconds), numbers[4].number(any_seconds), numbers[5].number(megahertz)};
}

DuelProcess read_process(const Node& node) {
  node.keys({"overhead_seconds", "pairs"});
  DuelProcess process;
  process.overhead_seconds = node["overhead_seconds"].number(any_seconds);
  for (const Node& pair : node["pairs"].elements(most_pairs)) {
    pair.keys({"reference", "student"});
    process.pairs.push_back({read_call(pair["reference"]), read_call(pair["student"])});
  }
  return process;
}

}  // namespace

DuelFacts read_duel(const Node& node) {
  node.keys({"low", "high", "settled", "clock", "clock_source", "questions_per_bell", "pairs",
             "contaminated_pairs", "seconds", "processes"});
  DuelFacts duel;
  duel.low = node["low"].number(ratio);
  duel.high = node["high"].number(ratio);
  duel.settled = node["settled"].truth();
  duel.clock = node["clock"].text(1, 16);
  duel.clock_source = node["clock_source"].text(0, 64);
  duel.questions_per_bell = static_cast<int>(node["questions_per_bell"].whole(count));
  duel.pairs = static_cast<int>(node["pairs"].whole(count));
  duel.contaminated_pairs = static_cast<int>(node["contaminated_pairs"].whole(count));
  duel.seconds = node["seconds"].number(seconds);
  for (const Node& process : node["processes"].elements(most_processes))
    duel.processes.push_back(read_process(process));
  return duel;
}

Deferral read_deferral(const Node& node) {
  node.keys({"measurement", "reason", "test"});
  return {node["measurement"].text(1, 256), node["reason"].text(1, most_sentence)};
}

}  // namespace gridmark
