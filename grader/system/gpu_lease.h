#pragma once
// One GPU, one timed run: a file for each GPU that whoever measures holds locked.
#include <filesystem>
#include <functional>
#include <string>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// Held until it goes away, or its process does: the kernel gives up the lock of whoever is killed, so no
/// lease is ever stale. What the file says of its holder is for people.
class GpuLease {
 public:
  struct Request {
    std::filesystem::path folder = default_folder();
    std::string uuid;    ///< "GPU-8f2c0a1b-..."
    std::string holder;  ///< what for: "grade lab1-gpu-basics"
  };

  /// Waits for the GPU. `waiting` is told who holds it, whenever that changes.
  ///
  /// errors  filesystem: the file cannot be made; toolchain: the stop flag ended the waiting
  static Result<GpuLease> acquire(const Request& request, const StopFlag& stop,
                                  const std::function<void(const std::string& words)>& waiting);

  /// A folder that all users of the machine share: /tmp/gridmark-gpu, or what GRIDMARK_GPU_LEASES says.
  static std::filesystem::path default_folder();

  GpuLease(GpuLease&& other) noexcept;
  GpuLease& operator=(GpuLease&& other) noexcept;
  ~GpuLease();

 private:
  explicit GpuLease(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace gridmark::system
