#include "emulation/runtime/device_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/source_place.h"
#include "emulation/engine/visible.h"
#include "emulation/runtime/address.h"
#include "emulation/runtime/fault_message.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/open_pages.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {
namespace {

constexpr std::size_t granule = 16, canary_bytes = 16, page = 4096;
constexpr int fresh_byte = 0xff, canary_byte = 0xcb;

/// Kernels run while a host thread holds the device lock, so settings do not change.
std::size_t heap_limit() {
  std::size_t bytes = 0;
  for (int device = 0; device < device_count(); ++device)
    bytes = std::max(bytes, settings_of(device).limits[cudaLimitMallocHeapSize]);
  return rounded_up(std::min(bytes, most_heap_bytes), page);
}

}  // namespace

DeviceHeap& DeviceHeap::instance() {
  static auto* heap = new DeviceHeap;  // outlives every destructor
  return *heap;
}

void DeviceHeap::map() {
  const std::size_t bytes = heap_limit();
  DeviceMemory::instance();  // registers for the opening of device memory
  void* start = mmap(pointer_to(heap_start), bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (start != pointer_to(heap_start)) return;
  if (device_protection_key() >= 0)
    pkey_mprotect(start, bytes, PROT_READ | PROT_WRITE, device_protection_key());
  else
    OpenPages::instance().add(heap_start, heap_start + bytes);
  bytes_ = bytes;
  add_free(heap_start, heap_start + bytes);
}

void DeviceHeap::protect(bool open) {
  if (bytes_) mprotect(pointer_to(heap_start), bytes_, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceHeap::add_free(std::uintptr_t begin, std::uintptr_t end) {
  if (begin == end) return;
  free_[begin] = end;
  free_by_size_.insert({end - begin, begin});
}

void DeviceHeap::drop_free(std::map<std::uintptr_t, std::uintptr_t>::iterator range) {
  free_by_size_.erase({range->second - range->first, range->first});
  free_.erase(range);
}

void* DeviceHeap::take(std::size_t bytes, std::size_t alignment, const void* caller) {
  if (bytes > most_heap_bytes || alignment > page) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!bytes_) map();
  const std::size_t room = rounded_up(std::max<std::size_t>(bytes, 1), granule) + canary_bytes;
  const std::size_t slack = alignment > granule ? alignment - granule : 0;
  const auto fitting = free_by_size_.lower_bound({room + slack, 0});
  if (fitting == free_by_size_.end()) return nullptr;
  const auto range = free_.find(fitting->second);
  const std::uintptr_t begin = range->first, range_end = range->second;
  drop_free(range);
  const std::uintptr_t address = slack ? rounded_up(begin, alignment) : begin, end = address + room;
  add_free(end, range_end);
  blocks_[address] = {bytes, caller, begin, end};
  note_heap_block(bytes);
  std::memset(pointer_to(address), fresh_byte, bytes);
  std::memset(pointer_to(address + bytes), canary_byte, end - address - bytes);
  if (observer) observer->allocated(pointer_to(address), bytes);
  return pointer_to(address);
}

DeviceHeap::Given DeviceHeap::give(void* block) {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(block));
  if (found == blocks_.end()) return Given::not_a_block;
  const auto [bytes, caller, block_begin, block_end] = found->second;
  const char* behind = static_cast<char*>(block) + bytes;
  const bool intact = std::all_of(behind, static_cast<const char*>(pointer_to(block_end)),
                                  [](char byte) { return byte == static_cast<char>(canary_byte); });
  if (!intact) return Given::overrun;
  if (observer) observer->freed(block, bytes);
  note_release(bytes);
  blocks_.erase(found);
  std::uintptr_t begin = block_begin, end = block_end;
  if (const auto next = free_.find(end); next != free_.end()) {
    end = next->second;
    drop_free(next);
  }
  if (auto before = free_.lower_bound(begin); before != free_.begin() && (--before)->second == begin) {
    begin = before->first;
    drop_free(before);
  }
  add_free(begin, end);
  return Given::freed;
}

void DeviceHeap::reset() {
  const std::lock_guard lock(mutex_);
  if (!bytes_) return;
  for (const auto& [address, block] : blocks_) {
    if (observer) observer->freed(pointer_to(address), block.bytes);
    note_release(block.bytes);
  }
  munmap(pointer_to(heap_start), bytes_);
  blocks_.clear();
  free_.clear();
  free_by_size_.clear();
  bytes_ = 0;
}

std::vector<std::pair<std::size_t, const void*>> DeviceHeap::live() {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::size_t, const void*>> live;
  for (const auto& [address, block] : blocks_) live.emplace_back(block.bytes, block.caller);
  return live;
}

std::string DeviceHeap::place_of(std::uintptr_t address) {
  const std::lock_guard lock(mutex_);
  const auto after = blocks_.upper_bound(address);
  const auto described = [](const auto& entry) {
    return "a " + std::to_string(entry.second.bytes) + "-byte block of the device's heap";
  };
  if (after != blocks_.begin()) {
    const auto& before = *std::prev(after);
    if (address < before.second.end)
      return past_the_end(address - before.first - before.second.bytes) + described(before);
  }
  if (after != blocks_.end() && after->first - address <= canary_bytes)
    return std::to_string(after->first - address) + " bytes before the start of " + described(*after);
  return "in the device's heap, where no block is: it was freed, or never came from malloc or new";
}

namespace {

[[noreturn]] void refuse_free(const void* block, DeviceHeap::Given why, const void* caller) {
  const SourcePlace place = source_place(caller);
  const std::string where = place.file.empty() ? "" : " at " + text_of(place);
  const std::string what =
      why == DeviceHeap::Given::overrun
          ? "was written past its end"
          : (is_heap_address(block)
                 ? "is not a block of the device's heap: it was freed before, or points into one"
                 : "did not come from malloc or new in a kernel");
  fault_of_block(("what " + running_code(true) + " frees" + where + " " + what).c_str(), place,
                 error_launch_failure);
}

/// True if the address was in the heap, or if the call is a kernel's mistake.
bool give_back(void* block, const void* caller, bool strict) {
  if (!turn.in_kernel) {
    if (!is_heap_address(block)) return false;
    const SourcePlace place = source_place(caller);
    end_with_fault("host code frees memory that a kernel has from malloc or new: free it in a kernel",
                   place.file.c_str(), place.line);
  }
  if (!is_heap_address(block) && !strict) return false;
  const DeviceHeap::Given given = DeviceHeap::instance().give(block);
  if (given != DeviceHeap::Given::freed) refuse_free(block, given, caller);
  return true;
}

/// Result of new, in kernels and elsewhere.
void* taken(std::size_t bytes, const void* caller) {
  return turn.in_kernel ? DeviceHeap::instance().take(bytes, 16, caller) : ::operator new(bytes);
}
void* taken(std::size_t bytes, std::align_val_t alignment, const void* caller) {
  return turn.in_kernel ? DeviceHeap::instance().take(bytes, static_cast<std::size_t>(alignment), caller)
                        : ::operator new(bytes, alignment);
}

/// For clang's programs, which would not check whether there is a block.
void* given(void* block, const void* caller) {
  if (block || !turn.in_kernel) return block;
  fault_of_block(("what " + running_code(true) +
                  " asks new for does not fit into the device's heap. Use new (std::nothrow), or malloc, "
                  "and check the result: the program was compiled with clang, which does not check it")
                     .c_str(),
                 source_place(caller), error_launch_failure);
}

}  // namespace
}  // namespace gridmark::emulation

