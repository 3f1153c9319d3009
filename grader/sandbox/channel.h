#pragma once
// Messages from the stub to the supervisor: packets on a socket pair, each with at most one descriptor.
#include <cstdint>
#include <optional>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

struct Message {
  enum class Kind : std::uint32_t {
    started,    ///< the stub runs, so isolation works here
    ended,      ///< the command and all processes that it left are gone
    exported,   ///< one per --export in order, with the file if there is one
    listening,  ///< from the command's process to the stub, with the seccomp listener
    failed,     ///< from the command's process to the stub: `error` stopped it before exec
  };
  Kind kind = Kind::started;
  std::int32_t wait_status = 0;
  std::int32_t error = 0;            ///< errno of the failure that kept the command from starting
  std::int32_t forbidden_call = -1;  ///< number of the system call that ended the run
  std::int32_t survivors = 0;
  std::int32_t excess = 0;  ///< a FolderWatch::Excess
  double cpu_seconds = 0;
  std::int64_t peak_bytes = 0;  ///< of the largest process
  char step[64] = {};           ///< the step that failed, if error is set
};

struct Received {
  Message message;
  FileDescriptor descriptor;
};

bool send_message(int channel, const Message& message, int descriptor = -1);

/// The next complete packet. Empty at the end of the channel, if no packet waits, or if it is malformed.
std::optional<Received> receive_message(int channel, bool wait);

}  // namespace gridmark::sandbox
