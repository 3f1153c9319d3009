// gridmark-cc: compiles CUDA C++ for the emulated device.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "base/argument_pointers.h"
#include "emulation/driver/build.h"
#include "emulation/driver/children.h"
#include "emulation/driver/syntax_pass.h"

namespace gridmark::driver {
namespace {

int exit_with(Status status, const std::string& message) {
  std::cerr << "gridmark-cc: " << message << '\n';
  return static_cast<int>(status);
}

CommandLine host_compiler(const Options& options) {
  const char* from_environment = std::getenv("CXX");
  std::istringstream words(!options.host_compiler.empty()
                               ? options.host_compiler
                               : std::string(from_environment ? from_environment : ""));
  CommandLine compiler;
  for (std::string word; words >> word;) compiler.push_back(word);
  return compiler.empty() ? CommandLine{"g++"} : compiler;
}

/// The problem with the first input that cannot be read, or with the folders for outputs. Empty if there is
/// none.
std::string problem_with_files(const Options& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const Input& input : options.inputs) {
    if (input.name.starts_with("-l")) continue;
    if (!fs::exists(input.name, ignored)) return fmt::format("there is no file '{}'", input.name);
    if (fs::is_directory(input.name, ignored)) return fmt::format("'{}' is a folder, not a file", input.name);
    if (access(input.name.c_str(), R_OK) != 0)
      return fmt::format("'{}' cannot be read: {}", input.name, std::strerror(errno));
  }
  for (const fs::path& folder : {fs::path(options.output).parent_path(), fs::path(options.output_folder)}) {
    if (folder.empty()) continue;
    if (!fs::is_directory(folder, ignored))
      return fmt::format("there is no folder '{}' for the output. Make it first", folder.string());
  }
  if (fs::is_directory(options.output, ignored))
    return fmt::format("the output '{}' is a folder. Name a file with -o", options.output);
  return {};
}

/// --run. It returns only if the program cannot be started.
void become_program(const Options& options) {
  const std::string program = std::filesystem::absolute(options.output.empty() ? "a.out" : options.output);
  std::vector<std::string> words{program};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  execv(program.c_str(), argument_pointers(words).data());
  throw CannotRun(fmt::format("cannot run {}: {}", program, std::strerror(errno)));
}

int run(const std::vector<std::string>& arguments) {
  const auto options = read_options(arguments);
  if (!options) return exit_with(Status::wrong_usage, options.error());
  if (options->action == Options::Action::help) return std::cout << help_text(), 0;
  if (options->action == Options::Action::version) return std::cout << version_text(), 0;
  if (options->action == Options::Action::clangd)
    return std::cout << clangd_settings(*options, own_toolkit()), 0;
  if (const std::string problem = problem_with_files(*options); !problem.empty())
    return exit_with(Status::wrong_usage, problem);
  try {
    const bool colour = isatty(STDERR_FILENO) != 0;
    const Status status =
        build(*options, own_toolkit(), host_compiler(*options), colour, std::cout, std::cerr);
    if (status == Status::compiled && options->runs_program && !options->dry_run) become_program(*options);
    return static_cast<int>(status);
  } catch (const CannotRun& problem) {
    return exit_with(Status::cannot_run, problem.what());
  } catch (const Interrupted& told) {
    std::signal(told.signal, SIG_DFL);
    std::raise(told.signal);
    return 128 + told.signal;
  }
}

/// Opens input, output and messages if they are closed, because the first opened file would take their place.
void open_what_is_closed() {
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) std::abort();
}

int run_and_flush(const std::vector<std::string>& arguments) {
  open_what_is_closed();
  const int status = run(arguments);
  if (std::cout.flush()) return status;
  return exit_with(Status::cannot_run, "cannot write to standard output");
}

}  // namespace
}  // namespace gridmark::driver

int main(int count, char** words) {
#ifdef __x86_64__
  return gridmark::driver::run_and_flush({words + 1, words + count});
#else
  (void)count, (void)words;
  std::cerr << "gridmark-cc: the emulated device runs on x86-64 only\n";
  return 2;
#endif
}
