#include "grader/pipeline/compile_for_cuda.h"

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/measure/probe_cuda.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {

Result<Build> compile_for_cuda(const Lab& lab, const std::filesystem::path& submission, system::Trust trust,
                               const system::ProgramPaths& paths, const system::StopFlag& stop) {
  const system::TempFolder folder = TRY(system::TempFolder::make());
  const Submission staged = TRY(compile::stage(lab, submission, folder.path() / "submission"));
  const std::filesystem::path output = folder.path() / "workers";
  std::filesystem::create_directory(output);
  system::LauncherSandbox sandbox(paths.sandbox(), trust, stop);
  return compile::build(lab, staged, Device::cuda, Flavour::fast, paths, output, sandbox);
}

CudaMachine cuda_of_this_machine(const system::ProgramPaths& paths, const system::StopFlag& stop) {
  return measure::probe_cuda(paths, stop);
}

}  // namespace gridmark::pipeline
