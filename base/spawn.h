#pragma once
#include <signal.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace gridmark {

/// A descriptor of ours, or -1 for /dev/null, that becomes a child's number.
struct GivenDescriptor {
  int ours;
  int number;
};

struct SpawnOptions {
  std::vector<GivenDescriptor> descriptors = {};  ///< beside those of ours that stay open at exec
  bool own_group = false;                         ///< of processes
  std::optional<sigset_t> blocked = {};           ///< signals; none: those that we block
  std::vector<int> default_signals = {};          ///< that we ignore, and the child must not
};

/// Starts a program; a name without a slash is looked for in PATH. Not by fork, which would copy the page
/// tables of all that we have mapped.
///
/// returns  its process, or -1 with errno set
pid_t spawn(const std::vector<std::string>& command, const SpawnOptions& options);

}  // namespace gridmark
