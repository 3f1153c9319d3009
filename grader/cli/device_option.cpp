#include "grader/cli/device_option.h"

#include <fmt/format.h>

#include <filesystem>

#include "grader/cli/exit_code.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_cuda_probe.h"
#include "grader/pipeline/compile_for_cuda.h"
#include "grader/system/cuda_compiler.h"
#include "grader/system/process.h"

namespace gridmark {
namespace {

constexpr double patience_seconds = 30;  // a GPU that sleeps takes some seconds

/// A probe that fails or hangs is a machine whose GPU cannot be used, not a grader that cannot grade.
CudaMachine examine_driver(const ProgramPaths& paths, const StopFlag& stop) {
  ProcessRequest request;
  request.arguments = {paths.build / "bin" / "gridmark-cuda-probe"};
  request.timeout_seconds = patience_seconds;
  const auto ran = run_process(request, stop);
  CudaMachine machine;
  if (!ran)
    machine.problem = sentence(ran.error());
  else if (ran->timed_out)
    machine.problem = fmt::format("the driver did not answer within {:.0f} s", patience_seconds);
  else if (ran->exit_code != 0)
    machine.problem = ran->signal != 0
                          ? fmt::format("the driver ended the program that asked it (signal {})", ran->signal)
                          : "gridmark-cuda-probe failed: " + ran->error_output;
  if (!machine.problem.empty()) return machine;
  const auto found = load_cuda_probe(ran->output);
  if (found) return *found;
  machine.problem = sentence(found.error());
  return machine;
}

std::string version_of(const std::string& nvcc, const StopFlag& stop) {
  ProcessRequest request;
  request.arguments = {nvcc, "--version"};
  request.timeout_seconds = patience_seconds;
  const auto ran = run_process(request, stop);
  return ran && ran->exit_code == 0 ? nvcc_version_in(ran->output) : "";
}

}  // namespace

CudaMachine examine_cuda(const ProgramPaths& paths, const StopFlag& stop) {
  CudaMachine machine = examine_driver(paths, stop);
  if (const auto nvcc = find_cuda_program("nvcc")) {
    machine.nvcc = *nvcc;
    machine.nvcc_version = version_of(machine.nvcc, stop);
  }
  std::error_code ignored;
  machine.prebuilt =
      std::filesystem::exists(paths.cuda_toolkit() / "lib" / "libgridmark_device_cuda.a", ignored);
  return machine;
}

void add_device_option(CLI::App& command, std::string& wish) {
  command
      .add_option("--device", wish, "Where kernels run: auto (a GPU where one can be used), emulated or cuda")
      ->check(CLI::IsMember({"auto", "emulated", "cuda"}))
      ->capture_default_str()
      ->type_name("DEVICE");
}

Result<DeviceChoice> chosen_device(const std::string& wish, const Lab& lab, const ProgramPaths& paths,
                                   const StopFlag& stop) {
  const CudaMachine machine = wish == "emulated" ? CudaMachine{} : examine_cuda(paths, stop);
  return choose_device(wish, machine, lab).map([](DeviceChoice choice) {
    if (!choice.note.empty()) fmt::print(stderr, "gridmark: {}\n", choice.note);
    return choice;
  });
}

int show_compiled(const CompileOnly& what, const ProgramPaths& paths, const StopFlag& stop) {
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  progress.show("compiling your files");
  const auto built = compile_for_cuda(what.lab, what.submission, what.trust, paths, stop);
  progress.clear();
  if (!built) {
    print_error(built.error());
    return built.error().source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
  }
  fmt::print("{}", built->messages);
  if (!built->messages.empty() && !built->messages.ends_with('\n')) fmt::print("\n");
  const bool good = built->outcome == Outcome::passed;
  fmt::print("{} {} for the cuda device; nothing ran, and nothing was graded\n", what.submission.string(),
             good ? "compiles" : "does not compile");
  return exit_not_graded;
}

}  // namespace gridmark
