#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace gridmark::cli {

/// gridmark(1) in roff, from the parser that --help prints: each command with its options, examples and exit
/// codes.
std::string man_page(const CLI::App& app, const std::string& version);

}  // namespace gridmark::cli
