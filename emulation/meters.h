#pragma once
// What the emulated device did: the figures that hardware counters and an allocator's log would give.
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::emulation {

/// A line of the program's source; empty where debug information has none.
struct SourcePlace {
  std::string file;
  int line = 0;
};

/// Requests of whole warps to global memory.
struct GlobalTraffic {
  std::uint64_t requests = 0;       ///< one instruction of one warp
  std::uint64_t sectors = 0;        ///< 32-byte sectors touched
  std::uint64_t ideal_sectors = 0;  ///< sum over requests of ceil(distinct bytes / 32)
  std::uint64_t bytes = 0;          ///< asked for by threads, duplicates counted
};

/// Requests of whole warps to shared memory; wavefronts - ideal_wavefronts are bank conflicts.
struct SharedTraffic {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t bytes = 0;
};

/// Traffic by source line, most excess first.
struct LineTraffic {
  SourcePlace place;
  std::string kernel;
  GlobalTraffic loads, stores;
  SharedTraffic shared;
};

/// A defect that the counted flavour saw.
struct Finding {
  enum class Kind { race, out_of_bounds, uninitialised_read };
  Kind kind;
  std::string kernel;
  SourcePlace place;
  std::string sentence;  ///< for a student: what, where, which block and thread, what to do
};

struct Copies {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

/// An allocation of device memory that is still live.
struct Allocation {
  std::uint64_t bytes = 0;
  SourcePlace place;  ///< the line that called cudaMalloc
};

/// Everything since the last reset_meters(). Counts below `counted` stay 0 in the fast flavour.
struct Meters {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  Copies host_to_device, device_to_host, device_to_device;
  std::uint64_t allocations = 0;
  std::uint64_t live_bytes = 0;
  std::uint64_t peak_bytes = 0;

  bool counted = false;
  GlobalTraffic loads, stores;
  SharedTraffic shared;
  std::vector<LineTraffic> lines;    ///< at most 64
  std::vector<Finding> findings;     ///< at most 64, one per kind and source line
  std::uint64_t findings_total = 0;  ///< before the cap
};

/// Starts a metered section: counts to 0, peak to what is live now.
void reset_meters();

/// The figures so far. Finish queued work first (cudaDeviceSynchronize).
Meters read_meters();

/// Device allocations live now, oldest first, in all flavours.
std::vector<Allocation> live_allocations();

/// Called once, from a signal handler's stack, when device or host code faults or a block deadlocks.
/// The process ends afterwards.
using FaultHandler = void (*)(const char* sentence, const char* file, int line);
void set_fault_handler(FaultHandler handler);

}  // namespace gridmark::emulation
