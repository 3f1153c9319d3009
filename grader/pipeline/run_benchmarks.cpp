#include "grader/pipeline/run_benchmarks.h"

#include <fmt/format.h>

#include <vector>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/measure/measure.h"
#include "grader/system/temp_folder.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

/// Builds that passed, or why one did not.
Result<std::vector<Build>> usable(std::vector<Build> builds, const fs::path& submission) {
  for (const Build& build : builds)
    if (build.outcome != Outcome::passed)
      return failure(Error::Source::submission, submission,
                     build.outcome == Outcome::build_failed ? "does not compile:\n" + build.messages
                                                            : "is refused:\n" + build.messages);
  return builds;
}

/// Stages and compiles in a folder of its own.
class BenchmarkRun {
 public:
  BenchmarkRun(const BenchmarkRequest& request, const ProgramPaths& paths, const StopFlag& stop,
               TempFolder folder)
      : request_(request), paths_(paths), stop_(stop), folder_(std::move(folder)) {}

  Result<std::vector<Build>> workers() {
    return stage(request_.lab, request_.submission, folder_.path() / "submission")
        .and_then([&](const Submission& staged) {
          fs::create_directory(folder_.path() / "workers");
          LauncherSandbox sandbox(paths_.sandbox(), request_.trust, stop_);
          return build_all(request_.lab, staged, request_.device, {Flavour::fast, Flavour::counted}, paths_,
                           folder_.path() / "workers", sandbox);
        })
        .and_then([&](std::vector<Build> builds) { return usable(std::move(builds), request_.submission); });
  }

  Result<Sweep> sweep(std::vector<Build> builds) {
    return measure_benchmarks({.lab = request_.lab,
                               .device = request_.device,
                               .workers = std::move(builds),
                               .trust = request_.trust,
                               .folder = folder_.path()},
                              paths_, stop_);
  }

 private:
  const BenchmarkRequest& request_;
  const ProgramPaths& paths_;
  const StopFlag& stop_;
  TempFolder folder_;
};

}  // namespace

Result<Sweep> run_benchmarks(const BenchmarkRequest& request, const ProgramPaths& paths, const StopFlag& stop,
                             const std::function<void(const std::string&)>& progress) {
  if (!fs::exists(paths.benchmarks(request.lab.name)))
    return failure(Error::Source::lab, request.lab.folder / "benchmarks",
                   "is missing: this lab has no benchmarks; `gridmark profile` shows what its kernels cost");
  return TempFolder::make().and_then([&](TempFolder folder) {
    BenchmarkRun run(request, paths, stop, std::move(folder));
    progress("compiling your files");
    return run.workers().and_then([&](std::vector<Build> builds) {
      progress("running the benchmarks");
      return run.sweep(std::move(builds));
    });
  });
}

}  // namespace gridmark
