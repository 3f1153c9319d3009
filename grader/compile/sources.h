#pragma once
#include <string>
#include <vector>

namespace gridmark::compile {

/// The sources in `files` as words of a command line, without headers.
std::vector<std::string> source_words(const std::vector<std::string>& files);

}  // namespace gridmark::compile
