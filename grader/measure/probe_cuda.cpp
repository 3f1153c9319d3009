#include "grader/measure/probe_cuda.h"

#include <fmt/format.h>

#include <filesystem>

#include "grader/load/load_cuda_probe.h"
#include "grader/system/cuda_compiler.h"
#include "grader/system/process.h"

namespace gridmark::measure {
namespace {

constexpr double patience_seconds = 30;  // a sleeping GPU takes some seconds

std::string version_of(const std::string& nvcc, const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {nvcc, "--version"};
  request.timeout_seconds = patience_seconds;
  const auto ran = system::run_process(request, stop);
  return ran && ran->exit_code == 0 ? system::nvcc_version_in(ran->output) : "";
}

}  // namespace

CudaMachine probe_driver(const system::ProgramPaths& paths, const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {paths.build / "bin" / "gridmark-cuda-probe"};
  request.timeout_seconds = patience_seconds;
  const auto ran = system::run_process(request, stop);
  CudaMachine machine;
  if (!ran)
    machine.problem = message_of(ran.error());
  else if (ran->timed_out)
    machine.problem = fmt::format("the driver did not answer within {:.0f} s", patience_seconds);
  else if (ran->exit_code != 0)
    machine.problem = ran->signal != 0
                          ? fmt::format("the driver ended the program that asked it (signal {})", ran->signal)
                          : "gridmark-cuda-probe failed: " + ran->error_output;
  if (!machine.problem.empty()) return machine;
  const auto found = load::load_cuda_probe(ran->output);
  if (found) return *found;
  machine.problem = message_of(found.error());
  return machine;
}

CudaMachine probe_cuda(const system::ProgramPaths& paths, const system::StopFlag& stop) {
  CudaMachine machine = probe_driver(paths, stop);
  if (const auto nvcc = system::find_cuda_program("nvcc")) {
    machine.nvcc = *nvcc;
    machine.nvcc_version = version_of(machine.nvcc, stop);
  }
  std::error_code ignored;
  machine.prebuilt =
      std::filesystem::exists(paths.cuda_toolkit() / "lib" / "libgridmark_device_cuda.a", ignored);
  return machine;
}

}  // namespace gridmark::measure
