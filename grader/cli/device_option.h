#pragma once
// --device, as every command has it.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "grader/core/device_choice.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"
#include "grader/system/stop_flag.h"

namespace gridmark::cli {

/// Adds --device to a command.
void add_device_option(CLI::App& command, std::string& wish);

/// The device for one lab; the choice's note goes to standard error. `emulated` looks at nothing.
///
/// errors  as choose_device
Result<DeviceChoice> chosen_device(const std::string& wish, const Lab& lab, const system::ProgramPaths& paths,
                                   const system::StopFlag& stop);

/// What is done where --device cuda finds a compiler and nothing to run on: compiles the submission, and says
/// so.
///
/// returns  exit_not_graded: nothing ran
struct CompileOnly {
  const Lab& lab;
  const std::filesystem::path& submission;
  system::Trust trust;
};
int show_compiled(const CompileOnly& what, const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::cli
