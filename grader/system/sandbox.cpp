#include "grader/system/sandbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grader/system/process.h"
#include "grader/system/sandbox_report.h"

namespace gridmark::system {
namespace {

using Words = std::vector<std::string>;

void add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

void add_limits(Words& words, const Limits& limits) {
  add(words, {"--wall-seconds", fmt::format("{}", limits.wall_seconds)});
  add(words, {"--cpu-seconds", fmt::format("{}", limits.cpu_seconds)});
  add(words, {"--memory-mib", std::to_string(limits.memory_mib)});
  add(words, {"--processes", std::to_string(limits.processes)});
  add(words, {"--output-kib", std::to_string(limits.output_kib)});
  add(words, {"--file-size-mib", std::to_string(limits.file_size_mib)});
  add(words, {"--files", std::to_string(limits.files)});
}

void add_command(Words& words, const SandboxCommand& command) {
  for (const SandboxBind& bind : command.read) add(words, {"--read", bind.host.string() + ":" + bind.inside});
  for (const std::string& variable : command.environment) add(words, {"--env", variable});
  if (!command.folder.empty()) add(words, {"--chdir", command.folder});
  if (command.work_mib > 0) add(words, {"--work", std::to_string(command.work_mib)});
  for (const SandboxExport& file : command.exports)
    add(words, {"--export", fmt::format("{}:{}:{}", file.inside, file.host.string(), file.max_bytes)});
  for (const int descriptor : command.keep_descriptors) add(words, {"--keep-fd", std::to_string(descriptor)});
  words.push_back("--");
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
}

/// A number that the command's own descriptors leave free.
int report_number(const std::vector<int>& taken) {
  int number = 3;
  while (std::find(taken.begin(), taken.end(), number) != taken.end()) ++number;
  return number;
}

Error launcher_failure(const std::filesystem::path& launcher, const ProcessResult& result) {
  const std::string words = result.error_output.substr(0, result.error_output.find('\n'));
  return {Error::Source::sandbox, launcher.string(),
          fmt::format("ended with exit code {} and no report: {}", result.exit_code, words)};
}

}  // namespace

Result<RunReport> LauncherSandbox::run(const SandboxCommand& command, const Limits& limits) {
  constexpr std::size_t report_cap = 1 << 20;  // 68 KiB of output, each byte escaped at worst, and the rest
  const int number = report_number(command.keep_descriptors);
  Words words{launcher_.string(), "run", "--report-fd", std::to_string(number)};
  if (trust_ == Trust::yes) words.push_back("--trust");
  add_limits(words, limits);
  add_command(words, command);
  ProcessRequest request;
  request.arguments = std::move(words);
  request.output_cap = report_cap;
  request.keep_descriptors = command.keep_descriptors;
  request.report_descriptor = number;
  return run_process(request, stop_).and_then([&](const ProcessResult& result) -> Result<RunReport> {
    if (result.report.empty()) return tl::unexpected(launcher_failure(launcher_, result));
    return parse_run_report(result.report);
  });
}

Result<SandboxProbe> probe_sandbox(const std::filesystem::path& launcher, const StopFlag& stop) {
  ProcessRequest request;
  request.arguments = {launcher.string(), "probe"};
  request.timeout_seconds = 30;
  return run_process(request, stop).and_then([&](const ProcessResult& result) -> Result<SandboxProbe> {
    const auto json = nlohmann::json::parse(result.output, nullptr, false);
    if (!json.is_object() || !json.contains("mode") || !json["mode"].is_string())
      return tl::unexpected(launcher_failure(launcher, result));
    return SandboxProbe{json["mode"], json.value("control", ""), json.value("why_not_better", ""),
                        json.value("fix", "")};
  });
}

}  // namespace gridmark::system
