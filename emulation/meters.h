#pragma once
// Activity of the emulated device: the figures that hardware counters and an allocator's log would give.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::emulation {

/// A line of the program's source. Empty if the debug information has none.
struct SourcePlace {
  std::string file;
  int line = 0;
};

/// Requests of whole warps to global memory.
struct GlobalTraffic {
  std::uint64_t requests = 0;       ///< one instruction of one warp
  std::uint64_t sectors = 0;        ///< 32-byte sectors touched
  std::uint64_t ideal_sectors = 0;  ///< sum over requests of ceil(distinct bytes / 32)
  std::uint64_t bytes = 0;          ///< requested by threads, duplicates counted
};

/// Requests of whole warps to shared memory. wavefronts - ideal_wavefronts are bank conflicts.
struct SharedTraffic {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< part of these, atomic functions included
};

/// Atomic functions, on any memory. Those on global memory are part of the stores as well.
struct AtomicTraffic {
  std::uint64_t requests = 0;    ///< one instruction of one warp
  std::uint64_t operations = 0;  ///< one lane each
  std::uint64_t rounds = 0;  ///< per request: the most lanes that share an address, because they take turns
  std::uint64_t global_bytes = 0;  ///< of global memory, as the function returns it
};

/// Reads of __constant__ variables. One pass serves one word to all lanes that want it.
struct ConstantTraffic {
  std::uint64_t requests = 0;
  std::uint64_t passes = 0;
};

/// Floating-point operations of one type.
struct Operations {
  std::uint64_t additions = 0;  ///< and subtractions
  std::uint64_t multiplications = 0;
  std::uint64_t fused = 0;    ///< explicit fma(): two operations each
  std::uint64_t special = 0;  ///< divisions, roots, sin, exp, ...: not part of operations()

  std::uint64_t operations() const { return additions + multiplications + 2 * fused; }
};
struct Flops {
  Operations half, single, twofold;
  std::uint64_t operations() const { return half.operations() + single.operations() + twofold.operations(); }
};

/// Operations in double precision that lines of the program ask for. Operations inside the toolkit's headers
/// do not count.
struct DoubleUse {
  std::uint64_t operations = 0;
  std::string kernel;  ///< the one with most of them
  SourcePlace place;   ///< of the first of these
};

/// Instructions issued for warps, and the lanes active in them. A run of instructions without a branch counts
/// each time that a warp runs it.
struct Issues {
  std::uint64_t warp = 0;   ///< instructions issued for a warp
  std::uint64_t lanes = 0;  ///< sum of the lanes active in them
  double average_lanes() const { return warp ? static_cast<double>(lanes) / static_cast<double>(warp) : 0; }
};

/// Sectors of 32 bytes in the cache model.
struct CacheTraffic {
  std::uint64_t l1_reads = 0, l1_hits = 0;
  std::uint64_t l2_reads = 0, l2_hits = 0;  ///< reads, including those by atomic functions
  std::uint64_t l2_writes = 0;
  std::uint64_t dram_reads = 0, dram_writes = 0;
};

/// One request of one warp, as an example of a line's accesses: which lanes took part, and where.
struct WarpAccess {
  enum class Kind { load, store, shared };  ///< of global memory, or either of shared memory
  Kind kind = Kind::load;
  unsigned bytes = 0;           ///< per lane
  std::vector<unsigned> lanes;  ///< in rising order
  /// One offset in bytes per lane above. In global memory it counts from the first sector that the request
  /// touches, in shared memory from a word of bank 0.
  std::vector<std::uint64_t> offsets;
};

/// The name that files use.
inline const char* name_of(WarpAccess::Kind kind) {
  constexpr const char* names[] = {"load", "store", "shared"};
  return names[static_cast<std::size_t>(kind)];
}

/// Accesses of threads to local arrays. A device keeps these in registers while there are enough of them.
struct LocalTraffic {
  std::uint64_t accesses = 0, bytes = 0;
  std::uint64_t bytes_of_a_thread = 0;  ///< the most that one thread touched
};

/// Activity of one source line, one kernel or the whole section on the device.
struct LineTraffic {
  SourcePlace place;
  std::string kernel;
  GlobalTraffic loads = {}, stores = {};
  SharedTraffic shared = {};
  AtomicTraffic atomics = {};
  ConstantTraffic constants = {};
  Flops flops = {};    ///< of kernels only
  Issues issues = {};  ///< of a line: its accesses to memory
  /// Of a line: its worst request of each kind, which is the one furthest from the ideal. Among equals, the
  /// one with most lanes, then the first.
  std::vector<WarpAccess> examples = {};
};

