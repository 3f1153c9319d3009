#pragma once
// Theory of operation
// The compiler calls a hook before each access of instrumented code. While a kernel runs, the hook appends a
// record to the stream of the running warp (access_stream.h). The stream is evaluated at the end of the
// warp's turn, which is a barrier or a switch to another warp. Mostly this handles all lanes of an
// instruction at once (lockstep_turn.h), else record by record, in the order in which they came. Each access
// is assigned by address to device memory, static and dynamic shared memory or the program's own variables,
// checked against the memory's shadow, and kept to be counted together with those of the other lanes. While
// the engine is observed it runs blocks in order on one thread, so no locks are needed here, and every figure
// and finding is the same in every run.
#include <array>
#include <map>
#include <memory>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/audit_plan.h"
#include "emulation/counters/barrier_advice.h"
#include "emulation/counters/block_trace.h"
#include "emulation/counters/cache_model.h"
#include "emulation/counters/device_variables.h"
#include "emulation/counters/failed_launches.h"
#include "emulation/counters/fence_order.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/global_shadow.h"
#include "emulation/counters/kernel_ledger.h"
#include "emulation/counters/local_accesses.h"
#include "emulation/counters/lockstep_turn.h"
#include "emulation/counters/program_variables.h"
#include "emulation/counters/shared_shadow.h"
#include "emulation/counters/site_table.h"
#include "emulation/counters/spin_watch.h"
#include "emulation/counters/stream_races.h"
#include "emulation/counters/stream_watch.h"
#include "emulation/counters/thread_trace.h"
#include "emulation/counters/warp_merge.h"
#include "emulation/counters/witness_points.h"
#include "emulation/engine/observer.h"
#include "gridmark/engine.h"

namespace gridmark::counters {

class Counters final : public emulation::Observer, private LastAccesses {
 public:
  static Counters& instance();

  /// Called by the hooks, in kernels only, for a record that the stream does not accept directly.
  GRIDMARK_RARE void record(std::uint64_t where, std::uint64_t address);
  GRIDMARK_RARE void block(BlockRecord* block);
  /// The same for each basic block, while traces_threads.
  GRIDMARK_RARE void trace_step(const BlockRecord* block);
  /// Called by the hooks for a fence.
  void fence() { note_event(RecordKind::fence, emulation::turn.thread); }

  /// Makes the findings of a turn that a fault interrupted. Its counts are dropped, because only finished
  /// turns count.
  void settle();
  void fill(emulation::Meters& meters) const;
  /// All lines. The meters have only the first ones.
  std::vector<emulation::LineTraffic> lines() const;
  /// The same for the program, which then reports the findings itself.
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
  std::optional<emulation::Finding> seen_out_of_bounds() const override {
    return findings_.first(emulation::Finding::Kind::out_of_bounds);
  }
  void block_suspends() override;
  void block_resumes() override;
  void grid_barrier() override { ++global_launch_; }
  void block_barrier() override;
  void warp_barrier(unsigned warp, unsigned mask) override;
  void threads_ordered() override;
  void texture_fetched(const void* element, std::size_t bytes, const void* caller) override;
  void allocated(void* device, std::size_t bytes) override;
  void freed(void* device, std::size_t bytes) override;
  void bad_free(void* device, const void* caller) override;
  void host_wrote(void* device, std::size_t bytes) override;

  void host_memory_locked(void* memory, std::size_t bytes) override;
  void host_memory_unlocked(void* memory) override;
  void launch_failed(const std::string& launch, const char* error) override {
    failed_launches_.failed(launch, error);
  }
  double launch_nanoseconds() const override { return ledger_.launch_nanoseconds(); }
  void errors_asked_for() override { failed_launches_.errors_asked_for(); }
  void undefined_shuffle(const emulation::UndefinedShuffle& shuffle) override {
    findings_.undefined_shuffle({launch_, block_, shuffle.thread, 0, 0, 0}, shuffle);
  }
  void work_queued(const emulation::QueuedWork& work) override {
    streams_.work_queued(work);
    stream_races_.work_queued(work);
  }
  void work_begins(std::uint64_t number) override {
    streams_.work_begins(number);
    stream_races_.work_begins(number);
  }
  void work_ends(std::uint64_t number) override {
    streams_.work_ends(number);
    stream_races_.work_ends();
  }
  void work_touches(const void* memory, std::size_t bytes, bool writes) override {
    streams_.work_touches(memory, bytes, writes);
  }

  /// Called by the hooks outside of kernels, while StreamWatch watches and for addresses that can belong to
  /// device memory or DeviceVariables.
  GRIDMARK_RARE void host_access(const volatile void* address, std::size_t bytes, bool writes,
                                 const void* pc);
  /// The second half of these alone, for addresses that can belong to device memory or DeviceVariables.
  GRIDMARK_RARE void host_touches_devices(const volatile void* address, bool writes, const void* pc);
  void report_failed_launches() { failed_launches_.report(); }
  emulation::Finding launch_that_failed_with(const std::string& error) const {
    return failed_launches_.seen(error);
  }
  void program_ends() {
    failed_launches_.report();
    streams_.program_ends();
  }

