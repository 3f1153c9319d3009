// gridmark cc, gridmark disk, gridmark ranks: programs of the toolkit, which read their own arguments.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/cli/toolkit_program.h"
#include "grader/system/become.h"

namespace gridmark::cli {

int become_toolkit_program(const std::string& program, const std::vector<std::string>& arguments) {
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  std::vector<std::string> command{installation->paths.toolkit() / "bin" / program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  print_error(system::become(command));
  return exit_not_graded;
}

void add_cc_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("cc", "Compile any CUDA C++ program for the emulated device, with nvcc's options");
  command->set_help_flag();  // the program has its own
  command->prefix_command();
  command->callback(
      [&exit_code, command] { exit_code = become_toolkit_program("gridmark-cc", command->remaining()); });
}

namespace {

void add_toolkit_command(CLI::App& app, const char* name, const char* summary) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->set_help_flag();
  command->prefix_command();
}

}  // namespace

void add_disk_command(CLI::App& app) {
  add_toolkit_command(app, "disk", "Test every state that a crash of a program can leave on the disk");
}

void add_ranks_command(CLI::App& app) {
  add_toolkit_command(app, "ranks",
                      "Run a program as several ranks, and test other orders of their messages");
}

std::optional<int> run_toolkit_command(int argc, char** argv) {
  const std::string name = argc < 2 ? "" : argv[1];
  if (name != "disk" && name != "ranks") return std::nullopt;
  return become_toolkit_program("gridmark-" + name, {argv + 2, argv + argc});
}

}  // namespace gridmark::cli
