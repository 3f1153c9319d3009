// gridmark cc and gridmark profile: programs of the toolkit, which read their own arguments.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/system/become.h"

namespace gridmark {
namespace {

int become_toolkit_program(const std::string& program, const std::vector<std::string>& arguments) {
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  std::vector<std::string> command{installation->paths.toolkit() / "bin" / program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  print_error(become(command));
  return exit_not_graded;
}

void add_toolkit_command(CLI::App& app, int& exit_code, const std::string& name, const std::string& program,
                         const std::string& purpose) {
  CLI::App* command = app.add_subcommand(name, purpose);
  command->set_help_flag();  // the program has its own
  command->prefix_command();
  command->callback(
      [&exit_code, command, program] { exit_code = become_toolkit_program(program, command->remaining()); });
}

}  // namespace

void add_toolkit_commands(CLI::App& app, int& exit_code) {
  add_toolkit_command(app, exit_code, "cc", "gridmark-cc",
                      "Compile any CUDA C++ program for the emulated device, with nvcc's options");
  add_toolkit_command(app, exit_code, "profile", "gridmark-profile",
                      "Run a CUDA program and show what its kernels do to memory, line by line");
}

}  // namespace gridmark
