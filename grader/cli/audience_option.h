#pragma once
// --audience, the same for each command that writes what students may read.
#include <CLI/CLI.hpp>
#include <string>

namespace gridmark::cli {

/// Takes the names of Audience alone; `audience` has the default, and says it in the help.
void add_audience_option(CLI::App& command, std::string& audience);

}  // namespace gridmark::cli
