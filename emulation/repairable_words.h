#pragma once
// Words of messages whose mistake a checker can repair in the source: it has nothing else to know them by.
#include <string_view>

namespace gridmark::emulation {

inline constexpr std::string_view copy_either_way = ": either the direction must be ";
inline constexpr std::string_view freed_twice =
    ": remove one of the two calls, or free the pointer that was meant";
inline constexpr std::string_view needless_reset = ": leave it out, or call it when the program ends";
inline constexpr std::string_view no_return = "ended without a return at ";
inline constexpr std::string_view deadlock_in = "deadlock in kernel ";
inline constexpr std::string_view events_not_reached = "the device has not reached the events yet: ";

}  // namespace gridmark::emulation
