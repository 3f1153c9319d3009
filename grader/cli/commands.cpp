#include "grader/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/nearest.h"
#include "grader/cli/batch_task_command.h"
#include "grader/cli/toolkit_program.h"
#include "grader/pipeline/handout.h"
#include "grader/system/log_commands.h"
#include "grader/system/program_paths.h"

namespace gridmark::cli {
namespace {

constexpr const char* program_description =
    "gridmark grades C++/CUDA labs. It builds a submission, tests it, counts its memory accesses and scores "
    "it.";

constexpr const char* students_examples = R"(
Examples:
  gridmark labs                                             list the labs
  gridmark test lab1-gpu-basics MatmulTiled --watch         run one suite of tests again at every save
  gridmark grade lab1-gpu-basics                            grade starter/lab1-gpu-basics
  gridmark grade lab1-gpu-basics --submission ~/lab1        grade another folder
  gridmark explain lab1-gpu-basics tiled_conflicts          show how one item is measured and scored
  gridmark rubric lab1-gpu-basics                           show the points with their curves
  gridmark profile lab1-gpu-basics matmul_tiled             compare your counts with the reference's
  gridmark benchmark lab1-gpu-basics                        measure many sizes, and draw the curves
  gridmark cc --run vector_add.cu                           run any CUDA program without a GPU
  gridmark profile matmul.cu                                show its sectors, conflicts and races by line
  gridmark smi -l 1                                         watch the emulated devices, as with nvidia-smi
  gridmark watch -- ./train                                 watch loss, rate and GPUs of a training
  gridmark disk --explore -- ./save -- ./check              test every state that a crash can leave on the disk
  gridmark ranks -n 4 -- ./train                            run a program as four ranks
  gridmark doctor                                           check this machine
  source <(gridmark completions bash)                       complete commands, options and labs)";

constexpr const char* staff_examples = R"(

Examples for course staff:
  gridmark handout --to ~/students                          write a repository for students, without solutions
  gridmark batch lab1-gpu-basics --roster r.csv --results g   grade a class, and write a gradebook
  gridmark collect lab1-gpu-basics --roster r.csv --results g   note which commits are there now
  gridmark review results                                   list results that are too good to be true
  gridmark manual results > manual.csv                      make a table for points that a person gives
  gridmark merge record.json quiet.json                     use timed items from a run on a quieter machine
  gridmark rescore results --dry-run                        try a changed rubric without running anything
  gridmark statistics results                               show how hard each item was
  gridmark what-if results lab1-gpu-basics tiled_bytes --limit 0.2   move one limit and see the class move
  gridmark history ada lab1-gpu-basics --results g          show when a grade changed, who changed it and why
  gridmark adjust ada lab1-gpu-basics --results g --excuse --reason "ill"   excuse a student
  gridmark report results --to junit -o grades.xml          write the grades for another system
  gridmark release lab1-gpu-basics --roster r.csv --policy late.json --to s   publish solutions after the deadline
  gridmark bundle lab1-gpu-basics --for gradescope --zip a.zip   write an autograder to upload
  gridmark ci                                               grade the labs that a push changed)";

constexpr const char* authors_examples = R"(

Examples for lab authors:
  gridmark new-lab lab7-scan                                write a lab that already verifies
  gridmark verify lab1-gpu-basics                           prove a lab, and grade its known submissions
  ./gridmark setup                                          install missing packages (in its source folder)
  ./gridmark self-test                                      run gridmark's tests (in its source folder))";

constexpr const char* students_note = R"(

This copy is for students. `gridmark --help-all` also lists the commands for course staff and lab authors.)";

constexpr const char* program_exit_codes = R"(

Exit codes: 0 graded and passing, 1 graded and below the pass mark, 2 could not grade, 64 wrong usage.)";

std::string all_examples() {
  return std::string(students_examples) + staff_examples + authors_examples + program_exit_codes;
}

void name_group(CLI::App& app, const char* group) {
  const auto is_new = [](const CLI::App* command) { return command->get_group() == "Subcommands"; };
  for (CLI::App* command : app.get_subcommands(is_new)) command->group(group);
}

class AllCommands : public CLI::Formatter {
 public:
  AllCommands() {
    column_width(34);
    label("SUBCOMMAND", "COMMAND");
  }
};

class StudentsCommands final : public AllCommands {
 public:
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override {
    std::string text = fmt::format("\n{}:\n", command_groups[0]);
    const auto is_students = [](const CLI::App* one) { return one->get_group() == command_groups[0]; };
    for (const CLI::App* command : app->get_subcommands(is_students)) text += make_subcommand(command);
    return text;
  }
};

bool is_students_copy() {
  return system::find_program_paths()
      .map([](const system::ProgramPaths& paths) { return pipeline::is_handout(paths.source); })
      .value_or(false);
}

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
  app.footer(all_examples());
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", "gridmark " GRIDMARK_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<AllCommands>());
  add_labs_command(app, exit_code);
  add_test_command(app, exit_code);
  add_grade_command(app, exit_code);
  add_explain_command(app, exit_code);
  add_rubric_command(app, exit_code);
  add_debug_command(app, exit_code);
  add_profile_command(app, exit_code);
  add_benchmark_command(app, exit_code);
  add_cc_command(app, exit_code);
  add_smi_command(app, exit_code);
  add_watch_command(app, exit_code);
  add_disk_command(app);
  add_ranks_command(app);
  add_editor_command(app, exit_code);
  add_doctor_command(app, exit_code);
  add_completions_command(app, exit_code);
  add_man_page_command(app, exit_code);
  name_group(app, command_groups[0]);
  add_handout_command(app, exit_code);
  add_batch_command(app, exit_code);
  add_batch_task_command(app, exit_code);
  add_collect_command(app, exit_code);
  add_review_command(app, exit_code);
  add_manual_command(app, exit_code);
  add_merge_command(app, exit_code);
  add_rescore_command(app, exit_code);
  add_history_command(app, exit_code);
  add_statistics_command(app, exit_code);
  add_what_if_command(app, exit_code);
  add_adjust_command(app, exit_code);
  add_report_command(app, exit_code);
  add_release_command(app, exit_code);
  add_bundle_command(app, exit_code);
  add_ci_command(app, exit_code);
  name_group(app, command_groups[1]);
  add_new_lab_command(app, exit_code);
  add_verify_command(app, exit_code);
  name_group(app, command_groups[2]);
}

void show_students_help(CLI::App& app) {
  app.formatter(std::make_shared<StudentsCommands>());
  app.footer(std::string(students_examples) + students_note + program_exit_codes);
  app.add_flag_callback(
      "--help-all",
      [&app] {
        app.formatter(std::make_shared<AllCommands>());
        app.footer(all_examples());
        throw CLI::CallForHelp();
      },
      "Print the help with the commands for course staff and lab authors");
}

int run_command_line(int argc, char** argv) {
  system::break_log_commands();
  if (const std::optional<int> ran = run_toolkit_command(argc, argv)) return *ran;
  int exit_code = exit_passing;
  CLI::App app;
  add_commands(app, exit_code);
  if (is_students_copy()) show_students_help(app);
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
