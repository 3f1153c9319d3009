#include "grader/cli/timing_examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_machine.h"
#include "grader/system/files.h"
#include "grader/system/process.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

void line(const std::string& subject, const std::string& state) { fmt::print("{:<10} {}\n", subject, state); }

/// What one of gridmark's own programs prints.
Result<std::string> output_of(const fs::path& program, std::vector<std::string> words, const StopFlag& stop) {
  constexpr double patience_seconds = 120;
  ProcessRequest request;
  request.arguments = std::move(words);
  request.arguments.insert(request.arguments.begin(), program.string());
  request.timeout_seconds = patience_seconds;
  return run_process(request, stop).and_then([&](const ProcessResult& ran) -> Result<std::string> {
    if (ran.stopped) return failure(Error::Source::toolchain, program, "was stopped");
    if (ran.timed_out) return failure(Error::Source::toolchain, program, "did not end within 120 s");
    if (ran.exit_code == 0) return ran.output;
    return failure(Error::Source::toolchain, program,
                   fmt::format("ended with exit code {}: {}", ran.exit_code, ran.error_output));
  });
}

fs::path passport_file() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return fs::path(cache) / "gridmark" / "passport.json";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr && *home == '/' ? home : "/tmp") / ".cache" / "gridmark" / "passport.json";
}

std::string boot_id() {
  std::string text = read_file("/proc/sys/kernel/random/boot_id", 256).value_or("");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The passport of this start of the machine, if it has been measured.
std::optional<Passport> known_passport(const fs::path& file) {
  constexpr std::int64_t most_bytes = 1 << 16;
  const auto known = read_file(file, most_bytes).and_then([&](const std::string& text) {
    return load_passport(text, file);
  });
  if (!known || known->boot.empty() || known->boot != boot_id()) return std::nullopt;
  return *known;
}

/// Kept only where the machine was steady: among other programs it would look slower than it is.
Result<Passport> measure_passport(const ProgramPaths& paths, const fs::path& file, bool keep,
                                  const StopFlag& stop) {
  const fs::path bin = paths.build / "bin";
  const auto host = output_of(bin / "gridmark-machine", {"passport"}, stop);
  if (!host) return tl::unexpected<Error>(host.error());
  const auto device = output_of(bin / "gridmark-device-passport", {}, stop);
  if (!device) return tl::unexpected<Error>(device.error());
  return join_passport(*host, *device).and_then([&](const std::string& text) {
    std::error_code ignored;  // a passport that cannot be kept is measured again
    if (keep) fs::create_directories(file.parent_path(), ignored);
    if (keep) (void)write_file_atomically(file, text);
    return load_passport(text, file);
  });
}

void show_passport(const Passport& passport, const std::string& remark) {
  constexpr double giga = 1e9, micro = 1e-6;
  const Passport::DeviceCeilings& device = passport.device;
  line("machine", fmt::format("{}, {} cores{}", passport.processor, passport.cores,
                              passport.clock_mhz > 0 ? fmt::format(", {:.0f} MHz", passport.clock_mhz) : ""));
  line("", fmt::format("{:.1f} GB/s of memory, {:.0f} GFLOP/s ({:.0f} a core), FP32, measured",
                       passport.bytes_per_second / giga, passport.flops_per_second / giga,
                       passport.flops_per_second_of_one_core / giga));
  line("device", fmt::format("{}: {:.1f} GB/s, {:.1f} GFLOP/s, a launch {:.1f} us, measured", device.name,
                             device.bytes_per_second / giga, device.flops_per_second / giga,
                             device.launch_seconds / micro));
  line("", fmt::format("a copy to it takes {:.1f} us and goes on at {:.1f} GB/s",
                       device.copy_alpha_seconds / micro, device.copy_beta_bytes_per_second / giga));
  line("", remark);
}

std::string verdict_on(const SelfDuel& seen) {
  return fmt::format("{}: {}", seen.fit ? "steady" : "too restless", seen.sentence);
}

std::string clock_words(const std::string& source) {
  if (source == "processes") return "the processes' own clocks: a child that ends early may go uncounted";
  return "the sandbox's control group (" + source + ")";
}

void show_unrest(const TimingCheck& check) {
  constexpr double noticeable = 0.02;
  const SelfDuel& seen = check.wall;
  if (check.load > 0.5)
    line("", fmt::format("{:.1f} threads wanted the {} cores in the last minute: close other programs",
                         check.load, check.cores));
  if (seen.stalled_share > noticeable)
    line("", fmt::format("for {:.0f}% of the time a thread waited for a core",
                         100 * std::min(seen.stalled_share, 1.0)));
  if (seen.stolen_share > noticeable)
    line("",
         fmt::format("for {:.0f}% of the time the host gave this machine's cores to others: take a quieter "
                     "host, or one with cores of its own",
                     100 * seen.stolen_share));
}

int show_check(const TimingCheck& check) {
  line("timing", "CPU time is " + verdict_on(check.cpu));
  line("", "read from " + clock_words(check.cpu.clock_source));
  line("", "wall time is " + verdict_on(check.wall));
  if (!check.wall.fit || !check.cpu.fit) show_unrest(check);
  if (!check.cpu.fit)
    line("", "timed items are deferred here: grade again when the machine is quiet, or on another");
  else if (!check.wall.fit)
    line("", "timed items are judged; those about parallelism, which need wall time, are deferred");
  else
    line("", "all timed items are judged");
  return check.cpu.fit ? exit_passing : exit_below;
}

int give_up(const Error& error) {
  print_error(error);
  return exit_not_graded;
}

}  // namespace

int examine_timing(const ProgramPaths& paths, const StopFlag& stop) {
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  progress.show("timing the same work against itself, some 10 s");
  const auto checked = output_of(paths.build / "bin" / "gridmark-machine", {"check"}, stop)
                           .and_then([](const std::string& text) { return load_timing_check(text); });
  progress.clear();
  if (!checked) return give_up(checked.error());
  const int exit_code = show_check(*checked);
  const fs::path file = passport_file();
  const std::string kept = "kept until the machine starts anew: " + file.string();
  if (const auto known = known_passport(file)) {
    show_passport(*known, kept);
    return exit_code;
  }
  const bool steady = checked->cpu.fit && checked->wall.fit;
  progress.show("measuring what the machine can do");
  const auto passport = measure_passport(paths, file, steady, stop);
  progress.clear();
  if (!passport) return give_up(passport.error());
  show_passport(*passport, steady ? kept : "measured beside other programs, so these are too low; not kept");
  return exit_code;
}

}  // namespace gridmark
