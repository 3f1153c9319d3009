#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace gridmark::similarity {

/// A word of C++ as it counts for similarity: names that its author chose are all the same, so that renaming
/// changes nothing.
struct SourceToken {
  std::uint64_t kind = 0;  ///< equal for equal words
  int line = 0;            ///< from 1
};

/// The tokens of CUDA C++ without comments, includes and blanks. Any bytes make some tokens.
std::vector<SourceToken> source_tokens(std::string_view source);

}  // namespace gridmark::similarity
