#pragma once
// Names for a command in a mode without mounts: what it knows as /box/a.cpp is a file of the host.
#include <map>
#include <string>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Names inside, of files or folders, and the host's names for them.
using HostNames = std::map<std::string, std::string>;

/// `options` with each name inside replaced in the command line, the exports, the environment and the folder
/// to run in. The first name in a word is seen, where it starts the word or follows an option's letters
/// ("-I/box") or a '='. `names` must hold "/tmp"; the command gets it as TMPDIR and HOME.
Options with_host_names(const Options& options, const HostNames& names);

}  // namespace gridmark::sandbox
