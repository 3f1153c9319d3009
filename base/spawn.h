#pragma once
#include <signal.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace gridmark {

/// A descriptor of this process, or -1 for /dev/null, and its number in the child.
struct GivenDescriptor {
  int ours;
  int number;
};

struct SpawnOptions {
  std::vector<GivenDescriptor> descriptors = {};  ///< in addition to open ones without close-on-exec
  bool own_group = false;                         ///< a new process group
  std::optional<sigset_t> blocked = {};           ///< blocked signals, by default those of this process
  std::vector<int> default_signals = {};          ///< signals ignored here that the child must not ignore
};

/// Starts a program. A name without a slash is searched in PATH. It does not use fork, which would copy the
/// page tables of all our mappings.
///
/// returns  the process id, or -1 with errno set
pid_t spawn(const std::vector<std::string>& command, const SpawnOptions& options);

}  // namespace gridmark
