#include "grader/measure/machine_baseline.h"

#include <fmt/format.h>

#include "grader/load/load_machine.h"
#include "grader/system/cache_folder.h"
#include "grader/system/files.h"
#include "grader/system/machine_identity.h"
#include "grader/system/process.h"

namespace gridmark::measure {

namespace fs = std::filesystem;

Result<std::string> output_of(const fs::path& program, std::vector<std::string> words,
                              const system::StopFlag& stop) {
  constexpr double patience_seconds = 120;
  system::ProcessRequest request;
  request.arguments = std::move(words);
  request.arguments.insert(request.arguments.begin(), program.string());
  request.timeout_seconds = patience_seconds;
  const system::ProcessResult ran = TRY(system::run_process(request, stop));
  if (ran.stopped) return failure(Error::Source::toolchain, program, "was stopped");
  if (ran.timed_out) return failure(Error::Source::toolchain, program, "did not end within 120 s");
  if (ran.exit_code == 0) return ran.output;
  return failure(Error::Source::toolchain, program,
                 fmt::format("ended with exit code {}: {}", ran.exit_code, ran.error_output));
}

fs::path baseline_file() {
  const fs::path cache = system::cache_folder();
  return (cache.empty() ? fs::path("/tmp/.cache/gridmark") : cache) / "machine-baseline.json";
}

std::optional<KnownBaseline> kept_baseline() {
  constexpr std::int64_t most_bytes = 1 << 16;
  const fs::path file = baseline_file();
  const auto known = system::read_file(file, most_bytes).and_then([&](const std::string& text) {
    return load::load_baseline(text, file).map([&](const MachineBaseline& baseline) {
      return KnownBaseline{baseline, text, true};
    });
  });
  if (!known || known->baseline.boot.empty() || known->baseline.boot != system::boot_id())
    return std::nullopt;
  if (known->baseline.measured.empty()) return std::nullopt;
  return *known;
}

Result<KnownBaseline> measure_baseline(const system::ProgramPaths& paths, const system::StopFlag& stop,
                                       const std::string& now) {
  const auto printed = TRY(output_of(paths.build / "bin" / "gridmark-machine", {"baseline"}, stop));
  const std::string text = TRY(load::dated_baseline(printed, now));
  const MachineBaseline baseline = TRY(load::load_baseline(text, "machine baseline"));
  return KnownBaseline{baseline, text, false};
}

void keep_baseline(const KnownBaseline& baseline) {
  std::error_code ignored;
  const fs::path file = baseline_file();
  fs::create_directories(file.parent_path(), ignored);
  (void)system::write_file_atomically(file, baseline.text);
}

}  // namespace gridmark::measure
