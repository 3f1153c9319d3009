#pragma once
// Host names for a command in a mode without mounts, where /box/a.cpp is another file on the host.
#include <map>
#include <string>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Names inside, of files or folders, with their names on the host.
using HostNames = std::map<std::string, std::string>;

/// Returns `options` with the names inside replaced by host names in the command line, the exports, the
/// environment and the working folder. In each word only the first name is replaced, and only at the start,
/// after the letters of an option ("-I/box") or after a '='. `names` must contain "/tmp", which the command
/// gets as TMPDIR and HOME.
Options with_host_names(const Options& options, const HostNames& names);

}  // namespace gridmark::sandbox
