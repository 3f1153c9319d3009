#pragma once
#include <string>
#include <string_view>

namespace gridmark::driver {

/// `rewritten` with a call of end_without_return() (device/gridmark/missing_return.h) in front of each
/// closing brace for which the compiler's `messages` have a warning of -Wreturn-type. A function that ends
/// without its return gives back the content of a register, which differs from flavour to flavour. Lines keep
/// their numbers. Without such a warning, or if the brace comes from a macro, the text is unchanged.
std::string with_marked_ends(const std::string& rewritten, std::string_view messages);

}  // namespace gridmark::driver