  /// A store of a library that stands for device code (gridmark/host_work.h). It is not traffic, but the
  /// bytes count as written.
  void host_work_wrote(const void* address, std::size_t bytes);

 private:
  Counters();
  const Cell* last_accesses(std::uintptr_t address) const override;
  std::string memory_name(std::uintptr_t address) const override;
  std::vector<emulation::KernelCounts> kernels() const;
  emulation::DoubleUse doubles() const;

  void audit_if_due();
  TurnView running_turn() const;
  void pass_point(BlockPoint point) const;
  void find_uncounted_accesses();

  // The stream
  void note_event(RecordKind kind, std::uint64_t detail);
  void begin_segment(unsigned thread);
  void look_after_thread(unsigned thread);
  std::size_t count_records(unsigned thread) const;
  void let_others_run(bool is_long);
  void finish_turn(bool epoch_ends = false);
  void finish_steps();
  void catch_up();
  void replay_rest();
  bool is_counted(const Record& record) const;

  // Record by record
  void replay(const Record& record);
  void replay_access(const Record& record);
  void access_global(const Access& access, const Record& record);
  void access_static_shared(const Access& access, std::size_t offset, const Record& record);
  void access_dynamic_shared(const Access& access, std::size_t offset, const Record& record);
  void access_variable(const Access& access, const Record& record);
  GRIDMARK_RARE void access_host(const Access& access, const Record& record);
  bool is_ordered_by_fences(const Race& race, Space space, bool is_volatile) const;
  void access_page_locked(const Access& access, const Record& record);
  GRIDMARK_RARE void judge(const Race& race, const Record& record, Space space, const std::string& memory);
  void undo_writes();
  void keep(const Access& access, std::uint64_t address) {
    merge_.add(thread_, address, access.bytes, site_of(access));
  }

  void end_epoch();
  void find_shared_memory();
  Stamp stamp(const Access& access) const {
    return stamp(launch_, access.site).with(Stamp::atomic, access.atomic());
  }
  Stamp global_stamp(const Access& access) const {
    return stamp(global_launch_, access.site).with(Stamp::atomic, access.atomic());
  }
  Stamp stamp(std::uint32_t launch, std::uint64_t site) const {
    return {launch, block_, thread_, block_epoch_, warp_epochs_[thread_ / warp_size % warp_size], site};
  }

  SiteTable sites_;
  Findings findings_{sites_};
  BarrierAdvisor advisor_{findings_};
  ThreadTrace threads_;
  CacheModel caches_;
  WarpMerge merge_{sites_, caches_};
  BlockTrace trace_;
  KernelLedger ledger_;
  SharedShadow shared_{sites_, findings_};
  GlobalShadow global_{findings_};
  ProgramVariables variables_;
  DeviceVariables device_variables_{variables_};
  std::unique_ptr<RaceCells> variable_cells_;  ///< of the program's addresses, after a kernel writes one
  const void* call_ = nullptr;                 ///< the running launch's arguments
  std::size_t call_bytes_ = 0;
  std::unordered_map<std::uintptr_t, std::unique_ptr<RaceCells>> host_cells_;  ///< of page-locked memory
  std::uint64_t page_locked_bytes_ = 0, variable_bytes_ = 0;
  FailedLaunches failed_launches_{findings_};
  StreamWatch streams_{*this, sites_, findings_};
  StreamRaces stream_races_{*this, sites_, findings_};
  FenceOrder fences_;
  SpinWatch spin_;
  AuditPlan audit_;
  LockstepTurn lockstep_{{sites_, shared_, global_, variables_, merge_}};
  unsigned thread_ = 0;               ///< thread of the record that is being replayed
  const Record* replayed_ = nullptr;  ///< the turn has been replayed up to here; null: not at all
  std::array<std::size_t, warp_size> lane_records_{};  ///< of each lane's earlier segments in this turn
  std::uint64_t turns_ = 0;                            ///< finished
  std::uint64_t step_turns_ = 0;                       ///< turns whose steps are counted
  bool turn_is_long_ = false;           ///< a lane has so many records that the others must catch up
  std::uint32_t warps_seen_ = 0;        ///< warps that had a turn since the block's last barrier
  std::vector<const Record*> to_undo_;  ///< writes after the end of an allocation
  bool was_read_ = false;
  std::uint32_t launch_ = 0;
  std::uint32_t global_launch_ = 0;  ///< also rises at a grid's barrier, which orders its blocks
  std::uint32_t block_ = 0;
  std::uint32_t block_epoch_ = 0;
  std::array<std::uint32_t, warp_size> warp_epochs_{};

  /// A block that waits while another one runs.
  struct Suspended {
    std::uint32_t block_epoch;
    std::array<std::uint32_t, warp_size> warp_epochs;
    std::unique_ptr<SharedWords> shared;
    FenceOrder::Here fences;
  };
  std::map<std::uint32_t, Suspended> suspended_;
};

}  // namespace gridmark::counters
