#include "grader/cli/device_option.h"

#include <fmt/format.h>

#include "grader/cli/exit_code.h"
#include "grader/cli/terminal.h"
#include "grader/pipeline/compile_for_cuda.h"

namespace gridmark::cli {

void add_device_option(CLI::App& command, std::string& wish) {
  command
      .add_option("--device", wish, "Where kernels run: emulated, cuda, or auto (a GPU if one can be used)")
      ->check(CLI::IsMember({"auto", "emulated", "cuda"}))
      ->capture_default_str()
      ->type_name("DEVICE");
}

Result<DeviceChoice> chosen_device(const std::string& wish, const Lab& lab, const system::ProgramPaths& paths,
                                   const system::StopFlag& stop) {
  const CudaMachine machine =
      wish == "emulated" ? CudaMachine{} : pipeline::cuda_of_this_machine(paths, stop);
  return choose_device(wish, machine, lab).map([](DeviceChoice choice) {
    if (!choice.note.empty()) fmt::print(stderr, "gridmark: {}\n", choice.note);
    return choice;
  });
}

int show_compiled(const CompileOnly& what, const system::ProgramPaths& paths, const system::StopFlag& stop) {
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  progress.show("compiling your files");
  const auto built = pipeline::compile_for_cuda(what.lab, what.submission, what.trust, paths, stop);
  progress.clear();
  if (!built) {
    print_error(built.error());
    return built.error().source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
  }
  fmt::print("{}", built->messages);
  if (!built->messages.empty() && !built->messages.ends_with('\n')) fmt::print("\n");
  const bool good = built->outcome == Outcome::passed;
  fmt::print("{} {} for the cuda device. Nothing ran, and nothing was graded\n", what.submission.string(),
             good ? "compiles" : "does not compile");
  return exit_not_graded;
}

}  // namespace gridmark::cli
