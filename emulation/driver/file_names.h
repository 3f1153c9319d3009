#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// Returns preprocessed text in which lines `# 12 "OLD/matmul.h" 1` have NEW/matmul.h, for each
/// `-ffile-prefix-map=OLD=NEW` among the options. The last one that fits is used. g++ maps the names in
/// objects and in __FILE__, but not these.
std::string with_mapped_file_names(std::string_view preprocessed, const std::vector<std::string>& options);

}  // namespace gridmark::driver
