#pragma once
// Memory of tensors: a caching allocator for each device, and what it counts.
//
// A tensor that goes away gives its block to the cache, and the next tensor of that size and stream takes it
// from there, because cudaMalloc and cudaFree are slow and wait for the device. So the device's own view of
// what is taken (nvidia-smi, cudaMemGetInfo) is `reserved`, never `allocated`.
#include <cstddef>
#include <string>
#include <vector>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// All in bytes.
struct MemoryStats {
  std::size_t allocated = 0;  ///< of the tensors that live, exactly: the sum of elements x size
  std::size_t reserved = 0;   ///< taken from the device: live blocks, the cache, rounding up to 512
  std::size_t peak = 0;       ///< the most that `allocated` has been since reset_peak()
};

/// What the allocator of `device` counts. It counts on the host, so there is nothing to wait for.
MemoryStats memory_stats(Device device = Device::cuda());

/// Lets `peak` start again from what is allocated now.
void reset_peak(Device device = Device::cuda());

/// A mark of its own, which reset_peak() leaves alone: for who measures code that may call it.
class PeakWatch {
 public:
  explicit PeakWatch(Device device = Device::cuda());
  ~PeakWatch();
  PeakWatch(const PeakWatch&) = delete;
  PeakWatch& operator=(const PeakWatch&) = delete;

  /// The most bytes that were allocated at a time since it was made.
  std::size_t peak() const;

 private:
  Device device_;
  std::size_t peak_ = 0;  ///< the allocator's to write
};

/// Gives the blocks of the cache back to the device; those of living tensors stay.
void empty_cache(Device device = Device::cuda());

/// Lets no more than `bytes` be reserved in `device` from now on: what is asked for beyond is OutOfMemory, as
/// if the device were that small. 0 takes the limit away. Blocks that are reserved already stay.
void set_memory_limit(std::size_t bytes, Device device = Device::cuda());

/// What a tensor's memory is for. Parameters are those of modules; gradients all that backward() makes; of
/// optimizers what step() makes; data what a DataLoader makes. Everything else counts as activation.
enum class Use { activation, parameter, gradient, optimizer, data };

/// "activation"
std::string name_of(Use use);

/// Says what the memory of tensors that this thread makes is for, while it lives.
class UseScope {
 public:
  explicit UseScope(Use use);
  ~UseScope();
  UseScope(const UseScope&) = delete;
  UseScope& operator=(const UseScope&) = delete;

 private:
  Use before_;
};

/// In bytes, of the tensors that were made for one use.
struct UseStats {
  std::size_t allocated = 0;  ///< of those that live
  std::size_t peak = 0;       ///< the most since reset_peak(); those of several uses need not fall together
};
UseStats use_stats(Use use, Device device = Device::cuda());

/// A line of the stage log.
struct StageNote {
  std::string stage;
  std::size_t allocated = 0;  ///< bytes, when the stage ended
  std::size_t peak = 0;       ///< bytes, since reset_peak()
};

/// Writes what `device` has allocated into the stage log: call it at the end of a stage.
void note_stage(const std::string& stage, Device device = Device::cuda());

/// The notes so far, oldest first.
const std::vector<StageNote>& stage_log();

/// Starts the log anew.
void clear_stage_log();

/// A piece of memory, shared by all tensors that look at it. Goes back to the cache with the last of them.
class Storage {
 public:
  /// errors  OutOfMemory: no room for `bytes`, also after the cache was given back and a second try
  Storage(std::size_t bytes, Device device);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }

  /// How often the contents were changed in place. The backward pass compares it with what it was when the
  /// tensor was saved.
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
