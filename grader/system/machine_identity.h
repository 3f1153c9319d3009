#pragma once
#include <string>

namespace gridmark::system {

/// The computer's name; "" where it has none.
std::string host_name();

/// 12 hexadecimal digits that stay the same on one machine: of a hash, since the number itself is for the
/// machine's own programs. Where a machine has no such number they are of this start of it.
std::string machine_digits();

/// The kernel's id of this start of the machine; "" where it has none.
std::string boot_id();

}  // namespace gridmark::system
