#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace gridmark::similarity {

/// A word of C++ in a comparison. All names that an author can choose are equal, so renaming changes nothing.
struct SourceToken {
  std::uint64_t kind = 0;  ///< equal for equal words
  int line = 0;            ///< from 1
};

/// The tokens of CUDA C++ without comments, includes and blanks. Accepts any bytes.
std::vector<SourceToken> source_tokens(std::string_view source);

}  // namespace gridmark::similarity
