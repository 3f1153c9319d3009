#include "grader/measure/measure.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "grader/load/load_checker_results.h"
#include "grader/load/load_sweep.h"
#include "grader/measure/results_watch.h"
#include "grader/system/cuda_compiler.h"
#include "grader/system/files.h"
#include "grader/system/process.h"
#include "protocol/write_json.h"

namespace gridmark::measure {
namespace {

constexpr std::int64_t results_cap = std::int64_t{64} << 20;

/// The options that checker and benchmarks share: where and on which device the submission runs.
std::vector<std::string> common_words(const MeasureRequest& request, const system::ProgramPaths& paths) {
  std::vector<std::string> words = {"--device",  std::string(name_of(request.device)),
                                    "--sandbox", paths.sandbox(),
                                    "--limits",  json_of(request.lab.limits).dump()};
  for (const Build& worker : request.workers)
    words.insert(words.end(),
                 {"--worker", fmt::format("{}={}", name_of(worker.flavour), worker.program.string())});
  if (const auto reference = paths.reference(request.lab.name, request.device);
      std::filesystem::exists(reference))
    words.insert(words.end(), {"--reference", reference});
  if (request.trust == system::Trust::yes) words.push_back("--trust-submission");
  return words;
}

/// {"tiled.speed": {"limits": [2, 1.5], "seconds": 10}}
std::string paired_timings_json(const Rubric& rubric, Device device) {
  auto paired_timings = nlohmann::json::object();
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items) {
      const auto target = item.targets.find(device);
      if (target == item.targets.end() || !target->second.paired_timing_seconds) continue;
      auto limits = nlohmann::json::array();
      for (const Knot& knot : target->second.curve.knots) limits.push_back(knot.limit);
      paired_timings[target->second.measurement] = {{"limits", limits},
                                                    {"seconds", *target->second.paired_timing_seconds}};
    }
  return paired_timings.dump();
}

std::vector<std::string> checker_command(const MeasureRequest& request, const system::ProgramPaths& paths,
                                         const std::filesystem::path& results) {
  std::vector<std::string> command = {
      request.checker.empty() ? paths.checker(request.lab.name) : request.checker, "--results", results,
      "--gtest_filter=" + request.test_filter};
  const std::vector<std::string> words = common_words(request, paths);
  command.insert(command.end(), words.begin(), words.end());
  if (!request.sources.empty()) command.insert(command.end(), {"--sources", request.sources});
  if (!request.replacement.empty()) command.insert(command.end(), {"--replace", request.replacement});
  if (request.device == Device::cuda)
    if (const auto sanitizer = system::find_cuda_program("compute-sanitizer"))
      command.insert(command.end(), {"--sanitizer", *sanitizer});
  if (request.paired_timings != nullptr)
    command.insert(command.end(),
                   {"--paired-timings", paired_timings_json(*request.paired_timings, request.device),
                    "--tolerance", fmt::format("{}", request.tolerance)});
  if (!request.profile.empty()) command.insert(command.end(), {"--profile", request.profile});
  return command;
}

/// The first `count` entries of a list with commas.
std::string first_of(const std::string& list, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != list.npos; ++i) end = list.find(',', i == 0 ? 0 : end + 1);
  return list.substr(0, end);
}

/// The caller's environment decides the numbers of a machine's GPUs. A measurement sees only the first ones,
/// which are the reserved ones.
std::vector<std::string> gpu_environment(int gpus) {
  std::vector<std::string> environment;
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_DEVICE_ORDER"})
    if (const char* value = std::getenv(name)) environment.push_back(std::string(name) + "=" + value);
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  std::string numbers = "0";
  for (int i = 1; i < gpus; ++i) numbers += fmt::format(",{}", i);
  environment.push_back("CUDA_VISIBLE_DEVICES=" + (visible == nullptr ? numbers : first_of(visible, gpus)));
  return environment;
}

/// The checker's environment. It has none of the caller's variables that could steer GoogleTest (a filter, a
/// shard, a repeat).
std::vector<std::string> checker_environment(const std::string& seed, Device device, int gpus) {
  std::vector<std::string> environment;
  if (device == Device::cuda) environment = gpu_environment(gpus);
  environment.insert(environment.end(), {"PATH=/usr/bin:/bin", "LANG=C.UTF-8"});
  for (const char* name : {"TMPDIR", "GRIDMARK_SEED"})
    if (const char* value = std::getenv(name); value && (seed.empty() || std::string_view(name) == "TMPDIR"))
      environment.push_back(std::string(name) + "=" + value);
  if (!seed.empty()) environment.push_back("GRIDMARK_SEED=" + seed);
  return environment;
}

tl::unexpected<Error> checker_failed(const MeasureRequest& request, const system::ProcessResult& ran) {
  const std::string end =
      ran.signal != 0 ? fmt::format("signal {}", ran.signal) : fmt::format("exit status {}", ran.exit_code);
  return failure(Error::Source::checker, "checker of " + request.lab.name,
                 fmt::format("ended with {} instead of 0: {}", end, ran.error_output));
}

}  // namespace

Result<CheckerResults> measure(const MeasureRequest& request, const system::ProgramPaths& paths,
                               const system::StopFlag& stop, const MeasureProgress& progress) {
  const std::filesystem::path results = request.folder / "results.jsonl";
  const ResultsWatch watch(results, progress);
  system::ProcessRequest process;
  process.arguments = checker_command(request, paths, results);
  process.environment = checker_environment(request.seed, request.device, request.lab.gpus);
  const auto ran = TRY(system::run_process(process, stop));
  if (ran.stopped) return failure(Error::Source::checker, "checker of " + request.lab.name, "was stopped");
  if (ran.exit_code != 0) return checker_failed(request, ran);
  return system::read_file(results, results_cap).and_then([](const std::string& text) {
    return load::load_checker_results(text);
  });
}

Result<Sweep> measure_benchmarks(const MeasureRequest& request, const system::ProgramPaths& paths,
                                 const system::StopFlag& stop) {
  const std::filesystem::path results = request.folder / "benchmarks.json";
  const std::string where = "benchmarks of " + request.lab.name;
  system::ProcessRequest process;
  process.arguments = {paths.benchmarks(request.lab.name), "--benchmark_out=" + results.string(),
                       "--benchmark_out_format=json"};
  const std::vector<std::string> words = common_words(request, paths);
  process.arguments.insert(process.arguments.end(), words.begin(), words.end());
  process.environment = checker_environment(request.seed, request.device, request.lab.gpus);
  const auto ran = TRY(system::run_process(process, stop));
  if (ran.stopped) return failure(Error::Source::checker, where, "were stopped");
  if (ran.exit_code != 0)
    return failure(
        Error::Source::checker, where,
        fmt::format("ended with exit status {} instead of 0: {}", ran.exit_code, ran.error_output));
  return system::read_file(results, results_cap).and_then([](const std::string& text) {
    return load::load_sweep(text);
  });
}

}  // namespace gridmark::measure
