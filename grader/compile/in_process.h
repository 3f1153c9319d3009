#pragma once
// Checker and submission in one program, for a debugger and for quick tries on the user's machine. Never used
// for a grade.
#include <filesystem>

#include "grader/core/build.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::compile {

/// Compiles the lab's files in `submission`, unoptimised and with debug information, and links them with the
/// lab's tests. There is no sandbox, so use it only for the user's own code.
///
/// program  the program to make
/// errors   toolchain: a prebuilt part is missing. submission: a file of the lab is missing
Result<Build> build_in_process(const Lab& lab, const std::filesystem::path& submission,
                               const system::ProgramPaths& paths, const std::filesystem::path& program,
                               const system::StopFlag& stop);

}  // namespace gridmark::compile
