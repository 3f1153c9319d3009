#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// Preprocessed text whose lines `# 12 "OLD/matmul.h" 1` say NEW/matmul.h, for each
/// `-ffile-prefix-map=OLD=NEW` among the options, the last that fits; g++ maps the names in objects and in
/// __FILE__, and leaves these.
std::string with_mapped_file_names(std::string_view preprocessed, const std::vector<std::string>& options);

}  // namespace gridmark::driver
