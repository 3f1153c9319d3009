#pragma once
// The arrays of an operation. Checker and worker map the same sealed shared memory. No array is copied
// through a pipe.
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "labkit/channel/shared_memory.h"

namespace gridmark::channel {

/// Fills each output before the call, so that stale or missing results never look right. It reads as NaN in
/// every float format and as -1 in every integer.
inline constexpr unsigned char poison_byte = 0xFF;

/// An input of an operation. The worker can read it but not change it.
template <class T>
class In {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  In() = default;
  /// Checker: shared memory with a copy of `values`.
  explicit In(const std::vector<T>& values)
      : memory_(SharedMemory::create(values.size() * sizeof(T))), size_(values.size()) {
    if (size_ > 0) std::memcpy(memory_->data(), values.data(), size_ * sizeof(T));
  }

  std::size_t size() const { return size_; }
  const T* data() const { return memory_ ? static_cast<const T*>(memory_->data()) : nullptr; }
  std::span<const T> values() const { return {data(), size_}; }

  const std::shared_ptr<SharedMemory>& memory() const { return memory_; }
  void attach(std::shared_ptr<SharedMemory> memory) {
    size_ = memory->bytes() / sizeof(T);
    memory_ = std::move(memory);
  }

 private:
  std::shared_ptr<SharedMemory> memory_;
  std::size_t size_ = 0;
};

/// An output of an operation. It is poisoned before each call, and the checker judges a private snapshot.
template <class T>
class Out {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Out() = default;
  /// The memory is made when a checker first poisons it. The worker constructs an Out of this size too, and
  /// it must not make memory where the sandbox counts memory by watching.
  explicit Out(std::size_t size) : size_(size) {}

  std::size_t size() const { return size_; }
  /// Checker: the snapshot taken when the reply arrived.
  std::span<const T> values() const {
    if (was_read_) *was_read_ = true;
    return snapshot_;
  }
  /// Checker: the writable snapshot, in which a wrong reply can be put (labkit/channel/wrong_reply.h).
  std::span<T> snapshot() { return snapshot_; }
  /// Checker: sets `was_read` to true when a test reads this snapshot.
  void watch(std::shared_ptr<bool> was_read) { was_read_ = std::move(was_read); }
  /// Worker: the memory for the result.
  std::span<T> writable() { return {memory_ ? static_cast<T*>(memory_->data()) : nullptr, size_}; }

  void poison() {
    if (!memory_) memory_ = SharedMemory::create(size_ * sizeof(T));
    if (size_ > 0) std::memset(memory_->data(), poison_byte, memory_->bytes());
  }
  void take_snapshot() {
    const T* shared = static_cast<const T*>(memory_->data());
    snapshot_.assign(shared, shared + size_);
    was_read_.reset();
  }

  const std::shared_ptr<SharedMemory>& memory() const { return memory_; }
  void attach(std::shared_ptr<SharedMemory> memory) {
    size_ = memory->bytes() / sizeof(T);
    memory_ = std::move(memory);
  }

 private:
  std::shared_ptr<SharedMemory> memory_;
  std::size_t size_ = 0;
  std::vector<T> snapshot_;
  std::shared_ptr<bool> was_read_;
};

}  // namespace gridmark::channel
