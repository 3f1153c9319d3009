#pragma once
#include <string>
#include <vector>

namespace gridmark::sandbox {

/// For each host path, a path with the same contents that an unprivileged user can bind.
///
/// As root, a source may be closed to the user that the run drops to: below a closed home, or in a clone made
/// with umask 077. Such a source is bound into a folder that only the calling process and its children see,
/// or copied there if its own mode is closed. If no such folder can be had, as in a container without
/// privileges, it is copied to `copies`, unless that is empty. All other sources keep their paths.
/// Throws SandboxFailure if a source does not exist or a closed folder is larger than 256 MiB.
std::vector<std::string> make_sources_visible(const std::vector<std::string>& sources,
                                              const std::string& copies = "");

}  // namespace gridmark::sandbox
