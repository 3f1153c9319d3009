#pragma once
// Which system calls a command may make. The kernel under the sandbox is shared with the machine, so calls
// that a course's program never needs and that reach far into the kernel are closed.
#include <string>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

struct FilterOptions {
  bool deny_hidden_memory = false;  ///< what no process maps escapes the watchdog
  bool deny_network = false;        ///< only a GPU's driver needs sockets
  bool deny_neighbours =
      false;                  ///< what reaches processes and files of the machine, where no namespace does it
  bool deny_signals = false;  ///< and signals, where Landlock does not scope them
  bool deny_truncation = false;  ///< and truncate() by name, where Landlock does not know it
};

/// Applies the filter to the calling thread, for good. Forbidden calls wait on the returned listener until
/// its holder answers; calls that honest libraries only try out fail with an errno instead.
/// Sets errno and returns none on failure.
FileDescriptor load_seccomp_filter(const FilterOptions& options);

/// The number of a forbidden call that waits at the listener; -1 when there was none. The thread that made
/// it stays blocked until it is killed.
int receive_forbidden_call(int listener);

/// "ptrace", or "system call 999".
std::string system_call_name(int number);

}  // namespace gridmark::sandbox
