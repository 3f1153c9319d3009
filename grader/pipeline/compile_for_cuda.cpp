#include "grader/pipeline/compile_for_cuda.h"

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/measure/probe_cuda.h"
#include "grader/system/temp_folder.h"

namespace gridmark {

Result<Build> compile_for_cuda(const Lab& lab, const std::filesystem::path& submission, Trust trust,
                               const ProgramPaths& paths, const StopFlag& stop) {
  const TempFolder folder = TRY(TempFolder::make());
  const Submission staged = TRY(stage(lab, submission, folder.path() / "submission"));
  const std::filesystem::path output = folder.path() / "workers";
  std::filesystem::create_directory(output);
  LauncherSandbox sandbox(paths.sandbox(), trust, stop);
  return build(lab, staged, Device::cuda, Flavour::fast, paths, output, sandbox);
}

CudaMachine cuda_of_this_machine(const ProgramPaths& paths, const StopFlag& stop) {
  return probe_cuda(paths, stop);
}

}  // namespace gridmark
