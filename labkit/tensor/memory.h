#pragma once
// Memory of tensors: a caching allocator for each device, and its counters.
//
// A tensor that is destroyed gives its block to the cache. The next tensor of that size and stream takes it
// from there, because cudaMalloc and cudaFree are slow and wait for the device. So the used memory that the
// device reports (nvidia-smi, cudaMemGetInfo) is `reserved`, never `allocated`.
#include <cstddef>
#include <string>
#include <vector>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// All in bytes.
struct MemoryStats {
  std::size_t allocated = 0;  ///< memory of living tensors, exactly: the sum of elements x size
  std::size_t reserved = 0;   ///< taken from the device: live blocks, the cache, rounding up to 512
  std::size_t peak = 0;       ///< the highest `allocated` since reset_peak()
};

/// The counters of `device`'s allocator. It counts on the host, so this does not wait.
MemoryStats memory_stats(Device device = Device::cuda());

/// Restarts `peak` from the memory that is allocated now.
void reset_peak(Device device = Device::cuda());

/// A separate peak, which reset_peak() does not change. Use it to measure code that may call reset_peak().
class PeakWatch {
 public:
  explicit PeakWatch(Device device = Device::cuda());
  ~PeakWatch();
  PeakWatch(const PeakWatch&) = delete;
  PeakWatch& operator=(const PeakWatch&) = delete;

  /// The most bytes allocated at a time since the object was made.
  std::size_t peak() const;

 private:
  Device device_;
  std::size_t peak_ = 0;  ///< written by the allocator
};

/// Gives the blocks of the cache back to the device. Blocks of living tensors stay.
void empty_cache(Device device = Device::cuda());

/// Limits the reserved memory of `device` to `bytes` from now on. A larger request throws OutOfMemory, as if
/// the device were that small. 0 removes the limit. Blocks that are already reserved stay.
void set_memory_limit(std::size_t bytes, Device device = Device::cuda());

/// The use of a tensor's memory. Parameters belong to modules. Gradients are all tensors that backward()
/// makes. Optimizer memory comes from step(), and data from a DataLoader. All other memory counts as
/// activation.
enum class Use { activation, parameter, gradient, optimizer, data };

/// "activation"
std::string name_of(Use use);

/// Sets the use of tensors that this thread makes, while the scope lives.
class UseScope {
 public:
  explicit UseScope(Use use);
  ~UseScope();
  UseScope(const UseScope&) = delete;
  UseScope& operator=(const UseScope&) = delete;

 private:
  Use before_;
};

/// Bytes of the tensors that were made for one use.
struct UseStats {
  std::size_t allocated = 0;  ///< bytes of living tensors
  std::size_t peak = 0;       ///< the most since reset_peak(). Different uses may peak at different times
};
UseStats use_stats(Use use, Device device = Device::cuda());

/// A line of the stage log.
struct StageNote {
  std::string stage;
  std::size_t allocated = 0;  ///< bytes, when the stage ended
  std::size_t peak = 0;       ///< bytes, since reset_peak()
};

/// Notes the allocated memory of `device` in the stage log. Call it at the end of a stage.
void note_stage(const std::string& stage, Device device = Device::cuda());

/// The notes so far, oldest first.
const std::vector<StageNote>& stage_log();

/// Clears the log.
void clear_stage_log();

/// A piece of memory, shared by all its tensors. It goes back to the cache with the last of them.
class Storage {
 public:
  /// errors  OutOfMemory: no room for `bytes`, even after the cache was given back and a second try
  Storage(std::size_t bytes, Device device);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }

  /// The number of in-place changes to the contents. The backward pass compares it with the number at the
  /// time of saving.
  int version() const { return version_; }
  void bump_version() { ++version_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
  Device device_;
  Use use_;
  int version_ = 0;
};

}  // namespace gridmark::tensor
