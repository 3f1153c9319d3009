#pragma once
// Limits that several documents share.
#include "protocol/fields.h"

namespace gridmark {

inline constexpr Range any_number{-1e300, 1e300, "a number"};
inline constexpr Range any_amount{0, 1e21, "a number, 0 or more"};
inline constexpr Range any_count{0, 1e9, "a whole number, 0 or more"};
inline constexpr Range small_count{0, 1e6, "a whole number, 0 to 1000000"};
/// Precision: milliseconds.
inline constexpr Range any_seconds{0, 1e9, "a number of seconds, 0 or more", 1000};
inline constexpr Range line_number{0, 1e9, "a line number"};
inline constexpr Range run_number{0, 1000, "the number of a run, 0 to 1000"};

/// Maximal bytes of a text that gridmark wrote.
inline constexpr std::size_t most_message = std::size_t{1} << 16;
inline constexpr Length any_text{0, most_message};
/// Kept bytes of a submission's or a compiler's output.
inline constexpr Length any_output{0, std::size_t{1} << 20};
inline constexpr Length name_text{1, 256};

inline constexpr Many<> any_list{0, 20'000};
inline constexpr Many<Length> any_texts{0, 20'000, any_text};
inline constexpr Many<Range> any_numbers{0, 20'000, any_number};

}  // namespace gridmark
