#pragma once
// What the stub tells the supervisor: packets on a socket pair, each at most one descriptor beside it.
#include <cstdint>
#include <optional>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

struct Message {
  enum class Kind : std::uint32_t {
    started,    ///< the stub runs: isolation works here
    ended,      ///< the command and everything it left behind are gone
    exported,   ///< one per --export in order; carries the file where there is one
    listening,  ///< from the command's process to the stub: carries the seccomp listener
    failed,     ///< from the command's process to the stub: `error` stopped it before exec
  };
  Kind kind = Kind::started;
  std::int32_t wait_status = 0;
  std::int32_t error = 0;            ///< errno of what kept the command from starting
  std::int32_t forbidden_call = -1;  ///< number of the system call that ended the run
  std::int32_t survivors = 0;
  std::int32_t excess = 0;  ///< a FolderWatch::Excess
  double cpu_seconds = 0;
  std::int64_t peak_bytes = 0;  ///< of the largest process
  char step[64] = {};           ///< what failed, when error is set
};

struct Received {
  Message message;
  FileDescriptor descriptor;
};

bool send_message(int channel, const Message& message, int descriptor = -1);

/// The next whole packet; nothing at the end of the channel, when none waits, or when it is malformed.
std::optional<Received> receive_message(int channel, bool wait);

}  // namespace gridmark::sandbox
