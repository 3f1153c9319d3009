#pragma once
// Values that documents of several kinds hold.
#include <string>

#include "grader/load/json_node.h"

namespace gridmark::load {

inline constexpr Range any_number{-1e300, 1e300, "a number"};
inline constexpr Range any_amount{0, 1e21, "a number, 0 or more"};
inline constexpr Range any_count{0, 1e9, "a whole number, 0 or more"};
inline constexpr Range any_seconds{0, 1e9, "a number of seconds, 0 or more"};
inline constexpr Range line_number{0, 1e9, "a line number"};

/// Bytes of a text that gridmark wrote.
inline constexpr std::size_t most_message = std::size_t{1} << 16;

inline std::string any_text(const Node& node) { return node.text(0, most_message); }

}  // namespace gridmark::load
