#include "emulation/counters/counters.h"

#include <malloc.h>

#include <algorithm>

#include "emulation/counters/profile_file.h"
#include "emulation/engine/block.h"
#include "emulation/engine/source_place.h"
#include "emulation/runtime/counted_hook.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "gridmark/engine.h"

namespace gridmark::counters {
namespace {

using emulation::turn;

constexpr unsigned widest_access = 16;

/// Dynamic shared memory follows the static arrays in the banks' order; any multiple of 128 bytes will do.
constexpr std::uint64_t dynamic_shared_base = 1 << 24;

/// Where the program's variables lie for the counters: their true addresses differ from run to run.
constexpr std::uint64_t variables_base = std::uint64_t{1} << 44;

/// A device thread's stack has 64 KiB.
bool on_own_stack(std::uintptr_t address) {
  constexpr std::uintptr_t stack_bytes = 65536;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return address - here + stack_bytes < 2 * stack_bytes;
}

constexpr std::size_t host_page_bytes = 4096;

/// The hooks and the engine find us from the program's first instruction on, before constructors of the
/// student's own allocate device memory.
__attribute__((constructor(101))) void start_counting() {
  emulation::observer = &Counters::instance();
  emulation::counted_hook.fill = [](emulation::Meters& meters) { Counters::instance().read(meters); };
  emulation::counted_hook.reset = [] { Counters::instance().reset(); };
  tell_at_the_end();
}

std::uint32_t running_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

/// True if the bytes can be read: inside an allocation's pages, though outside of the allocation.
bool in_slack(std::uintptr_t address, std::size_t bytes) {
  const auto& live = emulation::DeviceMemory::instance().live();
  return std::any_of(live.begin(), live.end(), [&](const auto& entry) {
    return address >= entry.second.pages && address + bytes <= entry.second.pages_end;
  });
}

}  // namespace

/// Never destroyed: memory is freed, and thus reported, until the program's last instruction.
Counters& Counters::instance() {
  static Counters* const counters = new Counters;
  return *counters;
}

Counters::Counters() { streams_.memory().add(variables_.begin(), variables_.bytes()); }

Stamp Counters::stamp(const Access& access, std::uint32_t launch) const {
  const unsigned thread = turn.thread;
  return {launch, block_, thread, block_epoch_, warp_epochs_[thread / warp_size % warp_size], access.site};
}

GRIDMARK_HOT void Counters::access(const volatile void* address, std::size_t bytes, AccessKind kind,
                                   const void* pc) {
  if (pending_.waiting()) settle();
  const char* at = const_cast<const char*>(static_cast<const volatile char*>(address));
  for (; bytes > widest_access; bytes -= widest_access, at += widest_access) {
    access_part(at, widest_access, kind, pc);
  }
  access_part(at, static_cast<unsigned>(bytes), kind, pc);
}

void Counters::access_volatile(const volatile void* address, std::size_t bytes, AccessKind kind,
                               const void* pc) {
  volatile_ = true;
  access(address, bytes, kind, pc);
  volatile_ = false;
}

/// Sorts by address. A kernel's stack and its constants are neither.
void Counters::access_part(const char* at, unsigned bytes, AccessKind kind, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  const auto static_offset = static_cast<std::size_t>(at - shared_.layout().begin());
  const auto dynamic_offset = static_cast<std::size_t>(at - turn.dynamic_shared);
  if (emulation::is_arena_address(at)) {
    access_global({address, bytes, kind, sites_.find(pc, kind, Space::global)});
  } else if (static_offset < shared_.layout().bytes()) {
    if (kind == AccessKind::load && shared_.layout().engine_variable(static_offset)) return;
    access_static_shared({address, bytes, kind, sites_.find(pc, kind, Space::shared)}, static_offset);
  } else if (dynamic_offset < SharedShadow::most_dynamic_bytes) {
    access_dynamic_shared({address, bytes, kind, sites_.find(pc, kind, Space::shared)}, dynamic_offset);
  } else if (on_own_stack(address)) {
    return;
  } else if (variables_.in_program(address)) {
    access_variable({address, bytes, kind, sites_.find(pc, kind, Space::global)});
  } else {
    access_host({address, bytes, kind, sites_.find(pc, kind, Space::global)});
  }
}

void Counters::access_global(const Access& access) {
  if (access.atomic() || volatile_) fences_.touch(access.address, turn.thread);
  std::optional<Race> race;
  const bool inside = global_.access(access, global_stamp(access), race, !volatile_);
  if (!inside && access.writes() && in_slack(access.address, access.bytes)) pending_.undo_later(access);
  if (race) judge(*race, access, Space::global, std::to_string(access.bytes) + " bytes");
  keep(access, access.address);
}

void Counters::access_static_shared(const Access& access, std::size_t offset) {
  if (access.atomic() || volatile_) fences_.touch(access.address, turn.thread);
  std::optional<Race> race;
  if (!shared_.access_static(offset, access, stamp(access), race)) return;
  if (race) judge(*race, access, Space::shared, shared_.array_name(offset));
  keep(access, offset);
}

void Counters::access_dynamic_shared(const Access& access, std::size_t offset) {
  if (access.atomic() || volatile_) fences_.touch(access.address, turn.thread);
  std::optional<Race> race;
  if (!shared_.access_dynamic(offset, access, stamp(access), race)) return;
  if (race) judge(*race, access, Space::shared, "dynamic shared memory");
  keep(access, dynamic_shared_base + offset);
}

/// A __device__ or __constant__ variable, or something of the standard library's, which is passed by.
void Counters::access_variable(const Access& access) {
  const ProgramVariable* variable = variables_.at_or_before(access.address);
  if (!variable) return;
  if (access.address + access.bytes > variable->end()) {
    constexpr std::size_t gap_bytes = 128;  // that gridmark-cc leaves behind a variable
    if (access.address >= variable->end() + gap_bytes) return;
    findings_.out_of_bounds(stamp(access), access,
                            std::to_string(access.address - variable->end()) + " bytes past the end of " +
                                variable->name + ", which has " + std::to_string(variable->bytes) + " bytes",
                            "check the index against the array's size");
    return;
  }
  const std::uintptr_t offset = access.address - variables_.begin();
  if (variable->constant && !access.writes()) {
    Access constant = access;
    constant.site = sites_.find(sites_[site_of(access)].pc, access.kind, Space::constant);
    return keep(constant, variables_base + offset);
  }
  if (!variable_cells_) variable_cells_ = std::make_unique<RaceCells>(variables_.bytes() + 16);
  if (access.atomic() || volatile_) fences_.touch(access.address, turn.thread);
  if (volatile_) return keep(access, variables_base + offset);
  if (const auto race =
          variable_cells_->access(offset, access.bytes, access, global_stamp(access), global_rules))
    judge(*race, access, Space::global, variable->name);
  keep(access, variables_base + offset);
}

/// Memory that a device could not reach, unless it is page-locked.
void Counters::access_host(const Access& access) {
  const auto* at = reinterpret_cast<const char*>(access.address);
  constexpr std::uintptr_t null_page = 4096;
  if (access.address < null_page) return;  // faults, and the fault's sentence says what it is
  if (emulation::Block::here().is_on_stack(at)) return;
  if (at >= call_ && at < static_cast<const char*>(call_) + call_bytes_) return;
  if (!emulation::HostMemory::instance().holds(at, access.bytes))
    return findings_.host_memory(stamp(access), access);
  access_page_locked(access);
  keep(access, access.address);
}

void Counters::access_page_locked(const Access& access) {
  if (access.atomic() || volatile_) fences_.touch(access.address, turn.thread);
  for (std::size_t done = 0; !volatile_ && done < access.bytes;) {
    const std::uintptr_t at = access.address + done;
    const std::size_t offset = at % host_page_bytes;
    const std::size_t part = std::min(access.bytes - done, host_page_bytes - offset);
    auto& cells = host_cells_[at / host_page_bytes];
    if (!cells) cells = std::make_unique<RaceCells>(host_page_bytes);
    if (const auto race = cells->access(offset, part, access, global_stamp(access), global_rules))
      judge(*race, access, Space::global, std::to_string(access.bytes) + " bytes");
    done += part;
  }
}

void Counters::misaligned(const volatile void* address, std::size_t bytes, AccessKind kind, const void* pc) {
  const Access access{reinterpret_cast<std::uintptr_t>(address), static_cast<std::uint32_t>(bytes), kind,
                      sites_.find(pc, kind, Space::global)};
  findings_.misaligned(stamp(access), access);
}

GRIDMARK_HOT void Counters::block(BlockRecord* record) {
  const unsigned thread = turn.thread;
  trace_.add(thread, record);
  if (!trace_.full(thread)) return;
  if (!pending_.waiting()) emulation::Block::here().yield();
  if (trace_.full(thread)) trace_.flush();
}

/// Also a volatile flag in shared memory, set or reset by a thread that has called a fence.
bool Counters::is_ordered_by_fences(const Race& race, Space space) const {
  if (!race.earlier_known) return false;
  if (race.distance == Distance::other_block) return fences_.orders_block(race.earlier.block());
  const unsigned earlier = race.earlier.thread(), later = race.later.thread();
  if (fences_.orders_thread(earlier, later)) return true;
  return space == Space::shared && volatile_ && (fences_.has_fenced(earlier) || fences_.has_fenced(later));
}

void Counters::judge(const Race& race, const Access& access, Space space, std::string memory) {
  if (is_ordered_by_fences(race, space)) return;
  const bool both_store = race.earlier_writes && access.kind == AccessKind::store;
  if (both_store)
    pending_.watch(access, race, space, std::move(memory));
  else
    findings_.race(race, space, memory);
}

void Counters::settle() {
  pending_.settle([this](const Race& race, Space space, const std::string& memory) {
    findings_.race(race, space, memory);
  });
}

/// A lane whose trace is full lets the other lanes of its warp catch up before anything is counted; and so
/// does one that waits for what another thread is to write.
void Counters::keep(const Access& access, std::uint64_t address) {
  const unsigned thread = turn.thread;
  merge_.add(thread, address, access.bytes, static_cast<SiteIndex>(access.site));
  if (!merge_.full(thread) && !spin_.seems_to_spin(thread, access.address)) return;
  if (!pending_.waiting()) emulation::Block::here().yield(2);
  if (merge_.full(thread)) merge_.flush();
}

void Counters::grid_begins(const emulation::LaunchInfo& launch) {
  ++launch_;
  streams_.launch_begins(++global_launch_);
  sites_.enter_kernel(launch.kernel);
  findings_.enter_launch({launch.grid.x, launch.grid.y, launch.block.x, launch.block.y});
  shared_.enter_launch(launch.dynamic_shared_bytes);
  fences_.enter_launch();
  ledger_.begin(sites_.kernel(), sites_.current_kernel());
  caches_.count_in(ledger_.current().caches);
  call_ = launch.call;
  call_bytes_ = call_ ? malloc_usable_size(const_cast<void*>(call_)) : 0;
}

void Counters::grid_ends(const emulation::LaunchInfo& launch) {
  end_epoch();  // of a block that a fault cut short
  suspended_.clear();
  ledger_.end(launch, shared_.static_bytes_in_use(), trace_);
}

void Counters::block_begins() {
  block_ = running_block();
  block_epoch_ = 0;
  warp_epochs_ = {};
  fences_.enter_block(block_);
  caches_.enter_block();
}

void Counters::block_ends() { end_epoch(); }

void Counters::block_suspends() {
  end_epoch();
  suspended_[block_] = {block_epoch_, warp_epochs_, shared_.put_aside(), fences_.put_aside()};
}

void Counters::block_resumes() {
  block_ = running_block();
  const auto found = suspended_.find(block_);
  if (found == suspended_.end()) return;
  block_epoch_ = found->second.block_epoch;
  warp_epochs_ = found->second.warp_epochs;
  shared_.take_up(std::move(found->second.shared));
  fences_.take_up(block_, std::move(found->second.fences));
  suspended_.erase(found);
}

void Counters::end_epoch() {
  if (pending_.waiting()) settle();
  shared_.settle_unwritten_reads();
  merge_.flush();
  trace_.flush();
}

void Counters::block_barrier() {
  end_epoch();
  ++ledger_.current().barriers;
  ++block_epoch_;
  warp_epochs_ = {};
}

/// Barrier objects, pipelines and meetings of several warps: no turn ends, so that requests stay whole.
void Counters::threads_ordered() {
  if (pending_.waiting()) settle();
  shared_.settle_unwritten_reads();
  ++block_epoch_;
  warp_epochs_ = {};
}

void Counters::warp_barrier(unsigned warp, unsigned) {
  ++warp_epochs_[warp];
  ++ledger_.current().warp_barriers;
}

void Counters::allocated(void* device, std::size_t bytes) {
  const auto* allocation = emulation::DeviceMemory::instance().find(device);
  const auto address = reinterpret_cast<std::uintptr_t>(device);
  global_.allocated(address, bytes, allocation && allocation->managed);
  if (allocation && allocation->managed) streams_.memory().add(address, bytes);
}

void Counters::freed(void* device, std::size_t bytes) {
  global_.freed(reinterpret_cast<std::uintptr_t>(device), bytes);
  streams_.memory().remove(reinterpret_cast<std::uintptr_t>(device));
}

void Counters::host_memory_locked(void* memory, std::size_t bytes) {
  streams_.memory().add(reinterpret_cast<std::uintptr_t>(memory), bytes);
}

void Counters::host_memory_unlocked(void* memory) {
  streams_.memory().remove(reinterpret_cast<std::uintptr_t>(memory));
}

std::string Counters::memory_name(std::uintptr_t address) const {
  const void* at = reinterpret_cast<const void*>(address);
  if (variables_.in_program(address)) {
    const ProgramVariable* variable = variables_.at_or_before(address);
    return variable ? variable->name : "a variable";
  }
  if (!emulation::is_arena_address(at)) return "page-locked memory";
  const auto* allocation = emulation::DeviceMemory::instance().find(at);
  const std::string made =
      " (allocated at " + text_of(emulation::source_place(allocation ? allocation->caller : nullptr)) + ")";
  return (allocation && allocation->managed ? "managed memory" : "device memory") + made;
}

/// The shadow's cells, wherever they are kept.
const Cell* Counters::last_accesses(std::uintptr_t address) const {
  if (emulation::is_arena_address(reinterpret_cast<const void*>(address)))
    return global_.last_accesses(address);
  if (variables_.in_program(address))
    return variable_cells_ ? &variable_cells_->cell(address - variables_.begin()) : nullptr;
  const auto found = host_cells_.find(address / host_page_bytes);
  return found == host_cells_.end() ? nullptr : &found->second->cell(address % host_page_bytes);
}

void Counters::bad_free(void* device, const void* caller) {
  const auto* released = emulation::DeviceMemory::instance().find_released(device);
  if (released && released->freed_by)  // cudaDeviceReset() frees what it likes
    findings_.double_free(caller, *released);
}

void Counters::host_wrote(void* device, std::size_t bytes) {
  global_.host_wrote(reinterpret_cast<std::uintptr_t>(device), bytes);
}

void Counters::host_work_wrote(const void* address, std::size_t bytes) {
  if (emulation::is_arena_address(address))
    global_.host_wrote(reinterpret_cast<std::uintptr_t>(address), bytes);
}

void Counters::reset() {
  sites_.clear();
  findings_.clear();
  streams_.clear();
  ledger_.clear();
  caches_.enter_section();
}

}  // namespace gridmark::counters

/// Named by the linker's command line, so that a program without device code of its own is counted too.
extern "C" const char gridmark_counters_anchor = 1;
