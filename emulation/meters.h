#pragma once
// What the emulated device did: the figures that hardware counters and an allocator's log would give.
#include <cstdint>
#include <string>
#include <string_view>
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
  std::uint64_t stored_bytes = 0;  ///< of these; atomic functions included
};

/// Atomic functions, on any memory. Those on global memory are part of the stores, too.
struct AtomicTraffic {
  std::uint64_t requests = 0;      ///< one instruction of one warp
  std::uint64_t operations = 0;    ///< one lane each
  std::uint64_t rounds = 0;        ///< per request, the most lanes that share an address: they take turns
  std::uint64_t global_bytes = 0;  ///< of global memory, which the function gives back
};

/// Reads of __constant__ variables: a pass serves one word to all lanes that want it.
struct ConstantTraffic {
  std::uint64_t requests = 0;
  std::uint64_t passes = 0;
};

/// Floating-point operations of one type.
struct Operations {
  std::uint64_t additions = 0;  ///< subtractions, too
  std::uint64_t multiplications = 0;
  std::uint64_t fused = 0;    ///< explicit fma(): two operations each
  std::uint64_t special = 0;  ///< divisions, roots, sin, exp, ...: not part of operations()

  std::uint64_t operations() const { return additions + multiplications + 2 * fused; }
};
struct Flops {
  Operations half, single, twofold;
  std::uint64_t operations() const { return half.operations() + single.operations() + twofold.operations(); }
};

/// Operations in double precision that lines of the program ask for; those inside the toolkit's headers are
/// none.
struct DoubleUse {
  std::uint64_t operations = 0;
  std::string kernel;  ///< where most of them are
  SourcePlace place;   ///< of the first of these
};

/// How full warps are. Runs of instructions without a branch, each as often as a warp ran it.
struct Issues {
  std::uint64_t warp = 0;   ///< instructions issued for a warp
  std::uint64_t lanes = 0;  ///< lanes active in them, added up
  double average_lanes() const { return warp ? static_cast<double>(lanes) / static_cast<double>(warp) : 0; }
};

/// Sectors of 32 bytes on their way through the model of the caches.
struct CacheTraffic {
  std::uint64_t l1_reads = 0, l1_hits = 0;
  std::uint64_t l2_reads = 0, l2_hits = 0;  ///< reads, those by atomic functions included
  std::uint64_t l2_writes = 0;
  std::uint64_t dram_reads = 0, dram_writes = 0;
};

/// One request of one warp, as an example of what a line does: which lanes took part, and where.
struct WarpAccess {
  enum class Kind { load, store, shared };  ///< of global memory, or either of shared memory
  Kind kind = Kind::load;
  unsigned bytes = 0;           ///< per lane
  std::vector<unsigned> lanes;  ///< in rising order
  /// Of each of those lanes, in bytes: from the first sector of global memory that the request touches, or,
  /// in shared memory, from a word of bank 0.
  std::vector<std::uint64_t> offsets;
};

/// As files spell it.
inline const char* name_of(WarpAccess::Kind kind) {
  constexpr const char* names[] = {"load", "store", "shared"};
  return names[static_cast<std::size_t>(kind)];
}

/// Accesses of threads to local arrays, which a device keeps in registers while these suffice.
struct LocalTraffic {
  std::uint64_t accesses = 0, bytes = 0;
  std::uint64_t bytes_of_a_thread = 0;  ///< the most that one thread touched
};

/// What one source line, one kernel or the whole section did on the device.
struct LineTraffic {
  SourcePlace place;
  std::string kernel;
  GlobalTraffic loads = {}, stores = {};
  SharedTraffic shared = {};
  AtomicTraffic atomics = {};
  ConstantTraffic constants = {};
  Flops flops = {};    ///< of kernels only
  Issues issues = {};  ///< of a line: its accesses to memory
  /// Of a line: its worst request of each kind, the one furthest from the ideal; of equals, the fullest and
  /// first.
  std::vector<WarpAccess> examples = {};
};

/// One shape in which a kernel was launched.
struct LaunchRecord {
  std::uint64_t count = 0;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
  int registers = 0;                  ///< of a thread, as nvcc reported them; 0 where nobody has asked it
  unsigned blocks_per_processor = 0;  ///< by threads, blocks, shared memory, and registers where known
  double occupancy = 0;               ///< warps that fit over warps that could, at most 1
  std::string limited_by;             ///< "threads", "blocks", "shared memory" or "registers"
};

/// Everything that one kernel did; `traffic.place` is empty.
struct KernelCounts {
  LineTraffic traffic;
  CacheTraffic caches;
  LocalTraffic local;
  std::uint64_t barriers = 0;       ///< __syncthreads(), once a block
  std::uint64_t warp_barriers = 0;  ///< __syncwarp(), once a warp
  std::vector<LaunchRecord> launches;
};

/// A change of the source that repairs a defect: a line of `text` behind the line `place`; or, on that line,
/// `text` in the place of `replaces`.
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

/// A defect that the counted flavour saw.
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
  std::string message;          ///< for a student: what, where, which block and thread, what to do
  std::vector<Fix> fixes = {};  ///< all of them together; none where no change is known
  std::vector<RacingAccess> accesses = {};  ///< of a race: the earlier one, and that at `place`
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

/// Everything since the last reset_meters(). Counts below `counted` stay 0 in the fast flavour.
struct Meters {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  Copies host_to_device, device_to_host, device_to_device;
  std::uint64_t allocations = 0;
  std::uint64_t live_bytes = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t managed_bytes = 0;   ///< allocated as managed memory
  std::uint64_t variable_bytes = 0;  ///< of variables, written by copies; where counted, by kernels too
  std::uint64_t live_objects = 0;    ///< streams, events, graphs and textures that nobody has destroyed

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

/// Starts a metered section: counts to 0, peak to what is live now.
void reset_meters();

/// The figures so far. Finish queued work first (cudaDeviceSynchronize).
Meters read_meters();

/// Launches that failed and whose error the program has not asked for become findings. The counted flavour
/// defines it; who calls it has a weak definition for the other one.
void report_failed_launches();

/// Blocks of the device's heap and allocations that live now, these oldest first, in all flavours.
std::vector<Allocation> live_allocations();

/// What messages call the device memory that starts there.
void name_allocation(const void* device, std::string_view name);

/// How the message of a kernel that the watchdog ended begins.
inline constexpr std::string_view endless_kernel = "does not end: ";

/// Called once, from a signal handler's stack, when device or host code faults or a block deadlocks.
/// The process ends afterwards.
using FaultHandler = void (*)(const char* message, const char* file, int line);
void set_fault_handler(FaultHandler handler);

}  // namespace gridmark::emulation
