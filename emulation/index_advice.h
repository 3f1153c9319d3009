#pragma once
#include <cstdint>

namespace gridmark::emulation {

/// How the advice to a kernel begins that reaches past an array. A checker that knows the mistake behind the
/// access puts it in the place of this advice, which ends the message.
inline constexpr const char* index_advice = "check the index against the size, as in if (i < n)";
/// The same where the access is not the next element, so that a check alone may not be what is missing.
inline constexpr const char* far_index_advice =
    "check the index against the size, as in if (i < n). If the line has such a check, the index is wrong: "
    "in "
    "row * width + column, width is the length of a row";
/// The same in front of an array.
inline constexpr const char* low_index_advice = "check the index, as in if (i >= 0)";

/// `bytes` past the end of an array.
constexpr const char* index_advice_at(std::uintptr_t bytes) {
  return bytes == 0 ? index_advice : far_index_advice;
}

}  // namespace gridmark::emulation
