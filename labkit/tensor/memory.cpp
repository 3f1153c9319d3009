#include "labkit/tensor/memory.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

#include "labkit/tensor/device.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/stream.h"

namespace gridmark::tensor {
namespace {

thread_local Use current_use = Use::activation;

constexpr std::size_t granule = 512;  // bytes, the alignment of cudaMalloc

std::size_t rounded(std::size_t bytes) { return (bytes + granule - 1) / granule * granule; }

/// Returns null if there is no room.
void* take_from(Device device, std::size_t bytes) {
  if (device.is_host()) return std::malloc(bytes);
  const OnDevice current(device);
  void* data = nullptr;
  const cudaError_t error = cudaMalloc(&data, bytes);
  if (error == cudaSuccess) return data;
  if (error != cudaErrorMemoryAllocation) check(error, "an allocation");
  cudaGetLastError();  // a later exception reports the error, so it must not appear again in the next call
  return nullptr;
}

void give_back(Device device, void* data) {
  if (device.is_host()) {
    std::free(data);
    return;
  }
  const OnDevice current(device);
  cudaFree(data);
}

void give_back_at_exit(Device device);

/// The blocks of one device.
class Pool {
 public:
  explicit Pool(Device device) : device_(device) {}

  void* allocate(std::size_t bytes, Use use) {
    const std::lock_guard lock(mutex_);
    const cudaStream_t stream = current_stream(device_);
    void* data = reuse(rounded(bytes), stream);
    if (data == nullptr) data = take_new(bytes, stream);
    stats_.allocated += bytes;
    stats_.peak = std::max(stats_.peak, stats_.allocated);
    for (std::size_t* mark : marks_) *mark = std::max(*mark, stats_.allocated);
    UseStats& of_use = uses_[use];
    of_use.allocated += bytes;
    of_use.peak = std::max(of_use.peak, of_use.allocated);
    return data;
  }

  void release(void* data, std::size_t bytes, Use use) {
    const std::lock_guard lock(mutex_);
    stats_.allocated -= bytes;
    uses_[use].allocated -= bytes;
    cache_.emplace(blocks_.at(data), data);
  }

  void empty_cache() {
    const std::lock_guard lock(mutex_);
    give_cache_back();
  }

  MemoryStats stats() {
    const std::lock_guard lock(mutex_);
    return stats_;
  }

  UseStats stats(Use use) {
    const std::lock_guard lock(mutex_);
    return uses_[use];
  }

  void reset_peak() {
    const std::lock_guard lock(mutex_);
    stats_.peak = stats_.allocated;
    for (auto& [use, stats] : uses_) stats.peak = stats.allocated;
  }

  /// Keeps `*mark` at the peak of allocated memory from now on.
  void watch(std::size_t* mark) {
    const std::lock_guard lock(mutex_);
    *mark = stats_.allocated;
    marks_.push_back(mark);
  }

  void stop_watching(std::size_t* mark) {
    const std::lock_guard lock(mutex_);
    marks_.erase(std::find(marks_.begin(), marks_.end(), mark));
  }

  std::size_t read(const std::size_t* mark) {
    const std::lock_guard lock(mutex_);
    return *mark;
  }

  void set_limit(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    limit_ = bytes;
  }

 private:
  /// The stream is the one that was current when the block was taken. Its last use is queued there. So a
  /// tensor of the same stream may take it next, but a tensor of another stream may not.
  struct Block {
    cudaStream_t stream;
    std::size_t size;
    friend bool operator<(const Block& a, const Block& b) {
      return std::tie(a.stream, a.size) < std::tie(b.stream, b.size);
    }
  };

  /// The smallest cached block that fits, unless more than half of it would be unused.
  void* reuse(std::size_t size, cudaStream_t stream) {
    const auto block = cache_.lower_bound({stream, size});
    if (block == cache_.end() || block->first.stream != stream || block->first.size > 2 * size)
      return nullptr;
    void* data = block->second;
    cache_.erase(block);
    return data;
  }

  void* take_new(std::size_t bytes, cudaStream_t stream) {
    const std::size_t size = rounded(bytes);
    void* data = take_within_limit(size);
    if (data == nullptr) {
      give_cache_back();
      data = take_within_limit(size);
    }
    if (data == nullptr) throw OutOfMemory(message(bytes), bytes);
    blocks_[data] = {stream, size};
    stats_.reserved += size;
    give_back_at_exit(device_);
    return data;
  }

