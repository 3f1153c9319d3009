#pragma once
#include <string>
#include <vector>

namespace gridmark::compile {

/// Those of `files` that a compiler is given, headers left out, as words of a command line.
std::vector<std::string> source_words(const std::vector<std::string>& files);

}  // namespace gridmark::compile
