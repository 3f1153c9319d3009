#pragma once
#include <string>

#include "base/file_descriptor.h"
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// In the stub: opens `path` for reading. Empty unless it is a regular file with one name, reached without
/// links. Otherwise a command could hand out files that only the stub may read, or a pipe that never ends.
FileDescriptor open_export(const std::string& path);

enum class Exported {
  written,
  refused,    ///< too large, or not a regular file: caused by the command
  unwritable  ///< the host's disk refused it (see errno): not caused by the command
};

/// In the supervisor: copies `from` to the host by a temporary name and a rename. Only the executable bit is
/// kept. A failed copy leaves nothing behind.
Exported write_export(int from, const Export& file);

}  // namespace gridmark::sandbox