  void* take_within_limit(std::size_t size) {
    if (limit_ != 0 && (size > limit_ || stats_.reserved > limit_ - size)) return nullptr;
    return take_from(device_, size);
  }

  void give_cache_back() {
    for (const auto& [block, data] : cache_) {
      give_back(device_, data);
      blocks_.erase(data);
      stats_.reserved -= block.size;
    }
    cache_.clear();
  }

  std::string message(std::size_t bytes) const {
    std::string text = "out of memory on " + device_.name() + ": a tensor of " + std::to_string(bytes) +
                       " bytes was requested. Living tensors have " + std::to_string(stats_.allocated) +
                       " bytes";
    if (limit_ != 0) text += ", of the " + std::to_string(limit_) + " bytes that set_memory_limit() allows";
    std::size_t free = 0, total = 0;
    const OnDevice current(device_);
    if (device_.is_device() && cudaMemGetInfo(&free, &total) == cudaSuccess)
      text += ", and " + std::to_string(free) + " of the device's " + std::to_string(total) + " are free";
    return text + ". Release tensors, or use smaller ones";
  }

  Device device_;
  std::mutex mutex_;
  MemoryStats stats_;
  std::map<Use, UseStats> uses_;
  std::vector<std::size_t*> marks_;  ///< the marks of watches
  std::size_t limit_ = 0;            ///< bytes, 0 for none
  std::map<void*, Block> blocks_;    ///< all blocks taken from the device, living and cached
  std::multimap<Block, void*> cache_;
};

/// Never destroyed, because a tensor may be a static variable.
std::map<Device, Pool>& pools() {
  static auto& all = *new std::map<Device, Pool>;
  return all;
}

Pool& pool_of(Device device) {
  static std::mutex& mutex = *new std::mutex;
  const std::lock_guard lock(mutex);
  return pools().try_emplace(device, device).first->second;
}

void empty_caches(bool of_hosts) {
  for (auto& [where, pool] : pools())
    if (where.is_host() == of_hosts) pool.empty_cache();
}

/// Called after the first allocation, which starts the CUDA runtime. Exit handlers run in reverse order, so
/// the caches of a device are given back before the runtime is unloaded.
void give_back_at_exit(Device device) {
  if (device.is_host()) [[maybe_unused]]
    static const int hosts = std::atexit([] { empty_caches(true); });
  else [[maybe_unused]]
    static const int devices = std::atexit([] { empty_caches(false); });
}

std::vector<StageNote>& notes() {
  static auto& all = *new std::vector<StageNote>;
  return all;
}

}  // namespace

MemoryStats memory_stats(Device device) { return pool_of(device).stats(); }

void reset_peak(Device device) { pool_of(device).reset_peak(); }

PeakWatch::PeakWatch(Device device) : device_(device) { pool_of(device_).watch(&peak_); }
PeakWatch::~PeakWatch() { pool_of(device_).stop_watching(&peak_); }
std::size_t PeakWatch::peak() const { return pool_of(device_).read(&peak_); }

void empty_cache(Device device) { pool_of(device).empty_cache(); }

void set_memory_limit(std::size_t bytes, Device device) { pool_of(device).set_limit(bytes); }

std::string name_of(Use use) {
  constexpr const char* names[] = {"activation", "parameter", "gradient", "optimizer", "data"};
  return names[static_cast<int>(use)];
}

UseScope::UseScope(Use use) : before_(current_use) { current_use = use; }
UseScope::~UseScope() { current_use = before_; }

UseStats use_stats(Use use, Device device) { return pool_of(device).stats(use); }

void note_stage(const std::string& stage, Device device) {
  const MemoryStats stats = memory_stats(device);
  notes().push_back({stage, stats.allocated, stats.peak});
}

const std::vector<StageNote>& stage_log() { return notes(); }

void clear_stage_log() { notes().clear(); }

Storage::Storage(std::size_t bytes, Device device) : bytes_(bytes), device_(device), use_(current_use) {
  if (bytes_ > 0) data_ = pool_of(device_).allocate(bytes_, use_);
}

Storage::~Storage() {
  if (data_ != nullptr) pool_of(device_).release(data_, bytes_, use_);
}

}  // namespace gridmark::tensor
