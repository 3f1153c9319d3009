#include "emulation/counters/counters.h"

#include <algorithm>

#include "emulation/counters/memory_places.h"
#include "emulation/counters/profile_file.h"
#include "emulation/counters/step_stream.h"
#include "emulation/engine/block.h"
#include "emulation/engine/device_access.h"
#include "emulation/engine/source_place.h"
#include "emulation/runtime/access_audit.h"
#include "emulation/runtime/counted_hook.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/fault_message.h"
#include "emulation/runtime/host_memory.h"
#include "gridmark/engine.h"
#include "gridmark/launch.h"

namespace gridmark::counters {
namespace {

using emulation::turn;

/// The hooks and the engine find this object from the program's first instruction on, before the student's
/// constructors allocate device memory.
__attribute__((constructor(101))) void start_counting() {
  emulation::observer = &Counters::instance();
  emulation::counted_hook.fill = [](emulation::Meters& meters) {
    Counters::instance().settle();
    Counters::instance().read(meters);
  };
  emulation::counted_hook.reset = [] { Counters::instance().reset(); };
  tell_at_the_end();
}

std::uint32_t running_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

}  // namespace

/// Never destroyed, because memory is freed, and thus reported, until the program's last instruction.
Counters& Counters::instance() {
  static Counters* const counters = new Counters;
  return *counters;
}

Counters::Counters() { streams_.memory().add(variables_.begin(), variables_.bytes()); }

void Counters::grid_begins(const emulation::LaunchInfo& launch) {
  ++launch_;
  streams_.launch_begins(++global_launch_);
  stream_races_.launch_begins(global_launch_);
  sites_.enter_kernel(launch.kernel);
  findings_.enter_launch({launch.grid.x, launch.grid.y, launch.block.x, launch.block.y});
  shared_.enter_launch(launch.dynamic_shared_bytes);
  fences_.enter_launch();
  ledger_.begin(sites_.kernel(), sites_.current_kernel());
  caches_.count_in(ledger_.current().caches);
  access_stream.reserve();
  step_stream.reserve();
  audit_.enter_launch(access_stream.appended());
  advisor_.enter_launch(sites_.kernel(), launch.grid.x * launch.grid.y * launch.grid.z,
                        launch.block.x * launch.block.y * launch.block.z);
  call_ = launch.call;
  call_bytes_ = launch.call ? launch.call->bytes : 0;
  pass_witness(emulation::WitnessPoint::Kind::grid_begins, sites_);
}

void Counters::grid_ends(const emulation::LaunchInfo& launch) {
  end_epoch();  // of a block that a fault interrupted
  threads_.end();
  suspended_.clear();
  find_uncounted_accesses();
  pass_witness(emulation::WitnessPoint::Kind::grid_ends, sites_);
  ledger_.add_local(local_accesses.take());
  ledger_.end(launch, shared_.static_bytes_in_use(), trace_, sites_);
}

void Counters::find_uncounted_accesses() {
  emulation::AccessAudit::instance().end();
  for (const void* instruction : emulation::AccessAudit::instance().take_unannounced())
    findings_.uncounted_access(instruction);
}

void Counters::find_shared_memory() {
  access_stream.set_shared_memory({reinterpret_cast<std::uintptr_t>(shared_.layout().begin()),
                                   reinterpret_cast<std::uintptr_t>(emulation::turn.dynamic_shared),
                                   shared_.layout().bytes(), SharedShadow::most_dynamic_bytes});
}

void Counters::block_begins() {
  block_ = running_block();
  block_epoch_ = 0;
  warp_epochs_ = {};
  warps_seen_ = 0;
  find_shared_memory();
  shared_.words().block_begins();
  shared_.threads_have_returned(0);
  fences_.enter_block(block_);
  caches_.enter_block();
  if (advisor_.wants(block_)) threads_.begin();
  audit_if_due();
  pass_point(BlockPoint::begins);
}

void Counters::block_ends() {
  end_epoch();
  const bool is_traced = traces_threads;
  threads_.end();
  advisor_.block_ends(is_traced ? &threads_ : nullptr);
}

void Counters::block_suspends() {
  end_epoch();
  threads_.end();  // a trace covers one block
  pass_point(BlockPoint::put_aside);
  suspended_[block_] = {block_epoch_, warp_epochs_, shared_.put_aside(), fences_.put_aside()};
}

void Counters::block_resumes() {
  block_ = running_block();
  shared_.threads_have_returned(0);
  pass_point(BlockPoint::put_aside);
  const auto found = suspended_.find(block_);
  if (found == suspended_.end()) return;
  block_epoch_ = found->second.block_epoch;
  warp_epochs_ = found->second.warp_epochs;
  shared_.take_up(std::move(found->second.shared));
  fences_.take_up(block_, std::move(found->second.fences));
  suspended_.erase(found);
  find_shared_memory();
  warps_seen_ = ~0u;  // before it was suspended, without a barrier since
}

void Counters::end_epoch() {
  finish_turn(true);
  merge_.flush();
  finish_steps();
  shared_.settle();
  if (traces_threads) threads_.take_steps(~std::uint64_t{0});
}

void Counters::block_barrier() {
  end_epoch();
  if (traces_threads) threads_.block_barrier();
  ++ledger_.current().barriers;
  shared_.words().threads_ordered();
  shared_.threads_have_returned(emulation::Block::here().returned_threads());
  ++block_epoch_;
  warp_epochs_ = {};
  warps_seen_ = 0;
}

/// For barrier objects, pipelines and meetings of several warps. No turn ends, so that requests stay
/// complete.
void Counters::threads_ordered() { note_event(RecordKind::threads_ordered, 0); }

void Counters::warp_barrier(unsigned warp, unsigned) {
  note_event(RecordKind::warp_barrier, warp);
  ++ledger_.current().warp_barriers;
}

void Counters::allocated(void* device, std::size_t bytes) {
  catch_up();
  const auto* allocation = emulation::DeviceMemory::instance().find(device);
  const auto address = reinterpret_cast<std::uintptr_t>(device);
  global_.allocated(address, bytes, allocation && allocation->managed);
  if (allocation && allocation->managed) streams_.memory().add(address, bytes);
}

void Counters::freed(void* device, std::size_t bytes) {
  catch_up();
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

/// The shadow's cells, in any kind of memory.
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
  if (released && released->freed_by && !released->freed_by_reset)  // cudaDeviceReset() may free everything
    findings_.double_free(caller, *released);
}

void Counters::host_wrote(void* device, std::size_t bytes) {
  catch_up();
  global_.host_wrote(reinterpret_cast<std::uintptr_t>(device), bytes);
}

void Counters::host_access(const volatile void* address, std::size_t bytes, bool writes, const void* pc) {
  host_touches_devices(address, writes, pc);
  if (StreamWatch::watches()) streams_.host_access(address, bytes, writes, pc);
}

/// Closed device memory faults by itself. With protection keys this holds for all device memory.
void Counters::host_touches_devices(const volatile void* address, bool writes, const void* pc) {
  if (emulation::others_opened_device_memory())
    emulation::refuse_device_pointer(const_cast<const void*>(address), pc);
  const ProgramVariable* variable = device_variables_.find(reinterpret_cast<std::uintptr_t>(address));
  if (!variable) return;
  const emulation::CallStack stack = emulation::call_stack_here();
  if (device_variables_.is_construction(stack)) return;
  findings_.host_touches_variable(stack, pc, writes, variable->name, variable->constant);
}

void Counters::host_work_wrote(const void* address, std::size_t bytes) {
  if (emulation::is_arena_address(address))
    global_.host_wrote(reinterpret_cast<std::uintptr_t>(address), bytes);
}

void Counters::reset() {
  sites_.clear();
  findings_.clear();
  advisor_.clear();
  failed_launches_.forget_seen();
  streams_.clear();
  stream_races_.clear();
  ledger_.clear();
  caches_.enter_section();
  page_locked_bytes_ = variable_bytes_ = 0;
  audit_.clear();
  pass_witness(emulation::WitnessPoint::Kind::section_begins, sites_);
}

}  // namespace gridmark::counters

/// The linker's command line names it, so that a program without device code is counted too.
extern "C" const char gridmark_counters_anchor = 1;
