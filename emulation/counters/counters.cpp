#include "emulation/counters/counters.h"

#include <malloc.h>

#include <algorithm>

#include "emulation/counters/profile_file.h"
#include "emulation/counters/step_stream.h"
#include "emulation/engine/block.h"
#include "emulation/runtime/counted_hook.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "gridmark/engine.h"

namespace gridmark::counters {
namespace {

using emulation::turn;

/// The hooks and the engine find us from the program's first instruction on, before constructors of the
/// student's own allocate device memory.
__attribute__((constructor(101))) void start_counting() {
  emulation::observer = &Counters::instance();
  emulation::counted_hook.fill = [](emulation::Meters& meters) {
    Counters::instance().settle();
    Counters::instance().fill(meters);
  };
  emulation::counted_hook.reset = [] { Counters::instance().reset(); };
  write_profile_at_the_end();
}

std::uint32_t running_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

}  // namespace

/// Never destroyed: memory is freed, and thus reported, until the program's last instruction.
Counters& Counters::instance() {
  static Counters* const counters = new Counters;
  return *counters;
}

void Counters::grid_begins(const emulation::LaunchInfo& launch) {
  ++launch_;
  ++global_launch_;
  sites_.enter_kernel(launch.kernel);
  findings_.enter_launch({launch.grid.x, launch.grid.y, launch.block.x, launch.block.y});
  shared_.enter_launch(launch.dynamic_shared_bytes);
  fences_.enter_launch();
  ledger_.begin(sites_.kernel(), sites_.current_kernel());
  caches_.count_in(ledger_.current().caches);
  access_stream.reserve();
  step_stream.reserve();
  call_ = launch.call;
  call_bytes_ = call_ ? malloc_usable_size(const_cast<void*>(call_)) : 0;
}

void Counters::grid_ends(const emulation::LaunchInfo& launch) {
  end_epoch();  // of a block that a fault cut short
  suspended_.clear();
  ledger_.end(launch, shared_.static_bytes_in_use(), trace_);
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
  fences_.enter_block(block_);
  caches_.enter_block();
}

void Counters::block_ends() { end_epoch(); }

void Counters::block_suspends() {
  end_epoch();
  suspended_[block_] = {block_epoch_, warp_epochs_, shared_.put_aside()};
}

void Counters::block_resumes() {
  block_ = running_block();
  const auto found = suspended_.find(block_);
  if (found == suspended_.end()) return;
  block_epoch_ = found->second.block_epoch;
  warp_epochs_ = found->second.warp_epochs;
  shared_.take_up(std::move(found->second.shared));
  suspended_.erase(found);
  fences_.enter_block(block_);
  find_shared_memory();
  warps_seen_ = ~0u;  // before it was put aside, with no barrier since
}

void Counters::end_epoch() {
  finish_turn(true);
  merge_.flush();
  finish_steps();
  shared_.settle_unwritten_reads();
}

void Counters::block_barrier() {
  end_epoch();
  ++ledger_.current().barriers;
  ++block_epoch_;
  warp_epochs_ = {};
  warps_seen_ = 0;
}

/// Barrier objects, pipelines and meetings of several warps: no turn ends, so that requests stay whole.
void Counters::threads_ordered() { note_event(RecordKind::threads_ordered, 0); }

void Counters::warp_barrier(unsigned warp, unsigned) {
  note_event(RecordKind::warp_barrier, warp);
  ++ledger_.current().warp_barriers;
}

void Counters::allocated(void* device, std::size_t bytes) {
  catch_up();
  const auto* allocation = emulation::DeviceMemory::instance().find(device);
  global_.allocated(reinterpret_cast<std::uintptr_t>(device), bytes, allocation && allocation->managed);
}

void Counters::freed(void* device, std::size_t bytes) {
  catch_up();
  global_.freed(reinterpret_cast<std::uintptr_t>(device), bytes);
}

void Counters::bad_free(void* device, const void* caller) {
  if (const auto* released = emulation::DeviceMemory::instance().find_released(device))
    findings_.double_free(caller, *released);
}

void Counters::host_wrote(void* device, std::size_t bytes) {
  catch_up();
  global_.host_wrote(reinterpret_cast<std::uintptr_t>(device), bytes);
}

void Counters::host_work_wrote(const void* address, std::size_t bytes) {
  if (emulation::is_arena_address(address))
    global_.host_wrote(reinterpret_cast<std::uintptr_t>(address), bytes);
}

void Counters::reset() {
  sites_.clear();
  findings_.clear();
  ledger_.clear();
  caches_.enter_section();
}

}  // namespace gridmark::counters

/// Named by the linker's command line, so that a program without device code of its own is counted too.
extern "C" const char gridmark_counters_anchor = 1;
