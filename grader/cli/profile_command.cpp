// gridmark profile: of a lab's submission, or, through the toolkit's program, of any CUDA program.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/nearest.h"
#include "grader/cli/commands.h"
#include "grader/cli/device_option.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/cli/timeline_page.h"
#include "grader/cli/toolkit_program.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/profile_lab.h"
#include "grader/report/call_profile_json.h"
#include "grader/report/profile_html.h"
#include "grader/report/profile_printer.h"
#include "grader/report/test_run_printer.h"
#include "grader/system/clock.h"
#include "grader/system/files.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct ProfileCommandOptions {
  std::string lab;
  std::string wanted;
  std::string submission;
  std::string html_file;
  std::size_t top = 3;
  bool json = false;
  bool write_reference = false;
  bool trust_submission = false;
  std::string device = "emulated";
};

constexpr const char* profile_examples = R"(
Examples:
  gridmark profile lab1-gpu-basics                      counts of each function and of the reference, and hot lines
  gridmark profile lab1-gpu-basics matmul_tiled         one function
  gridmark profile lab1-gpu-basics MatmulTiled.OddSizes one test
  gridmark profile lab1-gpu-basics --html lines.html    a page with your lines, coloured by cost
  gridmark profile matmul.cu                            any CUDA program (see below)
  gridmark profile --timeline trace.json prefetch.cu    a Chrome trace of kernels and copies, in modelled time
  gridmark profile trace.json --html page.html          a page of this trace: streams as tracks, the critical path

The counts of the reference solution are in labs/LAB/reference.json. Lab authors can use --write-reference to take
them again from solutions/LAB. This command gives no score.
Exit codes: 0 counted, 1 the files do not compile, 2 could not run, 64 wrong usage, 130 stopped.)";

Error no_counts_on_cuda() {
  return {Error::Source::usage, "--device cuda",
          "cannot be used here, because only the emulated device counts. For the counters of a GPU, see "
          "docs/cuda-device.md"};
}

/// One run of the command on a lab.
class LabCommand {
 public:
  LabCommand(const ProfileCommandOptions& options, const Installation& installation,
             const system::StopFlag& stop)
      : options_(options), installation_(installation), stop_(stop) {}

  int run() {
    if (options_.device == "cuda") return refuse(no_counts_on_cuda());
    const Result<pipeline::ProfileRequest> request = make_request();
    if (!request) return refuse(request.error());
    system::enter_user_scope();
    return options_.write_reference ? write_reference(*request) : profile(*request);
  }

 private:
  Result<pipeline::ProfileRequest> make_request() const {
    auto lab = TRY(load::load_lab(installation_.course, options_.lab));
    return load::load_rubric(lab.rubric, lab.name).map([&](const Rubric& rubric) {
      fs::path submission = options_.submission.empty() ? lab.starter : fs::path(options_.submission);
      if (options_.write_reference) submission = installation_.paths.source / "solutions" / lab.name;
      return pipeline::ProfileRequest{lab, rubric, submission, options_.wanted,
                                      options_.trust_submission ? system::Trust::yes : system::Trust::no};
    });
  }

  pipeline::Context make_context() {
    return {installation_.paths, stop_, clock_, [&](const std::string& step) { progress_.show(step); }};
  }

  int profile(const pipeline::ProfileRequest& request) {
    const pipeline::Context context = make_context();
    const Result<pipeline::LabProfile> seen = pipeline::profile_lab(request, context);
    progress_.clear();
    if (stop_.requested()) return stopped();
    if (!seen) return refuse(seen.error());
    const report::TerminalOptions look{.colour = terminal_.colour, .width = terminal_.width};
    const bool built = seen->run.builds.front().outcome == Outcome::passed;
    if (options_.json)
      fmt::print("{}", report::print_call_profiles(seen->calls));
    else if (!built)
      fmt::print("{}", report::print_test_run(seen->run, look));
    else
      fmt::print("{}", report::print_profile({seen->calls, seen->reference, seen->run, options_.top}, look));
    if (built && !options_.html_file.empty()) return write_page(*seen);
    return built ? exit_passing : exit_below;
  }

