#pragma once
// Theory of operation
// The compiler calls a hook before each access of instrumented code. While a kernel runs, the hook's access
// is sorted by address into device memory, static and dynamic shared memory and the program's own variables;
// stacks are nobody's business. It is checked against the memory's shadow at once, and kept for its warp's
// turn, to be counted together with the other lanes'. The engine runs blocks in order on one thread while it
// is observed, so there is no locking here, and every figure and finding is the same in every run.
#include <array>
#include <map>
#include <memory>

#include "emulation/counters/block_trace.h"
#include "emulation/counters/cache_model.h"
#include "emulation/counters/failed_launches.h"
#include "emulation/counters/fence_order.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/global_shadow.h"
#include "emulation/counters/kernel_ledger.h"
#include "emulation/counters/pending_write.h"
#include "emulation/counters/program_variables.h"
#include "emulation/counters/shared_shadow.h"
#include "emulation/counters/site_table.h"
#include "emulation/counters/spin_watch.h"
#include "emulation/counters/stream_watch.h"
#include "emulation/counters/warp_merge.h"
#include "emulation/engine/observer.h"
#include "gridmark/engine.h"

namespace gridmark::counters {

class Counters final : public emulation::Observer, private LastAccesses {
 public:
  static Counters& instance();

  /// From the hooks, in kernels only. `pc` is the hook's return address.
  void access(const volatile void* address, std::size_t bytes, AccessKind kind, const void* pc);
  /// The same through a volatile pointer: in global memory that is how threads signal to each other.
  void access_volatile(const volatile void* address, std::size_t bytes, AccessKind kind, const void* pc);
  /// From the hooks, in kernels only: a thread enters a basic block.
  void block(BlockRecord* record);
  /// An address that the access's type cannot have.
  void misaligned(const volatile void* address, std::size_t bytes, AccessKind kind, const void* pc);
  void fence() { fences_.fence(emulation::turn.thread); }

  void fill(emulation::Meters& meters) const;
  /// The same for the program, which will then say itself what was found.
  void read(emulation::Meters& meters) {
    was_read_ = true;
    fill(meters);
  }
  bool was_read() const { return was_read_; }
  void reset();
  const Findings& findings() const { return findings_; }

  void grid_begins(const emulation::LaunchInfo& launch) override;
  void grid_ends(const emulation::LaunchInfo& launch) override;
  void block_begins() override;
  void block_ends() override;
  void block_suspends() override;
  void block_resumes() override;
  void grid_barrier() override { ++global_launch_; }
  void block_barrier() override;
  void warp_barrier(unsigned warp, unsigned mask) override;
  void threads_ordered() override;
  void allocated(void* device, std::size_t bytes) override;
  void freed(void* device, std::size_t bytes) override;
  void bad_free(void* device, const void* caller) override;
  void host_wrote(void* device, std::size_t bytes) override;

  void host_memory_locked(void* memory, std::size_t bytes) override;
  void host_memory_unlocked(void* memory) override;
  void launch_failed(const std::string& launch, const char* error) override {
    failed_launches_.failed(launch, error);
  }
  void errors_asked_for() override { failed_launches_.errors_asked_for(); }
  void undefined_shuffle(const emulation::UndefinedShuffle& shuffle) override {
    findings_.undefined_shuffle({launch_, block_, shuffle.thread, 0, 0, 0}, shuffle);
  }
  void work_queued(const emulation::QueuedWork& work) override { streams_.work_queued(work); }
  void work_begins(std::uint64_t number) override { streams_.work_begins(number); }
  void work_ends(std::uint64_t number) override { streams_.work_ends(number); }
  void work_touches(const void* memory, std::size_t bytes, bool writes) override {
    streams_.work_touches(memory, bytes, writes);
  }

  /// From the hooks, outside of kernels, while StreamWatch watches.
  GRIDMARK_RARE void host_access(const volatile void* address, std::size_t bytes, bool writes,
                                 const void* pc) {
    streams_.host_access(address, bytes, writes, pc);
  }
  void program_ends() {
    failed_launches_.program_ends();
    streams_.program_ends();
  }

  /// A store of a library that stands for device code (gridmark/host_work.h): no traffic, but written.
  void host_work_wrote(const void* address, std::size_t bytes);

 private:
  Counters();
  const Cell* last_accesses(std::uintptr_t address) const override;
  std::string memory_name(std::uintptr_t address) const override;
  std::vector<emulation::KernelCounts> kernels() const;
  void access_part(const char* at, unsigned bytes, AccessKind kind, const void* pc);
  void access_global(const Access& access);
  void access_static_shared(const Access& access, std::size_t offset);
  void access_dynamic_shared(const Access& access, std::size_t offset);
  GRIDMARK_RARE void access_variable(const Access& access);
  GRIDMARK_RARE void access_host(const Access& access);
  bool is_ordered_by_fences(const Race& race, Space space) const;
  GRIDMARK_RARE void judge(const Race& race, const Access& access, Space space, std::string memory);
  void access_page_locked(const Access& access);
  void keep(const Access& access, std::uint64_t address);
  GRIDMARK_RARE void settle();
  void end_epoch();
  Stamp stamp(const Access& access) const { return stamp(access, launch_); }
  Stamp global_stamp(const Access& access) const { return stamp(access, global_launch_); }
  Stamp stamp(const Access& access, std::uint32_t launch) const;

  SiteTable sites_;
  Findings findings_{sites_};
  CacheModel caches_;
  WarpMerge merge_{sites_, caches_};
  BlockTrace trace_;
  KernelLedger ledger_;
  SharedShadow shared_{sites_, findings_};
  GlobalShadow global_{findings_};
  ProgramVariables variables_;
  std::unique_ptr<RaceCells> variable_cells_;  ///< of the program's addresses, once a kernel writes one
  const void* call_ = nullptr;                 ///< the running launch's arguments
  std::size_t call_bytes_ = 0;
  std::unordered_map<std::uintptr_t, std::unique_ptr<RaceCells>> host_cells_;  ///< of page-locked memory
  FailedLaunches failed_launches_{findings_};
  StreamWatch streams_{*this, sites_, findings_};
  FenceOrder fences_;
  PendingWrite pending_;
  SpinWatch spin_;
  bool volatile_ = false;  ///< the access at hand is
  bool was_read_ = false;
  std::uint32_t launch_ = 0;
  std::uint32_t global_launch_ = 0;  ///< also rises at a grid's barrier, which orders its blocks
  std::uint32_t block_ = 0;
  std::uint32_t block_epoch_ = 0;
  std::array<std::uint32_t, warp_size> warp_epochs_{};

  /// A block that was put aside.
  struct Suspended {
    std::uint32_t block_epoch;
    std::array<std::uint32_t, warp_size> warp_epochs;
    std::unique_ptr<SharedShadow::Cells> shared;
    FenceOrder::Here fences;
  };
  std::map<std::uint32_t, Suspended> suspended_;
};

}  // namespace gridmark::counters
