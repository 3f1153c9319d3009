#pragma once
#include <string>
#include <vector>

namespace gridmark::sandbox {

/// A paths of the host and a path that an unprivileged user can bind instead; the contents are the same.
///
/// As root, sources may lie where the user that the run drops to cannot go: below a closed home, or in a
/// clone made with umask 077. Each is then bound, or copied where its own mode is closed, into a folder that
/// only the calling process and its children see; where no such folder can be had, as in a container without
/// privileges, it is copied to `copies`, unless that is empty. Others get their own paths back.
/// Throws SandboxFailure when a source does not exist or a closed folder is larger than 256 MiB.
std::vector<std::string> make_sources_visible(const std::vector<std::string>& sources,
                                              const std::string& copies = "");

}  // namespace gridmark::sandbox
