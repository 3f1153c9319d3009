#pragma once
#include <optional>
#include <string>
#include <vector>

namespace gridmark::cli {

/// Becomes a program of the toolkit: it reads its own arguments and has its own help.
/// returns  only when it cannot: the exit code, the reason said
int become_toolkit_program(const std::string& program, const std::vector<std::string>& arguments);

/// Becomes gridmark-disk or gridmark-ranks if the first word is "disk" or "ranks". CLI11 must not read its
/// words: a "--" with no other word in front ends a command there, and the words behind it are lost. returns
/// as above; nothing where the command is another one
std::optional<int> run_toolkit_command(int argc, char** argv);

}  // namespace gridmark::cli
