#pragma once
// Checker and submission in one program: for a debugger and for quick tries on one's own machine, never for a
// grade.
#include <filesystem>

#include "grader/core/build.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::compile {

/// Compiles the lab's files in `submission`, unoptimised and with debug information, and links them with the
/// lab's tests. No sandbox: this is for a user's own code.
///
/// program  to be made
/// errors   toolchain: a prebuilt part is missing; submission: a file of the lab is missing
Result<Build> build_in_process(const Lab& lab, const std::filesystem::path& submission,
                               const system::ProgramPaths& paths, const std::filesystem::path& program,
                               const system::StopFlag& stop);

}  // namespace gridmark::compile
