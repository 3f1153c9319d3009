#pragma once
// What g++ lets through and nvcc does not: calls between host and device code that are on the wrong side.
//
// Theory of operation
// To g++ every function is a host function. clang has a CUDA parser of its own that knows which side a
// function is on; where clang 16 or newer is installed it looks at the source too. Only what it says about
// sides is taken over, as warnings: it is another compiler with other headers, and must never decide whether
// a program compiles.
#include <optional>
#include <string>
#include <string_view>

#include "emulation/driver/commands.h"

namespace gridmark::driver {

/// The newest clang++ of PATH that can serve; nothing if there is none, or $GRIDMARK_CLANG is empty.
/// $GRIDMARK_CLANG names another one.
std::optional<std::string> find_clang();

/// Whose text is looked at: __CUDA_ARCH__ is defined but for the host.
enum class SeenBy { both, host };

/// The command line that looks at one .cu file.
CommandLine syntax_pass(const std::string& clang, const Options& options, const Toolkit& toolkit,
                        const std::string& source, SeenBy side = SeenBy::both);

/// The text of a .clangd file that lets clangd, and so an editor, read .cu files.
std::string clangd_settings(const Options& options, const Toolkit& toolkit);

/// Whose calls: of functions that only kernels call, or of those that host code calls too.
enum class Callers { all, device, host };

/// clang's words -> warnings for the user, in its form: place, message, source line, caret.
std::string wrong_sides(std::string_view clangs_words, Callers callers = Callers::all);

}  // namespace gridmark::driver
