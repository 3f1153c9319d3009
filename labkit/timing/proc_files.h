#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace gridmark::timing {

/// A small file of /proc or /sys; "" when it cannot be read.
std::string read_text(const std::string& path);

/// All processes below `ancestor`, itself left out, as they are now.
std::vector<pid_t> descendants_of(pid_t ancestor);

}  // namespace gridmark::timing
