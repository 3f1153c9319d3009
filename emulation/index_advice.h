#pragma once
#include <cstdint>

namespace gridmark::emulation {

/// Start of the advice when a kernel reaches past an array. The advice ends the message. A checker that
/// recognises the mistake replaces the advice with a more exact one.
inline constexpr const char* index_advice = "check the index against the size, as in if (i < n)";
/// The same if the access is not the next element. An index check alone may then not be enough.
inline constexpr const char* far_index_advice =
    "check the index against the size, as in if (i < n). If the line has such a check, the index is wrong: "
    "in "
    "row * width + column, width is the length of a row";
/// The same for an access in front of an array.
inline constexpr const char* low_index_advice = "check the index, as in if (i >= 0)";

/// The advice for an access `bytes` past the end of an array.
constexpr const char* index_advice_at(std::uintptr_t bytes) {
  return bytes == 0 ? index_advice : far_index_advice;
}

}  // namespace gridmark::emulation
