#pragma once
// The system calls that a command may make. The sandbox shares the machine's kernel, so it blocks calls that
// reach far into the kernel and that a course's program never needs.
#include <string>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

struct FilterOptions {
  bool deny_hidden_memory = false;  ///< memory without a mapping, which the watchdog misses
  bool deny_network = false;        ///< sockets: only a GPU's driver needs them
  bool deny_neighbours = false;  ///< access to the machine's processes and files, needed without namespaces
  bool deny_signals = false;     ///< also signals, if Landlock does not scope them
  bool deny_truncation = false;  ///< also truncate() by name, if Landlock does not cover it
};

/// Applies the filter to the calling thread for good. Forbidden calls wait on the returned listener until its
/// holder answers. Calls that honest libraries only try out fail with an errno instead. On failure sets errno
/// and returns an invalid descriptor.
FileDescriptor load_seccomp_filter(const FilterOptions& options);

/// The number of a forbidden call that waits at the listener, or -1 if there is none. The calling thread
/// stays blocked until it is killed.
int receive_forbidden_call(int listener);

/// "ptrace", or "system call 999".
std::string system_call_name(int number);

}  // namespace gridmark::sandbox
