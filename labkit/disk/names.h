#pragma once
// The names that a disk accepts. Both sides of a socket use these functions.
#include <string>

namespace gridmark::disk {

constexpr std::size_t longest_name = 255;

/// Why `name` cannot be a file of a disk, or "".
std::string fault_of_name(const std::string& name);

/// `name` with control characters as \xNN, for a terminal.
std::string printable(const std::string& name);

/// errors  DiskError with EINVAL, for `call`
void check_name(const std::string& call, const std::string& name);

}  // namespace gridmark::disk
