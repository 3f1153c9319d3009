#pragma once
// A record of a program's calls to the CUDA runtime, which the worker's linker redirects to gridmark
// (calls.cpp). This type does not use CUDA, so that it can be tested without a GPU.
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::cuda {

enum class Memory { device, managed, page_locked };
enum class Direction { host_to_device, device_to_host, device_to_device };

/// Safe for concurrent calls from several threads.
class Ledger {
 public:
  void took(const void* start, std::uint64_t bytes, Memory memory, const void* caller);
  /// Ignores unknown pointers, such as nullptr or a library's.
  void gave_back(const void* start);
  void copied(Direction direction, std::uint64_t bytes);
  /// A launch of `blocks` blocks of `threads` threads each.
  void launched(std::uint64_t blocks, std::uint64_t threads);
  void name(const void* start, std::string name);

  /// Starts a section. Sets the counts to 0 and the peak to the live memory.
  void reset();
  /// Launches, copies and memory since reset(). Values that only the emulated device counts stay 0.
  emulation::Meters read() const;

  /// Live allocations, oldest first. `place_of` turns a return address into a line of the source.
  using PlaceOf = std::function<emulation::SourcePlace(const void*)>;
  std::vector<emulation::Allocation> live_on_device(const PlaceOf& place_of) const;
  std::vector<emulation::Allocation> live_page_locked(const PlaceOf& place_of) const;

  /// The live device memory that contains `address`, in words ("the 400-byte array c"). Empty if there is
  /// none.
  std::string described(const void* address) const;

 private:
  struct Entry {
    std::uint64_t bytes = 0;
    Memory memory = Memory::device;
    const void* caller = nullptr;
    std::uint64_t order = 0;
    std::string name;
  };
  std::vector<emulation::Allocation> live(bool page_locked, const PlaceOf& place_of) const;

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Entry> entries_;
  emulation::Meters meters_;
  std::uint64_t taken_ = 0;  ///< allocations so far, for their order
};

/// The worker's ledger.
Ledger& ledger();

}  // namespace gridmark::cuda
