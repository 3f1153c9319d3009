#pragma once
#include <string>
#include <vector>

namespace gridmark::cli {

/// Becomes a program of the toolkit: it reads its own arguments and has its own help.
/// returns  only when it cannot: the exit code, the reason said
int become_toolkit_program(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace gridmark::cli
