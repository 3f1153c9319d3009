#pragma once
#include <string>
#include <vector>

namespace gridmark::cli {

/// Whether `gridmark profile` is given a trace, not a program or a lab.
bool names_trace(const std::vector<std::string>& words);

/// gridmark profile TRACE.json --html FILE. Returns the exit code.
int make_timeline_page(const std::vector<std::string>& words);

}  // namespace gridmark::cli
