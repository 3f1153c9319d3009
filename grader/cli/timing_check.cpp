#include "grader/cli/timing_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_machine.h"
#include "grader/pipeline/timed_machine.h"

namespace gridmark::cli {
namespace {

void print_line(const std::string& subject, const std::string& state) {
  fmt::print("{:<10} {}\n", subject, state);
}

void show_baseline(const MachineBaseline& baseline, const std::string& remark) {
  constexpr double giga = 1e9, micro = 1e-6;
  const MachineBaseline::DeviceCeilings& device = baseline.device;
  print_line(
      "machine",
      fmt::format("{}, {} cores{}", baseline.host.processor, baseline.host.cores,
                  baseline.host.clock_mhz > 0 ? fmt::format(", {:.0f} MHz", baseline.host.clock_mhz) : ""));
  print_line("", fmt::format("{:.1f} GB/s of memory, {:.0f} GFLOP/s ({:.0f} a core), FP32, measured",
                             baseline.host.bytes_per_second / giga, baseline.host.flops_per_second / giga,
                             baseline.host.flops_per_second_of_one_core / giga));
  print_line("device", fmt::format("{}: {:.1f} GB/s, {:.1f} GFLOP/s, a launch {:.1f} us, measured",
                                   device.name, device.bytes_per_second / giga,
                                   device.flops_per_second / giga, device.launch_seconds / micro));
  print_line("", fmt::format("a copy to it takes {:.1f} us and goes on at {:.1f} GB/s",
                             device.copy_alpha_seconds / micro, device.copy_beta_bytes_per_second / giga));
  print_line("", remark);
}

std::string verdict_on(const SelfPairedTiming& seen) {
  return fmt::format("{}: {}", seen.fit ? "steady" : "too restless", seen.message);
}

std::string clock_words(const std::string& source) {
  if (source == "processes") return "the processes' own clocks: a child that ends early may go uncounted";
  return "the sandbox's control group (" + source + ")";
}

void show_unrest(const TimingCheck& check) {
  constexpr double noticeable = 0.02;
  const SelfPairedTiming& seen = check.wall;
  if (check.load > 0.5)
    print_line("", fmt::format("{:.1f} threads wanted the {} cores in the last minute: close other programs",
                               check.load, check.cores));
  if (seen.stalled_share > noticeable)
    print_line("", fmt::format("for {:.0f}% of the time a thread waited for a core",
                               100 * std::min(seen.stalled_share, 1.0)));
  if (seen.stolen_share > noticeable)
    print_line(
        "", fmt::format("for {:.0f}% of the time the host gave this machine's cores to others: use a quieter "
                        "host, or one with reserved cores",
                        100 * seen.stolen_share));
}

int show_check(const TimingCheck& check) {
  print_line("timing", "CPU time is " + verdict_on(check.cpu));
  print_line("", "read from " + clock_words(check.cpu.clock_source));
  print_line("", "wall time is " + verdict_on(check.wall));
  if (!check.wall.fit || !check.cpu.fit) show_unrest(check);
  if (!check.cpu.fit)
    print_line("",
               "timed items are deferred here. Grade again when the machine is quiet, or on another machine");
  else if (!check.wall.fit)
    print_line("", "timed items are judged, but those about parallelism need wall time and are deferred");
  else
    print_line("", "all timed items are judged");
  return check.cpu.fit ? exit_passing : exit_below;
}

int give_up(const Error& error) {
  print_error(error);
  return exit_not_graded;
}

}  // namespace

int check_timing(const system::ProgramPaths& paths, const system::StopFlag& stop) {
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  progress.show("timing the same work against itself, about 10 s");
  const auto checked = measure::output_of(paths.build / "bin" / "gridmark-machine", {"check"}, stop)
                           .and_then([](const std::string& text) { return load::load_timing_check(text); });
  progress.clear();
  if (!checked) return give_up(checked.error());
  const int exit_code = show_check(*checked);
  const std::string kept = "kept until the machine restarts: " + measure::baseline_file().string();
  if (const auto known = measure::kept_baseline()) {
    show_baseline(known->baseline, fmt::format("measured {}, {}", known->baseline.measured, kept));
    return exit_code;
  }
  const bool steady = checked->cpu.fit && checked->wall.fit;
  progress.show("measuring the speed of the machine");
  const auto baseline = measure::measure_baseline(paths, stop, system::SystemClock().utc_now());
  progress.clear();
  if (!baseline) return give_up(baseline.error());
  if (steady) measure::keep_baseline(*baseline);
  show_baseline(
      baseline->baseline,
      steady ? kept : "other programs ran during the measurement, so the values are too low and not kept");
  return exit_code;
}

}  // namespace gridmark::cli
