#include "grader/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/nearest.h"
#include "grader/cli/batch_task_command.h"
#include "grader/cli/toolkit_program.h"
#include "grader/system/log_commands.h"

namespace gridmark::cli {
namespace {

constexpr const char* program_description =
    "gridmark grades C++/CUDA labs: it builds a submission, tests it, counts what it does to memory, and "
    "scores it.";

constexpr const char* commands_examples = R"(
Examples:
  gridmark labs                                             what can be graded
  gridmark grade lab1-gpu-basics                            grade starter/lab1-gpu-basics
  gridmark grade lab1-gpu-basics --submission ~/lab1        grade another folder
  gridmark batch lab1-gpu-basics --roster r.csv --results g grade a class, with a gradebook
  gridmark test lab1-gpu-basics MatmulTiled --watch         one suite of tests, again at every save
  gridmark cc --run vector_add.cu                           run any CUDA program without a GPU
  gridmark profile matmul.cu                                see its sectors, conflicts and races by line
  gridmark smi -l 1                                         what nvidia-smi would show of the emulated devices
  gridmark watch -- ./train                                 loss, rate and GPUs of a training, live
  gridmark disk --explore -- ./save -- ./check              every state that a crash may leave on the disk
  gridmark ranks -n 4 -- ./train                            a program as four ranks, and their messages
  gridmark profile lab1-gpu-basics matmul_tiled             the same of a lab, beside the reference's counts
  gridmark verify lab1-gpu-basics                           prove a lab with submissions of known verdict
  gridmark new-lab lab7-scan                                a lab that already verifies, to grow from
  gridmark rubric lab1-gpu-basics                           its points, with curves
  gridmark explain lab1-gpu-basics tiled_conflicts          what one item wants, and how it is measured
  gridmark handout --to ~/students                          a repository for students, without solutions
  gridmark benchmark lab1-gpu-basics                        sweep the sizes, and draw the curves
  gridmark review results                                   what is too good to be true, and decide
  gridmark manual results > manual.csv                      points that a person gives
  gridmark merge record.json quiet.json                     timed items from a run on a quieter machine
  gridmark report results --to junit -o grades.xml          the same grades as other systems read them
  gridmark bundle lab1-gpu-basics --for gradescope --zip a.zip   an autograder to upload
  gridmark ci                                               grade what a push changed, for its CI to show
  gridmark rescore results --dry-run                        a changed rubric on what was measured
  gridmark history ada lab1-gpu-basics --results g          when a grade changed, by whom and why
  gridmark adjust ada lab1-gpu-basics --results g --excuse --reason "ill"   override, bonus, excuse, waiver, appeal
  gridmark collect lab1-gpu-basics --roster r.csv --results g   who had handed in what at this moment
  gridmark release lab1-gpu-basics --roster r.csv --policy late.json --to s   solutions, once all can hand in no more
  gridmark doctor                                           what this machine can do
  source <(gridmark completions bash)                       complete commands, options and labs
  ./gridmark self-test                                      run gridmark's own tests (from its source folder)

Exit codes: 0 graded and passing, 1 graded and below the pass mark, 2 could not grade, 64 wrong usage.)";

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// What is wrong with the first option that the command does not have; empty where all are known.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::find(names.begin(), names.end(), name) == names.end())
      return fmt::format("unknown option \"{}\"{}", name, suggestion(name, names));
  }
  return "";
}

int report_wrong_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const std::vector<std::string> commands = command_names(app);
  const bool unknown = !first.empty() && first[0] != '-' &&
                       std::find(commands.begin(), commands.end(), first) == commands.end();
  std::string message =
      unknown ? fmt::format("unknown command \"{}\"{}", first, suggestion(first, commands)) : error.what();
  if (const std::string option = unknown_option(app, argc, argv); !unknown && !option.empty())
    message = option;
  fmt::print(stderr, "gridmark: {}\nTry: gridmark{} --help\n", message,
             unknown || commands.empty() || first[0] == '-' ? "" : " " + first);
  return exit_wrong_usage;
}

}  // namespace

void add_commands(CLI::App& app, int& exit_code) {
  app.name("gridmark");
  app.description(program_description);
  app.footer(commands_examples);
  app.set_version_flag("--version", "gridmark " GRIDMARK_VERSION);
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  add_grade_command(app, exit_code);
  add_batch_command(app, exit_code);
  add_batch_task_command(app, exit_code);
  add_test_command(app, exit_code);
  add_benchmark_command(app, exit_code);
  add_labs_command(app, exit_code);
  add_verify_command(app, exit_code);
  add_new_lab_command(app, exit_code);
  add_rubric_command(app, exit_code);
  add_explain_command(app, exit_code);
  add_debug_command(app, exit_code);
  add_doctor_command(app, exit_code);
  add_editor_command(app, exit_code);
  add_review_command(app, exit_code);
  add_handout_command(app, exit_code);
  add_manual_command(app, exit_code);
  add_merge_command(app, exit_code);
  add_report_command(app, exit_code);
  add_rescore_command(app, exit_code);
  add_history_command(app, exit_code);
  add_adjust_command(app, exit_code);
  add_collect_command(app, exit_code);
  add_release_command(app, exit_code);
  add_ci_command(app, exit_code);
  add_cc_command(app, exit_code);
  add_profile_command(app, exit_code);
  add_smi_command(app, exit_code);
  add_watch_command(app, exit_code);
  add_disk_command(app);
  add_ranks_command(app);
  add_bundle_command(app, exit_code);
  add_completions_command(app, exit_code);
  add_man_page_command(app, exit_code);
}

int run_command_line(int argc, char** argv) {
  system::break_log_commands();
  if (const std::optional<int> ran = run_toolkit_command(argc, argv)) return *ran;
  int exit_code = exit_passing;
  CLI::App app;
  add_commands(app, exit_code);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) fmt::print("{}", app.help());
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return report_wrong_usage(app, error, argc, argv);
  }
  return exit_code;
}

}  // namespace gridmark::cli
