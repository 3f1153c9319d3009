#pragma once
#include <filesystem>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

/// The folders of a run whose mode has no mounts, removed with everything that the command left in them.
class Scratch {
 public:
  enum class Owner { caller, unprivileged };

  /// Makes the folders, and removes those that killed launchers have left. If root makes them for the
  /// unprivileged user, that user owns `box` and `tmp`, and all are in /tmp, because root's TMPDIR may be
  /// closed to other users. Throws SandboxFailure.
  explicit Scratch(Owner owner);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path box() const { return path_ / "box"; }
  std::filesystem::path tmp() const { return path_ / "tmp"; }
  /// For copies of sources that the unprivileged user could not read at their own place.
  std::filesystem::path visible() const { return path_ / "visible"; }

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
};

}  // namespace gridmark::sandbox