/// One shape in which a kernel was launched.
struct LaunchRecord {
  std::uint64_t count = 0;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
  int registers = 0;                  ///< of a thread, as nvcc reported them; 0 if it was not asked
  unsigned blocks_per_processor = 0;  ///< by threads, blocks, shared memory, and registers if known
  double occupancy = 0;               ///< warps that fit / warps possible, at most 1
  std::string limited_by;             ///< "threads", "blocks", "shared memory" or "registers"
};

/// All counts of one kernel. `traffic.place` is empty.
struct KernelCounts {
  LineTraffic traffic;
  CacheTraffic caches;
  LocalTraffic local;
  std::uint64_t barriers = 0;       ///< __syncthreads(), once per block
  std::uint64_t warp_barriers = 0;  ///< __syncwarp(), once per warp
  std::vector<LaunchRecord> launches;
};

/// A change of the source that repairs a defect. It adds a line of `text` after the line `place`, or replaces
/// `replaces` on that line with `text`.
struct Fix {
  SourcePlace place;
  std::string text;
  std::string replaces = {};
};

/// One of two accesses that race.
struct RacingAccess {
  SourcePlace place;
  std::string thread;  ///< "thread (1,0,0)", or "another thread"
  std::string block;   ///< "block (0,0,0)", or "another block"
  bool writes = false;
};

/// A defect that the counted flavour found.
struct Finding {
  enum class Kind {
    race,
    out_of_bounds,
    uninitialised_read,
    misaligned,
    use_after_free,
    double_free,
    host_memory,
    missing_synchronisation,
    unchecked_error,
    undefined_shuffle,
    device_variable,
    uncounted_access,
    wrong_stream
  };
  Kind kind;
  std::string kernel;
  SourcePlace place;
  std::string message;          ///< for a student: the defect, the line, block and thread, the repair
  std::vector<Fix> fixes = {};  ///< to be applied together; empty if no change is known
  std::vector<RacingAccess> accesses = {};  ///< of a race: the earlier one, then the one at `place`
};

struct Copies {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

/// An allocation of device memory, or a kernel's from the device's heap, that is still live.
struct Allocation {
  std::uint64_t bytes = 0;
  SourcePlace place;  ///< the line that called cudaMalloc, or malloc
};

/// All figures since the last reset_meters(). Counts below `counted` stay 0 in the fast flavour.
struct Meters {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  Copies host_to_device, device_to_host, device_to_device;
  std::uint64_t allocations = 0;
  std::uint64_t live_bytes = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t managed_bytes = 0;   ///< allocated as managed memory
  std::uint64_t variable_bytes = 0;  ///< of variables, written by copies, when counted also by kernels
  std::uint64_t live_objects = 0;    ///< streams, events, graphs and textures that are not destroyed

  bool counted = false;
  std::uint64_t page_locked_bytes = 0;  ///< of the host's page-locked memory, loaded or stored by kernels
  GlobalTraffic loads, stores;
  SharedTraffic shared;
  AtomicTraffic atomics;
  ConstantTraffic constants;
  Flops flops;
  DoubleUse doubles;
  Issues issues;
  CacheTraffic caches;
  std::uint64_t barriers = 0, warp_barriers = 0;
  std::vector<LineTraffic> lines;     ///< at most 64, most excess first
  std::vector<KernelCounts> kernels;  ///< in the order of their first launches
  std::vector<Finding> findings;      ///< at most 64, one per kind and source line
  std::uint64_t findings_total = 0;   ///< before the cap
};

/// Starts a metered section: counts become 0, the peak becomes the bytes that are live now.
void reset_meters();

/// The figures so far. The caller should first finish queued work (cudaDeviceSynchronize).
Meters read_meters();

/// Turns failed launches whose error the program has not read into findings. The counted flavour defines it.
/// A caller needs a weak definition for the fast flavour.
void report_failed_launches();

/// Live blocks of the device's heap and live allocations, these oldest first, in all flavours.
std::vector<Allocation> live_allocations();

/// Sets the name that messages use for the device memory that starts at `device`.
void name_allocation(const void* device, std::string_view name);

/// Start of the message about a kernel that the watchdog ended.
inline constexpr std::string_view endless_kernel = "does not end: ";

/// Called once, from a signal handler's stack, when device or host code faults or a block deadlocks.
/// The process ends afterwards.
using FaultHandler = void (*)(const char* message, const char* file, int line);
void set_fault_handler(FaultHandler handler);

}  // namespace gridmark::emulation
