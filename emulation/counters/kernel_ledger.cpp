#include "emulation/counters/kernel_ledger.h"

#include <algorithm>

#include "emulation/cost/device_rates.h"
#include "emulation/cost/kernel_time.h"
#include "emulation/counters/kernel_registers.h"
#include "emulation/runtime/device_profile.h"

namespace gridmark::counters {
namespace {

using emulation::device_profile;
using emulation::LaunchRecord;

void fill_occupancy(LaunchRecord& launch) {
  const auto threads = launch.block[0] * launch.block[1] * launch.block[2];
  const unsigned warps = (threads + warp_size - 1) / warp_size;
  const unsigned most_warps = static_cast<unsigned>(device_profile.threads_per_processor) / warp_size;
  const std::uint64_t shared = launch.static_shared_bytes + launch.dynamic_shared_bytes +
                               device_profile.shared_bytes_reserved_per_block;
  const auto by_shared = static_cast<unsigned>(device_profile.shared_bytes_per_processor / shared);
  launch.blocks_per_processor = static_cast<unsigned>(device_profile.blocks_per_processor);
  launch.limited_by = "blocks";
  const auto limit = [&](unsigned blocks, const char* what) {
    if (blocks >= launch.blocks_per_processor) return;
    launch.blocks_per_processor = blocks;
    launch.limited_by = what;
  };
  limit(most_warps / warps, "threads");
  limit(by_shared, "shared memory");
  if (launch.registers > 0)
    limit(cost::warps_with(static_cast<unsigned>(launch.registers)) / warps, "registers");
  launch.occupancy = std::min(1.0, double(launch.blocks_per_processor * warps) / most_warps);
}

bool same_shape(const LaunchRecord& a, const LaunchRecord& b) {
  return std::equal(a.grid, a.grid + 3, b.grid) && std::equal(a.block, a.block + 3, b.block) &&
         a.dynamic_shared_bytes == b.dynamic_shared_bytes && a.static_shared_bytes == b.static_shared_bytes &&
         a.registers == b.registers;
}

void add(emulation::Operations& to, const std::uint16_t (&operations)[4], std::uint64_t times) {
  to.additions += operations[0] * times;
  to.multiplications += operations[1] * times;
  to.fused += operations[2] * times;
  to.special += operations[3] * times;
}

}  // namespace

void KernelLedger::clear() {
  kernels_.clear();
  blocks_.clear();
  launch_.clear();
}

void KernelLedger::begin(std::uint16_t kernel, const std::string& name) {
  current_ = kernel;
  kernels_[kernel].traffic.kernel = name;
  launch_.begin(kernels_[kernel]);
}

void KernelLedger::add_local(const emulation::LocalTraffic& more) {
  current().local.accesses += more.accesses;
  current().local.bytes += more.bytes;
}

const LaunchRecord& KernelLedger::note_shape(const emulation::LaunchInfo& launch,
                                             std::uint64_t static_shared_bytes) {
  LaunchRecord shape;
  shape.grid[0] = launch.grid.x, shape.grid[1] = launch.grid.y, shape.grid[2] = launch.grid.z;
  shape.block[0] = launch.block.x, shape.block[1] = launch.block.y, shape.block[2] = launch.block.z;
  shape.static_shared_bytes = static_shared_bytes;
  shape.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  shape.registers = registers_of(launch);
  auto& known = current().launches;
  auto found = std::find_if(known.begin(), known.end(), [&](const auto& k) { return same_shape(k, shape); });
  if (found == known.end()) {
    fill_occupancy(shape);
    found = known.insert(known.end(), shape);
  }
  ++found->count;
  return *found;
}

void KernelLedger::end(const emulation::LaunchInfo& launch, std::uint64_t static_shared_bytes,
                       BlockTrace& trace, const SiteTable& sites) {
  const LaunchRecord& shape = note_shape(launch, static_shared_bytes);
  launch_nanoseconds_ = cost::kernel_time(launch_.end(current(), shape, trace, sites, current_)).nanoseconds;
  for (const BlockRecord* record : trace.touched()) {
    BlockUse& use = blocks_[{current_, record}];
    use.threads += record->threads;
    use.warps += record->warps;
  }
  trace.clear();
}

void add_block(const BlockRecord& block, const KernelLedger::BlockUse& use, emulation::KernelCounts& to) {
  emulation::LineTraffic& traffic = to.traffic;
  add(traffic.flops.half, block.operations[0], use.threads);
  add(traffic.flops.single, block.operations[1], use.threads);
  add(traffic.flops.twofold, block.operations[2], use.threads);
  traffic.issues.warp += use.warps * block.instructions;
  traffic.issues.lanes += use.threads * block.instructions;
  to.local.accesses += use.threads * block.local_accesses;
  to.local.bytes += use.threads * block.local_bytes;
  to.local.bytes_of_a_thread = std::max<std::uint64_t>(to.local.bytes_of_a_thread, block.array_bytes);
}

}  // namespace gridmark::counters