  int write_page(const pipeline::LabProfile& seen) const {
    const std::string page = report::print_profile_html({seen.calls, seen.reference, seen.run, options_.top});
    const auto written = system::write_file_atomically(options_.html_file, page);
    if (!written) return refuse(written.error());
    if (!options_.json) fmt::print("Page  {}\n", options_.html_file);
    return exit_passing;
  }

  int write_reference(const pipeline::ProfileRequest& request) {
    const pipeline::Context context = make_context();
    const auto calls = pipeline::reference_calls(request, context);
    progress_.clear();
    if (stop_.requested()) return stopped();
    if (!calls) return refuse(calls.error());
    const fs::path file = pipeline::reference_file(request.lab);
    if (const auto written = system::write_file_atomically(file, report::print_reference(*calls)); !written)
      return refuse(written.error());
    fmt::print("{}: {} calls\n", file.string(), calls->size());
    return exit_passing;
  }

  int stopped() const {
    fmt::print(stderr, "gridmark: stopped\n");
    return exit_stopped;
  }

  const ProfileCommandOptions& options_;
  const Installation& installation_;
  const system::StopFlag& stop_;
  const Terminal terminal_ = Terminal::detect();
  ProgressLine progress_{terminal_.errors_are_terminal};
  system::SystemClock clock_;
};

void add_options(CLI::App& app, ProfileCommandOptions& options) {
  app.footer(profile_examples);
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  app.add_option("OPERATION", options.wanted,
                 "A function, test, suite or item of the rubric (default: the tests that count)");
  app.add_option("--submission", options.submission, "The student's folder (default: starter/LAB)")
      ->type_name("DIR");
  app.add_option("--top", options.top, "Show this many lines of each function")->capture_default_str();
  app.add_option("--html", options.html_file, "Also write a page with the lines, coloured by cost")
      ->type_name("FILE");
  app.add_flag("--json", options.json, "Print every call and line as JSON");
  add_plain_option(app);
  app.add_flag("--write-reference", options.write_reference,
               "For lab authors: store the solution's counts with the lab");
  add_device_option(app, options.device);
  app.add_flag("--trust-submission", options.trust_submission, "Run the submission even if no sandbox works");
}

bool is_help(const std::string& word) { return word == "-h" || word == "--help"; }

int profile_lab_of(const std::vector<std::string>& words, const Installation& installation) {
  ProfileCommandOptions options;
  CLI::App app("Show the memory accesses of a submission's functions, with those of the reference solution",
               "gridmark profile");
  add_options(app, options);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "gridmark: {}\nTry: gridmark profile --help\n", error.what());
    return exit_wrong_usage;
  }
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  return LabCommand(options, installation, stop).run();
}

/// Whether a word that is no file looks like the name of a lab.
bool means_lab(const std::string& word, const std::vector<std::string>& labs) {
  std::error_code ignored;
  if (word.starts_with('-') || word.find_first_of("/.") != word.npos || fs::exists(word, ignored))
    return false;
  return nearest(word, labs).has_value() ||
         std::any_of(labs.begin(), labs.end(), [&](const std::string& lab) { return lab.starts_with(word); });
}

/// A lab's name anywhere among the words makes it a lab's profile.
int run_profile(const std::vector<std::string>& words) {
  if (names_trace(words)) return make_timeline_page(words);
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  const std::vector<std::string> labs = load::lab_names(installation->course);
  const auto is_lab = [&](const std::string& word) {
    return std::find(labs.begin(), labs.end(), word) != labs.end() || means_lab(word, labs);
  };
  const bool help = words.size() == 1 && is_help(words.front());
  const auto end = std::find(words.begin(), words.end(), "--");
  if (!help && std::none_of(words.begin(), end, is_lab))
    return become_toolkit_program("gridmark-profile", words);
  const int exit_code = profile_lab_of(words, *installation);
  if (!help) return exit_code;
  fmt::print("\nFor your own CUDA programs:\n\n");
  std::fflush(stdout);
  return become_toolkit_program("gridmark-profile", words);
}

}  // namespace

void add_profile_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "profile", "Show the memory accesses of a lab's functions or of any CUDA program, by line");
  command->set_help_flag();  // there are two
  command->prefix_command();
  command->callback([&exit_code, command] { exit_code = run_profile(command->remaining()); });
}

}  // namespace gridmark::cli