using gridmark::emulation::DeviceHeap;
using gridmark::emulation::give_back;
using gridmark::emulation::given;
using gridmark::emulation::taken;
using gridmark::emulation::turn;

// Targets of a .cu file's redirected calls (gridmark/device_heap.h).
extern "C" {
GRIDMARK_VISIBLE void* gridmark_heap_malloc(std::size_t bytes) {
  const void* caller = __builtin_return_address(0);
  return turn.in_kernel ? DeviceHeap::instance().take(bytes, 16, caller) : std::malloc(bytes);
}
GRIDMARK_VISIBLE void gridmark_heap_free(void* block) {
  if (block && !give_back(block, __builtin_return_address(0), true)) std::free(block);
}

/// Null in kernels if there is no room, because CUDA's new does not throw.
GRIDMARK_VISIBLE void* gridmark_heap_new(std::size_t bytes) {
  return taken(bytes, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void* gridmark_heap_new_nothrow(std::size_t bytes, const std::nothrow_t&) {
  const void* caller = __builtin_return_address(0);
  return turn.in_kernel ? DeviceHeap::instance().take(bytes, 16, caller)
                        : ::operator new(bytes, std::nothrow);
}
GRIDMARK_VISIBLE void* gridmark_heap_new_aligned(std::size_t bytes, std::align_val_t alignment) {
  return taken(bytes, alignment, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void* gridmark_heap_new_or_fault(std::size_t bytes) {
  const void* caller = __builtin_return_address(0);
  return given(taken(bytes, caller), caller);
}
GRIDMARK_VISIBLE void* gridmark_heap_new_aligned_or_fault(std::size_t bytes, std::align_val_t alignment) {
  const void* caller = __builtin_return_address(0);
  return given(taken(bytes, alignment, caller), caller);
}
GRIDMARK_VISIBLE void gridmark_heap_delete(void* block) {
  if (block && !give_back(block, __builtin_return_address(0), false)) ::operator delete(block);
}
GRIDMARK_VISIBLE void gridmark_heap_delete_aligned(void* block, std::align_val_t alignment) {
  if (block && !give_back(block, __builtin_return_address(0), false)) ::operator delete(block, alignment);
}
GRIDMARK_VISIBLE void gridmark_heap_delete_aligned_sized(void* block, std::size_t,
                                                         std::align_val_t alignment) {
  if (block && !give_back(block, __builtin_return_address(0), false)) ::operator delete(block, alignment);
}
}
