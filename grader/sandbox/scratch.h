#pragma once
#include <filesystem>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

/// The folders of a run whose mode has no mounts of its own, removed with all that the command left in them.
class Scratch {
 public:
  enum class Owner { caller, unprivileged };

  /// As root, for the unprivileged user: `box` and `tmp` are given away, and all lie in /tmp, because root's
  /// TMPDIR may lie where nobody else can go. Also removes what launchers that were killed outright have
  /// left. Throws SandboxFailure.
  explicit Scratch(Owner owner);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path box() const { return path_ / "box"; }
  std::filesystem::path tmp() const { return path_ / "tmp"; }
  /// For copies of what the unprivileged user could not read where it lies.
  std::filesystem::path visible() const { return path_ / "visible"; }

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
};

}  // namespace gridmark::sandbox
