// gridmark-machine: judges and measures this machine and prints JSON. `gridmark doctor --timing` shows the
// result to people.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "labkit/channel/options.h"
#include "labkit/channel/paired_timing_runner.h"
#include "labkit/machine/device_baseline.h"
#include "labkit/machine/host_baseline.h"
#include "labkit/machine/work.h"
#include "labkit/timing/machine_state.h"

namespace gridmark::machine {
namespace {

using nlohmann::json;

struct Settings {
  std::string folder;  ///< folder of the other programs
  bool trust_submission = false;
};

/// Sets the options as in a checker.
void set_options(const Settings& settings) {
  std::vector<std::string> words = {"gridmark-machine", "--sandbox", settings.folder + "/gridmark-sandbox"};
  if (settings.trust_submission) words.push_back("--trust-submission");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  if (const std::string wrong = channel::parse_options(static_cast<int>(arguments.size()), arguments.data());
      !wrong.empty())
    throw std::runtime_error(wrong);
}

json check_json(const channel::MachineCheck& check) {
  const timing::PairedTimingResult& seen = check.result;
  double wall = 0, stalled = 0, stolen = 0, slowest = 0, fastest = 0;
  for (const timing::ProcessSamples& process : seen.processes)
    for (const timing::Pair& pair : process.pairs)
      for (const timing::Timed& timed : {pair.reference, pair.student}) {
        wall += timed.wall_seconds;
        stalled += timed.disturbance.stalled_seconds;
        stolen += timed.disturbance.stolen_seconds;
        const double mhz = timed.disturbance.clock_mhz;
        slowest = slowest == 0 ? mhz : std::min(slowest, mhz);
        fastest = std::max(fastest, mhz);
      }
  return {{"fit", check.fit},
          {"message", check.message},
          {"low", seen.low},
          {"high", seen.high},
          {"processes", seen.log_ratios.size()},
          {"pairs", seen.pairs},
          {"contaminated_pairs", seen.contaminated_pairs},
          {"clock_source", seen.clock_source},
          {"stalled_share", wall > 0 ? stalled / wall : 0},
          {"stolen_share", wall > 0 ? stolen / wall : 0},
          {"clock_mhz", {slowest, fastest}},
          {"seconds", seen.seconds}};
}

json check(const Settings& settings) {
  set_options(settings);
  const auto ask = channel::calls_of<Work>(fresh_work, judge_work);
  const auto start = [&] { return channel::make_transport_to(settings.folder + "/gridmark-machine-worker"); };
  const double load = timing::machine_state().load;
  return {{"load", load},
          {"cores", usable_cores()},
          {"cpu", check_json(channel::check_machine(ask, start, timing::ClockKind::cpu))},
          {"wall", check_json(channel::check_machine(ask, start, timing::ClockKind::wall))}};
}

json host_json(const HostBaseline& host) {
  return {{"processor", host.processor},
          {"cores", host.cores},
          {"clock_mhz", host.clock_mhz},
          {"bytes_per_second", host.bytes_per_second},
          {"flops_per_second", host.flops_per_second},
          {"flops_per_second_of_one_core", host.flops_per_second_of_one_core}};
}

json device_json(const DeviceBaseline& device) {
  return {{"name", device.name},
          {"multiprocessors", device.multiprocessors},
          {"runtime_version", device.runtime_version},
          {"bytes_per_second", device.bytes_per_second},
          {"flops_per_second", device.flops_per_second},
          {"launch_seconds", device.launch_seconds},
          {"copy_alpha_seconds", device.copy_alpha_seconds},
          {"copy_beta_bytes_per_second", device.copy_beta_bytes_per_second}};
}

json baseline() {
  return {{"version", 1},
          {"boot", boot_id()},
          {"host", host_json(measure_host())},
          {"device", device_json(measure_device())}};
}

}  // namespace
}  // namespace gridmark::machine

int main(int argc, char** argv) {
  using namespace gridmark::machine;
  Settings settings;
  CLI::App app(
      "gridmark-machine measures whether this machine can judge time, and how fast it is. Prints JSON.");
  app.require_subcommand(1);
  CLI::App* checking = app.add_subcommand("check", "Time the same work against itself, in fresh sandboxes");
  checking->add_flag("--trust-submission", settings.trust_submission, "Go on where nothing can be isolated");
  app.add_subcommand("baseline",
                     "Measure memory and arithmetic of the processors and of the emulated device");
  CLI11_PARSE(app, argc, argv);
  try {
    settings.folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    fmt::print("{}\n", (checking->parsed() ? check(settings) : baseline()).dump());
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gridmark-machine: {}\n", error.what());
    return 2;
  }
}
