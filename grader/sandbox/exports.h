#pragma once
#include <string>

#include "base/file_descriptor.h"
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// In the stub: opens `path` for reading. None unless it is a regular file with one name, reached without
/// links: a command could otherwise hand out files that only the stub may read, or a pipe that never ends.
FileDescriptor open_export(const std::string& path);

enum class Exported {
  written,
  refused,    ///< too large, or the target is not a regular file: the command's doing
  unwritable  ///< the host's disk did not take it, errno says why: not the command's doing
};

/// In the supervisor: copies `from` to the host by a temporary name and a rename, keeping only whether it can
/// be executed. Nothing is left where it is not written.
Exported write_export(int from, const Export& file);

}  // namespace gridmark::sandbox
