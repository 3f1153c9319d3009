#pragma once
#include <CLI/CLI.hpp>

namespace gridmark::cli {

/// A command for tasks of a Slurm array, not for people.
void add_batch_task_command(CLI::App& app, int& exit_code);

}  // namespace gridmark::cli
