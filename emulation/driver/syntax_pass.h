#pragma once
// Errors that g++ accepts and nvcc does not: calls between host and device code that are on the wrong side.
//
// Theory of operation
// To g++ every function is a host function. clang has a separate CUDA parser that knows which side a function
// is on. If clang 16 or newer is installed, it checks the source too. Only its messages about sides are used,
// as warnings: it is another compiler with other headers, and must never decide whether a program compiles.
#include <optional>
#include <string>
#include <string_view>

#include "emulation/driver/commands.h"

namespace gridmark::driver {

/// The newest usable clang++ of PATH. Nothing if there is none, or if $GRIDMARK_CLANG is empty.
/// $GRIDMARK_CLANG names another one.
std::optional<std::string> find_clang();

/// The side whose text is checked. __CUDA_ARCH__ is defined except for the host.
enum class SeenBy { both, host };

/// The command line that checks one .cu file.
CommandLine syntax_pass(const std::string& clang, const Options& options, const Toolkit& toolkit,
                        const std::string& source, SeenBy side = SeenBy::both);

/// The text of a .clangd file that lets clangd, and so an editor, read .cu files.
std::string clangd_settings(const Options& options, const Toolkit& toolkit);

/// The callers: functions that only kernels call, or functions that host code calls too.
enum class Callers { all, device, host };

/// clang's messages -> warnings for the user, in its form: place, message, source line, caret.
std::string wrong_sides(std::string_view clangs_words, Callers callers = Callers::all);

}  // namespace gridmark::driver
