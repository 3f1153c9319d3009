#pragma once
// One timed run per GPU at a time. Each GPU has a file, which a measuring process holds locked.
#include <filesystem>
#include <functional>
#include <string>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// The lease ends with this object or its process. The kernel releases the lock of a killed process, so no
/// lease is ever stale. The file's text about its holder is for people.
class GpuLease {
 public:
  struct Request {
    std::filesystem::path folder = default_folder();
    std::string uuid;    ///< "GPU-8f2c0a1b-..."
    std::string holder;  ///< the purpose: "grade lab1-gpu-basics"
  };

  /// Waits for the GPU. Calls `waiting` with a line about the holder, and again whenever that changes.
  ///
  /// errors  filesystem: the file cannot be made. toolchain: the stop flag ended the waiting
  static Result<GpuLease> acquire(const Request& request, const StopFlag& stop,
                                  const std::function<void(const std::string& words)>& waiting);

  /// A folder that all users of the machine share: /tmp/gridmark-gpu, or the value of GRIDMARK_GPU_LEASES.
  static std::filesystem::path default_folder();

  GpuLease(GpuLease&& other) noexcept;
  GpuLease& operator=(GpuLease&& other) noexcept;
  ~GpuLease();

 private:
  explicit GpuLease(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace gridmark::system
