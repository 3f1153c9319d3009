#pragma once
#include <string>

namespace gridmark::system {

/// The computer's name, or "" if it has none.
std::string host_name();

/// 12 hexadecimal digits that stay the same on one machine. They are from a hash, because the machine's id is
/// only for its own programs. If the machine has no id, they identify this start of it.
std::string machine_digits();

/// The kernel's id of this start of the machine, or "" if it has none.
std::string boot_id();

}  // namespace gridmark::system
