#pragma once
// The command table: each command adds itself to the parser and leaves its exit code when it has run.
#include <CLI/CLI.hpp>

#include "grader/cli/exit_code.h"

namespace gridmark::cli {

void add_grade_command(CLI::App& app, int& exit_code);
void add_batch_command(CLI::App& app, int& exit_code);
void add_test_command(CLI::App& app, int& exit_code);
void add_handout_command(CLI::App& app, int& exit_code);
void add_benchmark_command(CLI::App& app, int& exit_code);
void add_labs_command(CLI::App& app, int& exit_code);
void add_debug_command(CLI::App& app, int& exit_code);
void add_doctor_command(CLI::App& app, int& exit_code);
void add_editor_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_new_lab_command(CLI::App& app, int& exit_code);
void add_rubric_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_review_command(CLI::App& app, int& exit_code);
void add_manual_command(CLI::App& app, int& exit_code);
void add_merge_command(CLI::App& app, int& exit_code);
void add_report_command(CLI::App& app, int& exit_code);
void add_rescore_command(CLI::App& app, int& exit_code);
void add_history_command(CLI::App& app, int& exit_code);
void add_statistics_command(CLI::App& app, int& exit_code);
void add_what_if_command(CLI::App& app, int& exit_code);
void add_adjust_command(CLI::App& app, int& exit_code);
void add_release_command(CLI::App& app, int& exit_code);
void add_collect_command(CLI::App& app, int& exit_code);
void add_ci_command(CLI::App& app, int& exit_code);
void add_cc_command(CLI::App& app, int& exit_code);
void add_profile_command(CLI::App& app, int& exit_code);
void add_smi_command(CLI::App& app, int& exit_code);
void add_watch_command(CLI::App& app, int& exit_code);
void add_disk_command(CLI::App& app);
void add_ranks_command(CLI::App& app);
void add_bundle_command(CLI::App& app, int& exit_code);
void add_completions_command(CLI::App& app, int& exit_code);
void add_man_page_command(CLI::App& app, int& exit_code);

/// The groups in which the help and the manual page list the commands.
inline constexpr const char* command_groups[] = {"Commands for students", "Commands for course staff",
                                                 "Commands for lab authors"};

/// The root of the parser: the program's own options, and every command in its group.
void add_commands(CLI::App& app, int& exit_code);

/// In a copy for students, --help lists the first group only, and --help-all lists all groups.
void show_students_help(CLI::App& app);

/// Parses the arguments, runs the command, and returns its exit code.
int run_command_line(int argc, char** argv);

}  // namespace gridmark::cli
