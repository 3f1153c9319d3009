#pragma once
#include <string>
#include <string_view>

namespace gridmark::driver {

/// `rewritten` with a call of end_without_return() (device/gridmark/missing_return.h) in front of each
/// closing brace of which the compiler's `messages` warn by -Wreturn-type. A function that ends without its
/// return gives back what a register happens to hold, which differs from flavour to flavour. Lines stay.
/// Without such a warning, or where the brace comes of a macro, the text is as it was.
std::string with_marked_ends(const std::string& rewritten, std::string_view messages);

}  // namespace gridmark::driver
