// gridmark benchmark LAB: the lab's sweep over sizes, as a table, a CSV file and a drawing.
#include <fmt/format.h>

#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/device_option.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/pipeline/run_benchmarks.h"
#include "grader/report/sweep_printer.h"
#include "grader/system/files.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct BenchmarkOptions {
  std::string lab, submission, folder, device = "auto";
  bool trust_submission = false;
};

constexpr const char* benchmark_examples = R"(
Examples:
  gridmark benchmark lab1-gpu-basics                      measure starter/lab1-gpu-basics
  gridmark benchmark lab1-gpu-basics --submission ~/lab1  measure another folder
  gridmark benchmark lab1-gpu-basics --to /tmp/sweep      write the files to another folder
  gridmark benchmark lab1-gpu-basics --device cuda        measure on the GPU, together with cuBLAS

gridmark writes sweep.csv and sweep.svg to SUBMISSION/results, where your report can show them. On a GPU, it measures
the times of your kernels and of cuBLAS. On the emulated device, it models kernel times from counts. Times of the
processor are always measured. This command gives no score.
Exit codes: 0 done, 2 could not run, 64 wrong usage, 130 stopped.)";

Result<void> write_files(const fs::path& folder, const Sweep& sweep, const std::string& title) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem)
    return failure(Error::Source::filesystem, folder,
                   "cannot be made: " + problem.message() + ". Use --to to name another folder");
  return system::write_file_atomically(folder / "sweep.csv", report::sweep_csv(sweep)).and_then([&] {
    return system::write_file_atomically(folder / "sweep.svg", report::sweep_svg(sweep, title));
  });
}

int refuse_sweep(const Error& error, const system::StopFlag& stop) {
  if (stop.requested()) {
    fmt::print(stderr, "gridmark: stopped before the sweep was complete. Nothing was written\n");
    return exit_stopped;
  }
  return refuse(error);
}

int run_benchmark(const BenchmarkOptions& options) {
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) return refuse_sweep(installation.error(), stop);
  if (const auto hidden = system::require_out_of_sight(installation->paths); !hidden)
    return refuse_sweep(hidden.error(), stop);
  const auto lab = load::load_lab(installation->course, options.lab);
  if (!lab) return refuse_sweep(lab.error(), stop);
  pipeline::BenchmarkRequest request{*lab,
                                     options.submission.empty() ? lab->starter : fs::path(options.submission),
                                     options.trust_submission ? system::Trust::yes : system::Trust::no};
  const auto choice = chosen_device(options.device, request.lab, installation->paths, stop);
  if (!choice) return refuse_sweep(choice.error(), stop);
  request.device = choice->device;
  request.gpus = choice->gpus;

  system::enter_user_scope();
  if (choice->compile_only)
    return show_compiled({request.lab, request.submission, request.trust}, installation->paths, stop);
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  const auto sweep = pipeline::run_benchmarks(request, installation->paths, stop,
                                              [&](const std::string& step) { progress.show(step); });
  progress.clear();
  if (!sweep) return refuse_sweep(sweep.error(), stop);
  const fs::path folder = options.folder.empty() ? request.submission / "results" : fs::path(options.folder);
  fmt::print("{}", report::print_sweep(*sweep));
  if (const auto written = write_files(folder, *sweep, lab->title + ": speed over size"); !written)
    return refuse_sweep(written.error(), stop);
  fmt::print("Data  {}\nPlot  {}\n", (folder / "sweep.csv").string(), (folder / "sweep.svg").string());
  return exit_passing;
}

}  // namespace

void add_benchmark_command(CLI::App& app, int& exit_code) {
  static BenchmarkOptions options;
  CLI::App* command =
      app.add_subcommand("benchmark", "Measure a lab's functions over many sizes, and draw the curves");
  command->footer(benchmark_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option("--submission", options.submission, "The student's folder (default: starter/LAB)")
      ->type_name("DIR");
  command
      ->add_option("--to", options.folder,
                   "Write sweep.csv and sweep.svg to this folder (default: SUBMISSION/results)")
      ->type_name("DIR");
  add_device_option(*command, options.device);
  add_plain_option(*command);
  command->add_flag("--trust-submission", options.trust_submission,
                    "Run the submission even if no sandbox works");
  command->callback([&exit_code] { exit_code = run_benchmark(options); });
}

}  // namespace gridmark::cli
