#include "grader/load/load_machine.h"

#include "grader/core/value_limits.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

constexpr auto machine_source = Error::Source::toolchain;
constexpr char program[] = "gridmark-machine";
constexpr Range any_ratio{0, 1e9, "a ratio, 0 or more"};

SelfPairedTiming read_self_paired_timing(const Node& node) {
  node.keys({"fit", "message", "low", "high", "processes", "pairs", "contaminated_pairs", "clock_source",
             "stalled_share", "stolen_share", "clock_mhz", "seconds"});
  SelfPairedTiming read;
  read.fit = node["fit"].truth();
  read.message = node["message"].text();
  read.pairs = node["pairs"].whole(any_count);
  read.contaminated_pairs = node["contaminated_pairs"].whole(any_count);
  read.clock_source = node["clock_source"].text(0);
  read.stalled_share = node["stalled_share"].number(any_ratio);
  read.stolen_share = node["stolen_share"].number(any_ratio);
  return read;
}

}  // namespace

Result<TimingCheck> load_timing_check(std::string_view text) {
  const auto document = TRY(parse_document(text, program, {.source = machine_source}));
  Reading reading{machine_source, program};
  const Node root(document, reading);
  root.keys({"load", "cores", "cpu", "wall"});
  TimingCheck read;
  read.load = root["load"].number(any_amount);
  read.cores = root["cores"].whole(any_count);
  read.cpu = read_self_paired_timing(root["cpu"]);
  read.wall = read_self_paired_timing(root["wall"]);
  return finish(reading, std::move(read));
}

Result<MachineBaseline> load_baseline(std::string_view text, const std::string& where) {
  const auto document = TRY(parse_document(text, where, {.source = machine_source}));
  Reading reading{machine_source, where};
  MachineBaseline read = read_value<MachineBaseline>(Node(document, reading));
  return finish(reading, std::move(read));
}

Result<std::string> dated_baseline(std::string_view printed, const std::string& measured) {
  auto dated = TRY(parse_document(printed, program, {.source = machine_source}));
  if (!dated.is_object()) return failure(machine_source, program, "printed something else than an object");
  dated["measured"] = measured;
  std::string text = dated.dump(2) + "\n";
  return load_baseline(text, program).map([&](const MachineBaseline&) { return text; });
}

}  // namespace gridmark::load
