#include "grader/measure/machine_passport.h"

#include <fmt/format.h>

#include "grader/load/load_machine.h"
#include "grader/system/cache_folder.h"
#include "grader/system/files.h"
#include "grader/system/machine_identity.h"
#include "grader/system/process.h"

namespace gridmark {

namespace fs = std::filesystem;

Result<std::string> output_of(const fs::path& program, std::vector<std::string> words, const StopFlag& stop) {
  constexpr double patience_seconds = 120;
  ProcessRequest request;
  request.arguments = std::move(words);
  request.arguments.insert(request.arguments.begin(), program.string());
  request.timeout_seconds = patience_seconds;
  const ProcessResult ran = TRY(run_process(request, stop));
  if (ran.stopped) return failure(Error::Source::toolchain, program, "was stopped");
  if (ran.timed_out) return failure(Error::Source::toolchain, program, "did not end within 120 s");
  if (ran.exit_code == 0) return ran.output;
  return failure(Error::Source::toolchain, program,
                 fmt::format("ended with exit code {}: {}", ran.exit_code, ran.error_output));
}

fs::path passport_file() {
  const fs::path cache = cache_folder();
  return (cache.empty() ? fs::path("/tmp/.cache/gridmark") : cache) / "passport.json";
}

std::optional<MachinePassport> kept_passport() {
  constexpr std::int64_t most_bytes = 1 << 16;
  const fs::path file = passport_file();
  const auto known = read_file(file, most_bytes).and_then([&](const std::string& text) {
    return load_passport(text, file).map([&](const Passport& passport) {
      return MachinePassport{passport, text, true};
    });
  });
  if (!known || known->passport.boot.empty() || known->passport.boot != boot_id()) return std::nullopt;
  if (known->passport.measured.empty()) return std::nullopt;
  return *known;
}

Result<MachinePassport> measure_passport(const ProgramPaths& paths, const StopFlag& stop,
                                         const std::string& now) {
  const fs::path bin = paths.build / "bin";
  const auto host = TRY(output_of(bin / "gridmark-machine", {"passport"}, stop));
  const auto device = TRY(output_of(bin / "gridmark-device-passport", {}, stop));
  const std::string text = TRY(join_passport(host, device, now));
  const Passport passport = TRY(load_passport(text, "passport"));
  return MachinePassport{passport, text, false};
}

void keep_passport(const MachinePassport& passport) {
  std::error_code ignored;
  const fs::path file = passport_file();
  fs::create_directories(file.parent_path(), ignored);
  (void)write_file_atomically(file, passport.text);
}

}  // namespace gridmark
