#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace gridmark::timing {

/// The contents of a small file of /proc or /sys, "" if it cannot be read.
std::string read_text(const std::string& path);

/// All current processes below `ancestor`, without `ancestor` itself.
std::vector<pid_t> descendants_of(pid_t ancestor);

}  // namespace gridmark::timing
