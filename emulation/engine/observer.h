#pragma once
// The interface between the engine and the code that observes it (the counted flavour).
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::emulation {

struct KernelCall;

struct Extent {
  unsigned x = 1, y = 1, z = 1;
};

/// One launch, as the engine runs it.
struct LaunchInfo {
  Extent grid, block;
  std::size_t dynamic_shared_bytes = 0;
  const char* kernel = "";           ///< as spelled at the launch
  const KernelCall* call = nullptr;  ///< with the kernel's arguments, in memory of the host
};

/// A command that waits in a stream until the host waits for it.
struct QueuedWork {
  std::uint64_t number = 0;  ///< rises with every command
  std::string title;         ///< "kernel scale", or empty if the command touches no memory
  std::uint64_t stream = 0;
  /// Streams, each with the number of its last command that is done when this one begins.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> after = {};
};

/// A lane that takes the value of a lane that brought none.
struct UndefinedShuffle {
  unsigned thread = 0;  ///< linear index in its block
  unsigned source = 0;  ///< lane
  unsigned mask = 0;    ///< as given to the shuffle
  const void* place = nullptr;
};

/// With an observer, the engine runs blocks in order on one thread. After a barrier it gives every warp's
/// turn back to its first lane. The observations are therefore the same in every run.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void grid_begins(const LaunchInfo& launch) = 0;
  virtual void grid_ends(const LaunchInfo& launch) = 0;
  virtual void block_begins() = 0;
  virtual void block_ends() = 0;
  /// The running block is put aside, so that another one runs. It goes on later.
  virtual void block_suspends() {}
  virtual void block_resumes() {}
  virtual void grid_barrier() {}  ///< all blocks of a cooperative launch have met
  virtual void block_barrier() = 0;
  virtual void warp_barrier(unsigned warp, unsigned mask) = 0;
  virtual void undefined_shuffle(const UndefinedShuffle& shuffle) { static_cast<void>(shuffle); }
  /// Orders all that threads of the block did so far before all that they do next, without a barrier of the
  /// block.
  virtual void threads_ordered() {}
  /// Modelled time of the launch that ended last, by its counts and without the launch's own latency. 0 if
  /// nothing was counted.
  virtual double launch_nanoseconds() const { return 0; }
  /// An access out of bounds that was seen so far, if there is one.
  virtual std::optional<Finding> seen_out_of_bounds() const { return std::nullopt; }
  /// The running thread reads an element of a texture. `caller` is the return address in the program.
  virtual void texture_fetched(const void* element, std::size_t bytes, const void* caller) {
    static_cast<void>(element), static_cast<void>(bytes), static_cast<void>(caller);
  }
  virtual void allocated(void* device, std::size_t bytes) = 0;
  virtual void freed(void* device, std::size_t bytes) = 0;
  /// cudaFree of an address at which no live allocation starts. `caller` is its return address.
  virtual void bad_free(void* device, const void* caller) = 0;
  virtual void host_wrote(void* device, std::size_t bytes) = 0;  ///< copy or memset into device memory
  /// Host memory that a device may reach, too.
  virtual void host_memory_locked(void* memory, std::size_t bytes) {
    static_cast<void>(memory), static_cast<void>(bytes);
  }
  virtual void host_memory_unlocked(void* memory) { static_cast<void>(memory); }
  /// A failed launch that only cudaGetLastError() reports: "kernel scale, with ...", "cudaErrorInvalidValue".
  virtual void launch_failed(const std::string& launch, const char* error) {
    static_cast<void>(launch), static_cast<void>(error);
  }
  virtual void errors_asked_for() {}
  virtual void work_queued(const QueuedWork& work) { static_cast<void>(work); }
  virtual void work_begins(std::uint64_t number) { static_cast<void>(number); }
  virtual void work_ends(std::uint64_t number) { static_cast<void>(number); }
  /// An access by the running command itself: a copy, a fill, a library.
  virtual void work_touches(const void* memory, std::size_t bytes, bool writes) {
    static_cast<void>(memory), static_cast<void>(bytes), static_cast<void>(writes);
  }
};

/// Null in the fast flavour. Set before the first launch.
extern Observer* observer;

}  // namespace gridmark::emulation
