#include "emulation/counters/launch_counts.h"

#include <array>
#include <bit>

#include "emulation/counters/kernel_ledger.h"

namespace gridmark::counters {
namespace {

/// For structs whose members are all counters of one type.
template <class Counts>
Counts difference(const Counts& all, const Counts& before) {
  using Values = std::array<std::uint64_t, sizeof(Counts) / sizeof(std::uint64_t)>;
  auto values = std::bit_cast<Values>(all);
  const auto less = std::bit_cast<Values>(before);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= less[i];
  return std::bit_cast<Counts>(values);
}

}  // namespace

emulation::KernelCounts LaunchCounts::end(const emulation::KernelCounts& kernel,
                                          const emulation::LaunchRecord& launch, const BlockTrace& trace,
                                          const SiteTable& sites, std::uint16_t number) {
  emulation::KernelCounts counts;
  counts.launches = {launch};
  counts.launches[0].count = 1;
  counts.caches = difference(kernel.caches, before_.caches);
  counts.local.accesses = kernel.local.accesses - before_.local.accesses;
  counts.local.bytes = kernel.local.bytes - before_.local.bytes;
  counts.barriers = kernel.barriers - before_.barriers;
  emulation::LineTraffic& before = traffic_[number];
  const emulation::LineTraffic now = traffic_of(sites, number);
  counts.traffic.loads = difference(now.loads, before.loads);
  counts.traffic.stores = difference(now.stores, before.stores);
  counts.traffic.shared = difference(now.shared, before.shared);
  counts.traffic.atomics = difference(now.atomics, before.atomics);
  counts.traffic.constants = difference(now.constants, before.constants);
  before = now;
  for (const BlockRecord* record : trace.touched())
    add_block(*record, {record->threads, record->warps}, counts);
  return counts;
}

}  // namespace gridmark::counters
