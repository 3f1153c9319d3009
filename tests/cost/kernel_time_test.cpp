#include "emulation/cost/kernel_time.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "emulation/cost/device_rates.h"

namespace gridmark::cost {
namespace {

using emulation::KernelCounts;
using emulation::LaunchRecord;

/// `blocks` of `threads`. A processor holds as many as its threads and blocks allow.
LaunchRecord launch_of(unsigned blocks, unsigned threads) {
  LaunchRecord launch;
  launch.count = 1;
  launch.grid[0] = blocks, launch.block[0] = threads;
  launch.blocks_per_processor = std::min(32u, 2048 / std::max(32u, threads));
  return launch;
}

/// On a full device: no tail, and enough warps to hide all latency.
KernelCounts on_full_device() {
  KernelCounts counts;
  counts.launches.push_back(launch_of(108 * 800, 256));
  return counts;
}

constexpr double processor_cycle = 108;  // of all processors
constexpr double ns_of_a_cycle = 1 / 1.41;

struct Case {
  const char* limited_by;
  double cycles;  ///< of one processor
  std::function<void(KernelCounts&)> demand;
};

// Each resource has work for a million cycles of all processors, and the other resources have none.
const Case cases[] = {
    {"arithmetic", 1e6, [](KernelCounts& k) { k.traffic.flops.single.fused = 64 * 108 * 1'000'000ull; }},
    {"half-precision arithmetic", 1e6,
     [](KernelCounts& k) { k.traffic.flops.half.fused = 256 * 108 * 1'000'000ull; }},
    {"double-precision arithmetic", 1e6,
     [](KernelCounts& k) { k.traffic.flops.twofold.fused = 32 * 108 * 1'000'000ull; }},
    {"special functions", 1e6,
     [](KernelCounts& k) { k.traffic.flops.single.special = 16 * 108 * 1'000'000ull; }},
    {"the issue of instructions", 1e6,
     [](KernelCounts& k) { k.traffic.stores.requests = 4 * 108 * 1'000'000ull; }},
    {"shared memory", 1e6 / 0.73, [](KernelCounts& k) { k.traffic.shared.wavefronts = 108 * 1'000'000ull; }},
    {"sectors of global memory", 1e6, [](KernelCounts& k) { k.traffic.loads.sectors = 108 * 1'000'000ull; }},
    {"atomic functions", 1e6, [](KernelCounts& k) { k.traffic.atomics.rounds = 108 * 1'000'000ull; }},
    {"constant memory", 1e6, [](KernelCounts& k) { k.traffic.constants.passes = 108 * 1'000'000ull; }},
    {"the L2 cache", 1e6, [](KernelCounts& k) { k.caches.l2_writes = 160 * 1'000'000ull; }},
    {"device memory", 1e6 / (1555 / 1.41 / 32),
     [](KernelCounts& k) { k.caches.dram_writes = 1'000'000ull; }}};

TEST(KernelTime, IsThatOfTheResourceThatTakesLongest) {
  for (const Case& one : cases) {
    KernelCounts counts = on_full_device();
    one.demand(counts);
    const ModelledTime time = kernel_time(counts);
    EXPECT_EQ(time.limited_by, one.limited_by);
    EXPECT_NEAR(time.nanoseconds / (one.cycles * ns_of_a_cycle), 1, 1e-9) << one.limited_by;
  }
}

TEST(KernelTime, MoreOfAResourceIsNeverFaster) {
  for (const Case& one : cases)
    for (const Case& other : cases) {
      KernelCounts counts = on_full_device();
      one.demand(counts);
      const double before = kernel_time(counts).nanoseconds;
      other.demand(counts);
      EXPECT_GE(kernel_time(counts).nanoseconds, before) << one.limited_by << " and " << other.limited_by;
    }
}

TEST(KernelTime, OfNothingIsNothing) {
  EXPECT_EQ(kernel_time(KernelCounts{}).nanoseconds, 0);
  EXPECT_EQ(kernel_time(on_full_device()).nanoseconds, 0);
  EXPECT_EQ(kernel_time(std::vector<KernelCounts>{}).nanoseconds, 0);
}

// Bank conflicts are the wavefronts in addition to the requests.
TEST(KernelTime, BankConflictsTakeTime) {
  KernelCounts counts = on_full_device();
  counts.traffic.shared.requests = counts.traffic.shared.wavefronts = 1'000'000'000;
  const double without = kernel_time(counts).nanoseconds;
  counts.traffic.shared.wavefronts *= 32;
  EXPECT_NEAR(kernel_time(counts).nanoseconds / without, 32, 1e-6);
}

TEST(KernelTime, IdleLanesTakeTheirTime) {
  KernelCounts counts = on_full_device();
  counts.traffic.flops.single.fused = 1'000'000'000'000;
  counts.traffic.issues = {1000, 32000};
  const double full = kernel_time(counts).nanoseconds;
  counts.traffic.issues = {1000, 1000};
  EXPECT_NEAR(kernel_time(counts).nanoseconds / full, 32, 1e-6);
}

/// Only arithmetic, in this many blocks.
double nanoseconds(unsigned blocks, unsigned threads, std::uint64_t each = 100'000) {
  KernelCounts counts;
  counts.launches.push_back(launch_of(blocks, threads));
  counts.traffic.flops.single.fused = each * blocks * threads;
  return kernel_time(counts).nanoseconds;
}

TEST(KernelTime, ATailOfBlocksTakesAsLongAsAFullRow) {
  EXPECT_DOUBLE_EQ(nanoseconds(109, 1024), nanoseconds(216, 1024));
  EXPECT_DOUBLE_EQ(nanoseconds(1, 1024), nanoseconds(108, 1024));
  EXPECT_GT(nanoseconds(217, 1024), nanoseconds(216, 1024));
}

// A block of one warp uses one of the four schedulers, so it takes as long as with a single one.
TEST(KernelTime, FewWarpsWaitForTheirOwnResults) {
  KernelCounts counts;
  counts.launches.push_back(launch_of(108, 32));
  counts.traffic.flops.single.fused = 1000 * 32 * 108;
  const ModelledTime time = kernel_time(counts);
  EXPECT_EQ(time.limited_by, "latency");
  EXPECT_DOUBLE_EQ(time.nanoseconds, 1000 * 4 / 2 * ns_of_a_cycle);
}

// Loads that miss all caches, the same number for each thread. The speed grows with the threads until other
// limits bind.
TEST(KernelTime, SixtyFourThreadsHaveTheirShareOfWhatLatencyBinds) {
  const auto per_second = [](unsigned blocks, unsigned threads) {
    KernelCounts counts;
    counts.launches.push_back(launch_of(blocks, threads));
    const std::uint64_t warps = std::uint64_t{blocks} * threads / 32;
    counts.traffic.loads.requests = 1000 * warps;
    counts.caches.l1_reads = counts.caches.l2_reads = counts.caches.dram_reads = 1000;
    return static_cast<double>(blocks) * threads / kernel_time(counts).nanoseconds;
  };
  const double all = per_second(108, 1024) * 2;
  EXPECT_NEAR(per_second(2, 32) / all, 64.0 / (108 * 2048), 1e-12);
  EXPECT_NEAR(per_second(1, 64) / all, 64.0 / (108 * 2048), 1e-12);
}

KernelCounts with_barriers(unsigned resident) {
  KernelCounts counts = on_full_device();
  counts.launches[0].blocks_per_processor = resident;
  counts.traffic.flops.single.fused = 64ull * 108 * 1'000'000;
  counts.traffic.shared.requests = counts.traffic.shared.wavefronts = 108 * 500'000;
  counts.barriers = 108 * 800 * 10;
  return counts;
}

TEST(KernelTime, BarriersTakeTimeThatOtherBlocksHide) {
  KernelCounts counts = with_barriers(4);
  const double some = kernel_time(counts).nanoseconds;
  counts.barriers *= 2;
  EXPECT_GT(kernel_time(counts).nanoseconds, some);
  for (unsigned resident = 1; resident < 8; ++resident)
    EXPECT_GT(kernel_time(with_barriers(resident)).nanoseconds,
              kernel_time(with_barriers(resident + 1)).nanoseconds);
}

TEST(KernelTime, LessOccupancyIsNeverFaster) {
  for (const Case& one : cases) {
    double before = 0;
    for (unsigned resident = 8; resident > 0; --resident) {
      KernelCounts counts = with_barriers(resident);
      counts.traffic.loads.requests = 1'000'000'000;
      one.demand(counts);
      const double now = kernel_time(counts).nanoseconds;
      EXPECT_GE(now, before) << one.limited_by << " with " << resident;
      before = now;
    }
  }
}

/// Sums in a local array of this many bytes. Each byte is read and written.
KernelCounts with_array(std::uint64_t bytes) {
  KernelCounts counts;
  counts.launches.push_back(launch_of(108 * 16, 256));
  const std::uint64_t threads = 108 * 16 * 256;
  counts.traffic.flops.single.fused = threads * 100'000;
  counts.local = {threads * 200'000, threads * 800'000, bytes};
  return counts;
}

TEST(KernelTime, ArraysThatExceedTheRegistersAreTraffic) {
  KernelCounts fits = with_array(892), spills = with_array(896);
  EXPECT_EQ(kernel_time(fits).limited_by, "arithmetic");
  EXPECT_GT(kernel_time(spills).nanoseconds, 10 * kernel_time(fits).nanoseconds);
  EXPECT_EQ(kernel_time(spills).limited_by, "device memory");  // the arrays of all threads are larger than L2
  spills.launches[0].blocks_per_processor = 1;
  EXPECT_EQ(kernel_time(spills).limited_by, "local memory");
  spills.launches[0] = launch_of(1, 32);  // a warp that waits for its array
  EXPECT_EQ(kernel_time(spills).limited_by, "local memory");
}

TEST(KernelTime, NvccsRegistersDecideWhereItWasAsked) {
  KernelCounts counts = with_array(896);
  counts.launches[0].registers = 255;
  EXPECT_NE(kernel_time(counts).limited_by, "local memory");
  counts = with_array(256);
  counts.launches[0].registers = 40;
  EXPECT_EQ(kernel_time(counts).limited_by, "local memory");
}

TEST(KernelTime, ArraysInRegistersLimitWhatIsResident) {
  KernelCounts counts = on_full_device();
  counts.traffic.loads.requests = 100'000'000;
  counts.caches.l1_reads = counts.caches.l2_reads = counts.caches.dram_reads = 1000;
  const double without = kernel_time(counts).nanoseconds;
  counts.local.bytes_of_a_thread = 880;  // 252 registers: one block of eight warps
  EXPECT_NEAR(kernel_time(counts).nanoseconds / without, 8, 1e-6);
}

TEST(KernelTime, LaunchesShareTheCountsByTheirThreads) {
  KernelCounts one = on_full_device(), three = on_full_device();
  one.traffic.flops.single.fused = 1'000'000'000'000;
  three.traffic.flops.single.fused = 3 * one.traffic.flops.single.fused;
  three.launches[0].count = 2;
  three.launches.push_back(three.launches[0]);
  three.launches[1].count = 1;
  EXPECT_DOUBLE_EQ(kernel_time(three).nanoseconds, 3 * kernel_time(one).nanoseconds);
  EXPECT_DOUBLE_EQ(kernel_time(std::vector{one, one, one}).nanoseconds, 3 * kernel_time(one).nanoseconds);
}

TEST(KernelTime, GrowthIsMoreWorkOnMoreBlocks) {
  KernelCounts small, large;
  small.launches.push_back(launch_of(10, 256)), large.launches.push_back(launch_of(1000, 256));
  small.traffic.flops.single.fused = 1'000'000, large.traffic.flops.single.fused = 500'000'000;
  EXPECT_DOUBLE_EQ(kernel_time(small, {500, 100}).nanoseconds, kernel_time(large).nanoseconds);
}

// A worker's reply is untrusted input.
TEST(KernelTime, HostileCountsHaveATime) {
  KernelCounts counts;
  LaunchRecord launch;
  launch.count = ~0ull;
  launch.grid[0] = launch.block[0] = 0, launch.block[1] = launch.grid[1] = ~0u;
  launch.registers = -5;
  launch.static_shared_bytes = ~0ull;
  counts.launches = {launch, LaunchRecord{}};
  counts.local = {~0ull, ~0ull, ~0ull};
  counts.traffic.loads.requests = counts.caches.dram_reads = ~0ull;
  EXPECT_GT(kernel_time(counts).nanoseconds, 0);
}

/// The work of a warp's multiply-adds in a product of 4096 x 4096.
KernelCounts product_of(unsigned blocks, unsigned threads, double sectors, double wavefronts,
                        double barriers) {
  constexpr double warp_steps = 4096.0 * 4096 * 4096 / 32;
  const auto of = [](double each) { return static_cast<std::uint64_t>(warp_steps * each); };
  KernelCounts counts;
  counts.launches.push_back(launch_of(blocks, threads));
  counts.traffic.flops.single.additions = counts.traffic.flops.single.multiplications = of(32);
  counts.traffic.loads.requests = of(sectors / 4), counts.traffic.loads.sectors = of(sectors);
  counts.traffic.shared.requests = counts.traffic.shared.wavefronts = of(wavefronts);
  counts.caches.l1_reads = of(sectors), counts.caches.l2_reads = of(sectors / 16);
  counts.barriers = static_cast<std::uint64_t>(blocks * barriers);
  return counts;
}

/// GFLOP/s of the worklog's products relative to its coalesced one, on another device of that generation
/// (SGEMM_CUDA, README): 309.0, 1986.5, 2980.3, 8474.7 (1 x 8 sums a thread) and 15971.7 (8 x 8).
TEST(KernelTime, HasTheProductsInTheOrderAndNearTheRatiosOfThePublishedOnes) {
  const double naive = kernel_time(product_of(16384, 1024, 33, 0, 0)).nanoseconds;
  const double coalesced = kernel_time(product_of(16384, 1024, 5, 0, 0)).nanoseconds;
  const double tiled = kernel_time(product_of(16384, 1024, 0.25, 2.0625, 256)).nanoseconds;
  const double eight = kernel_time(product_of(4096, 512, 0.125, 1.15, 1024)).nanoseconds;
  const double square = kernel_time(product_of(1024, 256, 0.0625, 0.28, 1024)).nanoseconds;
  EXPECT_NEAR(coalesced / naive, 309.0 / 1986.5, 0.02);
  EXPECT_NEAR(coalesced / tiled, 2980.3 / 1986.5, 0.2);
  EXPECT_GT(tiled / eight, 1.5);
  EXPECT_GT(eight / square, 1.5);
  EXPECT_LE(share_of_peak(2.0 * 4096 * 4096 * 4096, square), 1);
}

TEST(ShareOfPeak, IsOneAtThePeak) {
  EXPECT_DOUBLE_EQ(share_of_peak(128 * processor_cycle * 1.41 * 1000, 1000), 1);
  EXPECT_EQ(share_of_peak(1, 0), 0);
}

}  // namespace
}  // namespace gridmark::cost
