// gridmark-cc: compiles CUDA C++ for the emulated device.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "emulation/driver/build.h"
#include "emulation/driver/children.h"
#include "emulation/driver/syntax_pass.h"

namespace gridmark::driver {
namespace {

int exit_with(Status status, const std::string& sentence) {
  std::cerr << "gridmark-cc: " << sentence << '\n';
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

/// The first file of the command line that is not there.
std::string missing_file(const Options& options) {
  for (const Input& input : options.inputs) {
    std::error_code ignored;
    if (!input.name.starts_with("-l") && !std::filesystem::exists(input.name, ignored)) return input.name;
  }
  return {};
}

/// --run: comes back only if the program cannot be started.
void become_program(const Options& options) {
  const std::string program = std::filesystem::absolute(options.output.empty() ? "a.out" : options.output);
  execl(program.c_str(), program.c_str(), nullptr);
  throw CannotRun(fmt::format("cannot run {}: {}", program, std::strerror(errno)));
}

int run(const std::vector<std::string>& arguments) {
  const auto options = read_options(arguments);
  if (!options) return exit_with(Status::wrong_usage, options.error());
  if (options->action == Options::Action::help) return std::cout << help_text(), 0;
  if (options->action == Options::Action::version) return std::cout << version_text(), 0;
  if (options->action == Options::Action::clangd)
    return std::cout << clangd_settings(*options, own_toolkit()), 0;
  if (const std::string missing = missing_file(*options); !missing.empty()) {
    return exit_with(Status::wrong_usage, fmt::format("there is no file '{}'", missing));
  }
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

}  // namespace
}  // namespace gridmark::driver

int main(int count, char** words) {
#ifdef __x86_64__
  return gridmark::driver::run({words + 1, words + count});
#else
  (void)count, (void)words;
  std::cerr << "gridmark-cc: the emulated device runs on x86-64 only\n";
  return 2;
#endif
}
