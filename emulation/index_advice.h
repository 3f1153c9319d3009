#pragma once

namespace gridmark::emulation {

/// How the advice to a kernel begins that reaches past an array. A checker that knows the mistake behind the
/// access puts it in the place of this advice, which ends the message.
inline constexpr const char* index_advice = "check the index against the size, as in if (i < n)";
/// The same in front of an array.
inline constexpr const char* low_index_advice = "check the index, as in if (i >= 0)";

}  // namespace gridmark::emulation
