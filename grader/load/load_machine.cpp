#include "grader/load/load_machine.h"

#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark {
namespace {

constexpr auto source = Error::Source::toolchain;
constexpr char program[] = "gridmark-machine", device_program[] = "gridmark-device-passport";
constexpr Range any_ratio{0, 1e9, "a ratio, 0 or more"};
constexpr Range any_amount{0, 1e21, "a number, 0 or more"};
constexpr Range any_count{0, 1e9, "a whole number, 0 or more"};

SelfDuel read_self_duel(const Node& node) {
  node.keys({"fit", "sentence", "low", "high", "processes", "pairs", "contaminated_pairs", "clock_source",
             "stalled_share", "stolen_share", "clock_mhz", "seconds"});
  SelfDuel read;
  read.fit = node["fit"].truth();
  read.sentence = node["sentence"].text();
  read.pairs = node["pairs"].whole(any_count);
  read.contaminated_pairs = node["contaminated_pairs"].whole(any_count);
  read.clock_source = node["clock_source"].text(0);
  read.stalled_share = node["stalled_share"].number(any_ratio);
  read.stolen_share = node["stolen_share"].number(any_ratio);
  return read;
}

Passport::DeviceCeilings read_device(const Node& node) {
  Passport::DeviceCeilings read;
  read.name = node["name"].text();
  read.bytes_per_second = node["bytes_per_second"].number(any_amount);
  read.flops_per_second = node["flops_per_second"].number(any_amount);
  read.launch_seconds = node["launch_seconds"].number(any_amount);
  read.copy_alpha_seconds = node["copy_alpha_seconds"].number(any_amount);
  read.copy_beta_bytes_per_second = node["copy_beta_bytes_per_second"].number(any_amount);
  return read;
}

Passport read_passport(const Node& root) {
  root.keys({"version", "boot", "host", "device"});
  root["version"].whole({1, 1, "version 1"});
  Passport read;
  read.boot = root["boot"].text(0);
  const Node host = root["host"];
  host.keys({"processor", "cores", "clock_mhz", "bytes_per_second", "flops_per_second",
             "flops_per_second_of_one_core"});
  read.processor = host["processor"].text();
  read.cores = host["cores"].whole(any_count);
  read.clock_mhz = host["clock_mhz"].number(any_amount);
  read.bytes_per_second = host["bytes_per_second"].number(any_amount);
  read.flops_per_second = host["flops_per_second"].number(any_amount);
  read.flops_per_second_of_one_core = host["flops_per_second_of_one_core"].number(any_amount);
  read.device = read_device(root["device"].keys({"name", "multiprocessors", "runtime_version",
                                                 "bytes_per_second", "flops_per_second", "launch_seconds",
                                                 "copy_alpha_seconds", "copy_beta_bytes_per_second"}));
  return read;
}

}  // namespace

Result<TimingCheck> load_timing_check(std::string_view text) {
  return parse_document(text, program, {.source = source}).and_then([](const nlohmann::json& document) {
    Reading reading{source, program};
    const Node root(document, reading);
    root.keys({"load", "cores", "cpu", "wall"});
    TimingCheck read;
    read.load = root["load"].number(any_amount);
    read.cores = root["cores"].whole(any_count);
    read.cpu = read_self_duel(root["cpu"]);
    read.wall = read_self_duel(root["wall"]);
    return finish(reading, std::move(read));
  });
}

Result<Passport> load_passport(std::string_view text, const std::string& where) {
  return parse_document(text, where, {.source = source}).and_then([&](const nlohmann::json& document) {
    Reading reading{source, where};
    Passport read = read_passport(Node(document, reading));
    return finish(reading, std::move(read));
  });
}

Result<std::string> join_passport(std::string_view host, std::string_view device) {
  auto joined = parse_document(host, program, {.source = source});
  if (!joined) return tl::unexpected<Error>(joined.error());
  auto part = parse_document(device, device_program, {.source = source});
  if (!part) return tl::unexpected<Error>(part.error());
  if (!joined->is_object()) return failure(source, program, "printed something else than an object");
  (*joined)["device"] = std::move(*part);
  std::string text = joined->dump(2) + "\n";
  return load_passport(text, program).map([&](const Passport&) { return text; });
}

}  // namespace gridmark
