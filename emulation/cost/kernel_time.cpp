#include "emulation/cost/kernel_time.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "emulation/cost/device_rates.h"

namespace gridmark::cost {
namespace {

using emulation::KernelCounts;
using emulation::LaunchRecord;

constexpr double warp = 32;
constexpr double halves = 2;  ///< of an instruction: half2
constexpr const DeviceRates& rates = device_rates;

double product(const unsigned (&extent)[3]) {
  return std::max(1.0, double(extent[0]) * double(extent[1]) * double(extent[2]));
}

double threads_of(const LaunchRecord& launch) {
  return static_cast<double>(launch.count) * product(launch.grid) * product(launch.block);
}

/// How one launch lies on the device.
struct Placement {
  double blocks, threads_of_a_block, warps_of_a_block;
  double busiest;   ///< blocks of the processor that has most of them
  double resident;  ///< blocks of these that run at the same time
  double waves;

  double warps() const { return blocks * warps_of_a_block; }
  double resident_threads() const { return resident * threads_of_a_block; }
};

/// Whether the local arrays exceed a thread's registers.
bool spills(const LaunchRecord& launch, const KernelCounts& counts) {
  const double registers = launch.registers > 0
                               ? launch.registers
                               : rates.most_registers_of_a_thread - rates.registers_beside_arrays;
  return static_cast<double>(counts.local.bytes_of_a_thread) > registers * sizeof(float);
}

/// Uses the counters' data of the launch, and the local arrays if nvcc was not asked for registers.
double most_resident(const LaunchRecord& launch, const KernelCounts& counts, double warps_of_a_block) {
  double most = launch.blocks_per_processor;
  if (launch.registers <= 0 && !spills(launch, counts)) {
    const auto of_arrays = static_cast<double>(counts.local.bytes_of_a_thread) / sizeof(float);
    const auto registers = static_cast<unsigned>(rates.registers_beside_arrays + std::ceil(of_arrays));
    most = std::min(most, std::floor(warps_with(registers) / warps_of_a_block));
  }
  return std::max(1.0, std::min(most, std::floor(rates.warps_of_a_processor / warps_of_a_block)));
}

Placement place(const LaunchRecord& launch, const KernelCounts& counts, const Growth& growth) {
  Placement at{};
  at.blocks = std::ceil(product(launch.grid) * growth.blocks);
  at.threads_of_a_block = product(launch.block);
  at.warps_of_a_block = std::ceil(at.threads_of_a_block / warp);
  at.busiest = std::ceil(at.blocks / rates.processors);
  at.resident = std::min(at.busiest, most_resident(launch, counts, at.warps_of_a_block));
  at.waves = std::ceil(at.blocks / (rates.processors * at.resident));
  return at;
}

/// Demand of one launch on the device, over all its blocks.
struct Demand {
  double half, single, twofold, special;  ///< operations, idle lanes included
  double instructions;                    ///< of warps: arithmetic and requests
  double shared, sectors, rounds, passes;
  double local_sectors;
  double l2, dram;  ///< sectors
  double barriers;
  /// Of all warps together, one request after the other: the cycles that they wait, and the number of
  /// requests.
  double waiting, requests;
  double local_waiting;  ///< of these cycles
  double arithmetic;     ///< instructions of warps
};

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

/// Cycles until a load from global memory has its value, on average.
double load_latency(const KernelCounts& counts) {
  const double from_l2 = share_of(counts.caches.l2_reads, counts.caches.l1_reads);
  const double from_dram = from_l2 * share_of(counts.caches.dram_reads, counts.caches.l2_reads);
  return rates.shared_latency + from_l2 * (rates.l2_latency - rates.shared_latency) +
         from_dram * (rates.dram_latency - rates.l2_latency);
}

/// A multiply-add is one instruction, so an addition goes with a multiplication.
double instructions_of(const emulation::Operations& operations) {
  return static_cast<double>(std::max(operations.additions, operations.multiplications) + operations.fused +
                             operations.special);
}

/// Adds sectors of local memory, and the part of them that the caches do not hold.
void add_local(const KernelCounts& counts, const LaunchRecord& launch, const Placement& at, double part,
               Demand& demand) {
  if (!spills(launch, counts)) return;
  const auto each = static_cast<double>(counts.local.bytes_of_a_thread);
  const double of_a_processor = each * at.resident_threads();
  const double of_all = of_a_processor * std::min(rates.processors, at.blocks);
  const auto shared = static_cast<double>(launch.static_shared_bytes + launch.dynamic_shared_bytes);
  const double l1_bytes = std::max(0.0, rates.l1_bytes - shared * at.resident);
  const double beyond_l1 = std::max(0.0, 1 - l1_bytes / of_a_processor);
  const double beyond_l2 = beyond_l1 * std::max(0.0, 1 - rates.l2_bytes / of_all);
  const double requests = part * static_cast<double>(counts.local.accesses) / warp;
  demand.local_sectors = part * static_cast<double>(counts.local.bytes) / warp;
  demand.l2 += demand.local_sectors * beyond_l1;
  demand.dram += demand.local_sectors * beyond_l2;
  demand.instructions += requests;
  demand.requests += requests;
  demand.local_waiting =
      requests * (rates.shared_latency + beyond_l1 * (rates.l2_latency - rates.shared_latency) +
                  beyond_l2 * (rates.dram_latency - rates.l2_latency));
  demand.waiting += demand.local_waiting;
}

/// `part`  of the kernel's counts
Demand demand_of(const KernelCounts& counts, const LaunchRecord& launch, const Placement& at, double part) {
  const emulation::LineTraffic& traffic = counts.traffic;
  const auto of = [&](auto count) { return part * static_cast<double>(count); };
  const double lanes = std::clamp(traffic.issues.average_lanes(), 1.0, warp);
  const double full = traffic.issues.warp == 0 ? 1 : warp / lanes;
  const emulation::Flops& flops = traffic.flops;
  Demand demand{};
  demand.half = of(flops.half.operations()) * full;
  demand.single = of(flops.single.operations()) * full;
  demand.twofold = of(flops.twofold.operations()) * full;
  demand.special = of(flops.half.special + flops.single.special + flops.twofold.special) * full;
  demand.arithmetic =
      part * full / warp *
      (instructions_of(flops.half) / halves + instructions_of(flops.single) + instructions_of(flops.twofold));
  const double loads = of(traffic.loads.requests), shared = of(traffic.shared.requests);
  demand.instructions =
      demand.arithmetic + loads + shared + of(traffic.stores.requests + traffic.constants.requests);
  demand.shared = of(traffic.shared.wavefronts);
  demand.sectors = of(traffic.loads.sectors + traffic.stores.sectors);
  demand.rounds = of(traffic.atomics.rounds);
  demand.passes = of(traffic.constants.passes);
  demand.l2 = of(counts.caches.l2_reads + counts.caches.l2_writes);
  demand.dram = of(counts.caches.dram_reads + counts.caches.dram_writes);
  demand.barriers = of(counts.barriers);
  demand.requests = loads + shared + of(traffic.atomics.requests);
  demand.waiting = loads * load_latency(counts) + shared * rates.shared_latency +
                   of(traffic.atomics.requests) * rates.l2_latency;
  add_local(counts, launch, at, part, demand);
  return demand;
}

struct Bound {
  std::string_view name;
  double cycles;
};

Bound longest(std::initializer_list<Bound> bounds) {
  return *std::max_element(bounds.begin(), bounds.end(),
                           [](const Bound& a, const Bound& b) { return a.cycles < b.cycles; });
}

/// L1 and shared memory are one unit, which serves both in turn.
Bound memory_unit(const Demand& demand) {
  const auto parts = {Bound{"shared memory", demand.shared / rates.shared_wavefronts},
                      Bound{"sectors of global memory", demand.sectors / rates.l1_sectors},
                      Bound{"local memory", demand.local_sectors / rates.l1_sectors},
                      Bound{"atomic functions", demand.rounds / rates.atomic_rounds}};
  double sum = 0;
  for (const Bound& part : parts) sum += part.cycles;
  return {longest(parts).name, sum};
}

Bound throughput(const Demand& demand, const Placement& at) {
  const Bound processor = longest({{"arithmetic", demand.single / rates.single_operations},
                                   {"half-precision arithmetic", demand.half / rates.half_operations},
                                   {"double-precision arithmetic", demand.twofold / rates.double_operations},
                                   {"special functions", demand.special / rates.special_functions},
                                   {"the issue of instructions", demand.instructions / rates.issues},
                                   {"constant memory", demand.passes / rates.constant_passes},
                                   memory_unit(demand)});
  return longest({{processor.name, processor.cycles * at.busiest / at.blocks},
                  {"the L2 cache", demand.l2 / rates.l2_sectors},
                  {"device memory", demand.dram / rates.dram_sectors}});
}

/// Time of one warp alone, times the number of waves of blocks.
Bound latency(const Demand& demand, const Placement& at) {
  const double warps = at.warps();
  const double at_once = std::clamp(demand.requests / warps, 1.0, rates.requests_in_flight);
  const double of_a_warp =
      demand.arithmetic / warps * rates.arithmetic_latency / rates.independent_operations +
      demand.waiting / warps / at_once;
  return {demand.local_waiting > demand.waiting / 2 ? "local memory" : "latency", of_a_warp * at.waves};
}

/// Cycles at the barriers of the busiest processor's blocks. All threads arrive, then start with empty
/// pipelines.
double barriers(const Demand& demand, const Placement& at) {
  const double each = at.threads_of_a_block / rates.barrier_threads + rates.shared_latency;
  return demand.barriers / at.blocks * at.busiest * each / at.resident;
}

ModelledTime launch_time(const KernelCounts& counts, const LaunchRecord& launch, double part,
                         const Growth& growth) {
  const Placement at = place(launch, counts, growth);
  const Demand demand = demand_of(counts, launch, at, part * growth.work);
  const Bound bound = longest({throughput(demand, at), latency(demand, at)});
  const double stalls = barriers(demand, at);
  return {(bound.cycles + stalls) / rates.gigahertz, stalls > bound.cycles ? "barriers" : bound.name};
}

/// Adds up times. The name is that of the longest.
class Sum {
 public:
  void add(const ModelledTime& more) {
    sum_.nanoseconds += more.nanoseconds;
    if (more.nanoseconds > most_) most_ = more.nanoseconds, sum_.limited_by = more.limited_by;
  }
  const ModelledTime& total() const { return sum_; }

 private:
  ModelledTime sum_;
  double most_ = 0;
};

}  // namespace

ModelledTime kernel_time(const KernelCounts& counts, const Growth& growth) {
  double threads = 0;
  for (const LaunchRecord& launch : counts.launches) threads += threads_of(launch);
  Sum sum;
  for (const LaunchRecord& launch : counts.launches) {
    if (launch.count == 0) continue;
    const auto times = static_cast<double>(launch.count);
    ModelledTime time = launch_time(counts, launch, threads_of(launch) / threads / times, growth);
    time.nanoseconds *= times;
    sum.add(time);
  }
  return sum.total();
}

ModelledTime kernel_time(std::span<const KernelCounts> kernels, const Growth& growth) {
  Sum sum;
  for (const KernelCounts& counts : kernels) sum.add(kernel_time(counts, growth));
  return sum.total();
}

double share_of_peak(double operations, double nanoseconds) {
  const double peak = rates.processors * rates.gigahertz * rates.single_operations;
  return nanoseconds > 0 ? operations / peak / nanoseconds : 0;
}

}  // namespace gridmark::cost
