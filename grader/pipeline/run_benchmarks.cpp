#include "grader/pipeline/run_benchmarks.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/measure/measure.h"
#include "grader/pipeline/hold_gpu.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// The line with the first error, else the first line. An error's message must be one line.
std::string telling_line(const std::string& messages) {
  std::istringstream lines(messages);
  std::string first, line;
  while (std::getline(lines, line)) {
    if (line.find("error: ") != line.npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

std::string why_unusable(const Build& build) {
  if (build.outcome == Outcome::missing)
    return (build.place ? build.place->file : "a file") + " is missing, and the lab needs it";
  const std::string said = telling_line(build.messages);
  const std::string what = build.outcome == Outcome::build_failed ? "does not compile"
                           : build.outcome == Outcome::forbidden  ? "is refused"
                                                                  : "cannot be compiled";
  return said.empty() ? fmt::format("{} ({})", what, name_of(build.outcome)) : what + ": " + said;
}

/// The builds if all passed, else why one did not.
Result<std::vector<Build>> usable(std::vector<Build> builds, const BenchmarkRequest& request) {
  for (const Build& build : builds)
    if (build.outcome != Outcome::passed)
      return failure(
          Error::Source::submission, request.submission,
          fmt::format("{}. gridmark test {} shows all of it", why_unusable(build), request.lab.name));
  return builds;
}

/// Stages and compiles in a separate folder.
class BenchmarkRun {
 public:
  BenchmarkRun(const BenchmarkRequest& request, const system::ProgramPaths& paths,
               const system::StopFlag& stop, system::TempFolder folder)
      : request_(request), paths_(paths), stop_(stop), folder_(std::move(folder)) {}

  Result<std::vector<Build>> workers() {
    const auto staged = TRY(compile::stage(request_.lab, request_.submission, folder_.path() / "submission"));
    fs::create_directory(folder_.path() / "workers");
    system::LauncherSandbox sandbox(paths_.sandbox(), request_.trust, stop_);
    const compile::KeptObjects kept = compile::KeptObjects::of_user(request_.lab.name);
    return usable(
        TRY(compile::build_all(request_.lab, staged, request_.device, {Flavour::fast, Flavour::counted},
                               paths_, folder_.path() / "workers", sandbox, &kept)),
        request_);
  }

  Result<Sweep> sweep(std::vector<Build> builds) {
    return measure::measure_benchmarks({.lab = request_.lab,
                                        .device = request_.device,
                                        .workers = std::move(builds),
                                        .trust = request_.trust,
                                        .folder = folder_.path()},
                                       paths_, stop_);
  }

 private:
  const BenchmarkRequest& request_;
  const system::ProgramPaths& paths_;
  const system::StopFlag& stop_;
  system::TempFolder folder_;
};

}  // namespace

Result<Sweep> run_benchmarks(const BenchmarkRequest& request, const system::ProgramPaths& paths,
                             const system::StopFlag& stop,
                             const std::function<void(const std::string&)>& progress) {
  if (!fs::exists(paths.benchmarks(request.lab.name)))
    return failure(
        Error::Source::lab, request.lab.folder / "benchmarks",
        "is missing: this lab has no benchmarks. `gridmark profile` shows the costs of its kernels");
  BenchmarkRun run(request, paths, stop, TRY(system::TempFolder::make()));
  progress("compiling your files");
  auto builds = TRY(run.workers());
  const auto lease = TRY(hold_gpus(request.gpus, "benchmark " + request.lab.name, stop, progress));
  progress("running the benchmarks");
  return run.sweep(std::move(builds));
}

}  // namespace gridmark::pipeline
