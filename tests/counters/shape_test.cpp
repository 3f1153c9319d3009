// Counts of the kernels in shape_patterns.cu, computed by hand.
#include <gtest/gtest.h>

#include "emulation/cost/kernel_time.h"
#include "emulation/engine/observer.h"
#include "tests/counters/patterns.h"

namespace gridmark::tests {
namespace {

using emulation::Meters;
using Count = std::uint64_t;

Meters run(const std::string& name) {
  for (const Pattern& pattern : shape_patterns())
    if (pattern.name == name) return pattern.run();
  ADD_FAILURE() << "no pattern " << name;
  return {};
}

TEST(Shapes, GlobalTrafficIsAsWorkedOutByHand) {
  struct Case {
    const char* name;
    Count loads[4], stores[4];  ///< requests, sectors, ideal sectors, bytes
  };
  const Case cases[] = {
      {"float2", {1, 8, 8, 256}, {1, 8, 8, 256}},
      {"float2 one on", {1, 9, 8, 256}, {1, 8, 8, 256}},    // bytes 8 .. 263
      {"one member", {1, 12, 4, 128}, {1, 4, 4, 128}},      // 32 x 12 bytes are spanned
      {"three members", {3, 36, 12, 384}, {1, 4, 4, 128}},  // each of the three does so
      {"three arrays", {3, 12, 12, 384}, {1, 4, 4, 128}},
      {"column walk", {4, 128, 16, 512}, {1, 4, 4, 128}},  // rows of 256 bytes
      {"halves", {2, 4, 4, 128}, {2, 4, 4, 128}},          // 16 lanes, 2 sectors, for each side
      {"16x16", {8, 32, 32, 1024}, {8, 32, 32, 1024}},     // a warp is 2 rows of 64 bytes
      {"8x8", {2, 8, 8, 256}, {2, 8, 8, 256}},             // 4 rows of 32 bytes
      {"33 threads", {2, 5, 5, 132}, {2, 5, 5, 132}},      // a whole warp, and a lane
      {"shuffled", {1, 4, 4, 128}, {1, 4, 4, 128}},        // order within a warp is free
      {"stencil", {3, 14, 12, 384}, {1, 5, 4, 128}},       // words 0..31, 1..32, 2..33; 1..32
      {"add", {64, 256, 256, 8192}, {32, 128, 128, 4096}},
      {"add double", {1, 8, 8, 256}, {1, 8, 8, 256}},
      {"saxpy", {64, 250, 250, 8000}, {32, 125, 125, 4000}},  // 31 whole warps and 8 lanes
      {"device variable", {1, 4, 4, 128}, {2, 8, 8, 256}},    // the second use reads a register
      {"constants same", {0, 0, 0, 0}, {1, 4, 4, 128}},
      {"atomics same", {0, 0, 0, 0}, {1, 1, 1, 128}},
      {"atomics distinct", {0, 0, 0, 0}, {1, 4, 4, 128}},
      {"reduce on load", {8, 32, 32, 1024}, {1, 1, 1, 4}},
  };
  for (const Case& c : cases) {
    const Meters meters = run(c.name);
    const auto check = [&](const emulation::GlobalTraffic& seen, const Count(&expected)[4]) {
      EXPECT_EQ(seen.requests, expected[0]) << c.name;
      EXPECT_EQ(seen.sectors, expected[1]) << c.name;
      EXPECT_EQ(seen.ideal_sectors, expected[2]) << c.name;
      EXPECT_EQ(seen.bytes, expected[3]) << c.name;
    };
    check(meters.loads, c.loads);
    check(meters.stores, c.stores);
  }
}

TEST(Shapes, SharedTrafficIsAsWorkedOutByHand) {
  struct Case {
    const char* name;
    Count requests, wavefronts, ideal;
  };
  const Case cases[] = {
      {"banks 4", 2, 8, 2},
      {"banks 8", 2, 16, 2},
      {"banks 16", 2, 32, 2},
      // 8 lanes at a time: words 0..3, 8..11, 16..19, 24..27 of the banks, each requested twice.
      {"wide stride", 2, 16, 8},
      {"swizzled", 64, 64, 64},
      {"shared atomics", 3, 3, 3},
      // 4 warps store; 5 steps with 4 warps, one with 2, one with 1, three accesses each; 1 load.
      {"reduce modulo", 4 + 5 * 12 + 6 + 3 + 1, 4 + 5 * 12 + 6 + 3 + 1, 4 + 5 * 12 + 6 + 3 + 1},
      // Active warps: 2, then 1 six times. Strides of 2, 4, 8 (16 lanes), 16 (8), 32 (4), 64 (2), 1 lane:
      // 2-way in two warps, 4-way in the next four steps, 2-way, none.
      {"reduce strided", 4 + 8 * 3 + 1, 4 + 3 * (2 * 2 + 4 + 4 + 4 + 4 + 2 + 1) + 1, 4 + 8 * 3 + 1},
      {"reduce in order", 29, 29, 29},
      {"reduce last warp", 4 + 2 * 3 + 2, 4 + 2 * 3 + 2, 4 + 2 * 3 + 2},
  };
  for (const Case& c : cases) {
    const Meters meters = run(c.name);
    EXPECT_EQ(meters.shared.requests, c.requests) << c.name;
    EXPECT_EQ(meters.shared.wavefronts, c.wavefronts) << c.name;
    EXPECT_EQ(meters.shared.ideal_wavefronts, c.ideal) << c.name;
  }
}

TEST(Shapes, ConstantsAndAtomicsAreServedOneAfterTheOther) {
  EXPECT_EQ(run("constants same").constants.passes, 1u);
  EXPECT_EQ(run("constants by eight").constants.passes, 4u);
  const Meters all = run("constants all");
  EXPECT_EQ(all.constants.passes, 32u);
  EXPECT_EQ(all.constants.requests, 1u);
  EXPECT_EQ(run("atomics same").atomics.rounds, 32u);
  EXPECT_EQ(run("atomics distinct").atomics.rounds, 1u);
  EXPECT_EQ(run("shared atomics").atomics.rounds, 8u);
  const Meters by_four = run("atomics by four");
  EXPECT_EQ(by_four.atomics.requests, 1u);
  EXPECT_EQ(by_four.atomics.operations, 32u);
  EXPECT_EQ(by_four.atomics.rounds, 8u);
}

TEST(Shapes, FloatingPointWorkIsExact) {
  EXPECT_EQ(run("saxpy").flops.single.operations(), 2000u);
  EXPECT_EQ(run("saxpy").flops.operations(), 2000u);
  EXPECT_EQ(run("add double").flops.twofold.operations(), 64u);
  EXPECT_EQ(run("stencil").flops.single.additions, 64u);
  for (const char* tree : {"reduce modulo", "reduce strided", "reduce in order"})
    EXPECT_EQ(run(tree).flops.operations(), 127u) << tree;
  EXPECT_EQ(run("reduce on load").flops.operations(), 255u);
  // 64 + 32 + five steps in which all lanes of a warp add.
  EXPECT_EQ(run("reduce last warp").flops.operations(), 64u + 32u + 5 * 32u);
  for (const Pattern& pattern : traffic_patterns())
    if (pattern.name.starts_with("matmul")) {
      EXPECT_EQ(pattern.run().flops.operations(), 2u * 64 * 64 * 64) << pattern.name;
    }
}

TEST(Shapes, BarriersAndFullWarps) {
  EXPECT_EQ(run("reduce modulo").barriers, 8u);
  EXPECT_EQ(run("add").barriers, 0u);
  EXPECT_EQ(run("add").issues.average_lanes(), 32.0);
  EXPECT_LT(run("halves").issues.average_lanes(), 32.0);
  EXPECT_LT(run("reduce modulo").issues.average_lanes(), run("reduce in order").issues.average_lanes());
}

TEST(Shapes, TheModelOfTheCaches) {
  const Meters sum = run("add");  // 8 KiB in, 4 KiB out, nothing twice
  EXPECT_EQ(sum.caches.l1_hits, 0u);
  EXPECT_EQ(sum.caches.dram_reads, 256u);
  EXPECT_EQ(sum.caches.dram_writes, 128u);
  const Meters walk = run("column walk");  // a sector serves its row's four words
  EXPECT_EQ(walk.caches.l1_reads, 128u);
  EXPECT_EQ(walk.caches.l1_hits, 96u);
  EXPECT_EQ(walk.caches.dram_reads, 32u);
  const Meters stencil = run("stencil");  // 34 words are 5 sectors
  EXPECT_EQ(stencil.caches.l1_hits, 9u);
  EXPECT_EQ(stencil.caches.dram_reads, 5u);
  const Meters atomics = run("atomics same");  // past L1: read and written in L2
  EXPECT_EQ(atomics.caches.l1_reads, 0u);
  EXPECT_EQ(atomics.caches.l2_reads, 1u);
  EXPECT_EQ(atomics.caches.l2_writes, 1u);
}

TEST(Shapes, ALaunchsShapeAndOccupancy) {
  const Meters meters = run("swizzled");
  ASSERT_EQ(meters.kernels.size(), 1u);
  ASSERT_EQ(meters.kernels[0].launches.size(), 1u);
  const emulation::LaunchRecord& launch = meters.kernels[0].launches[0];
  EXPECT_EQ(launch.static_shared_bytes, 4096u);
  EXPECT_EQ(launch.block[1], 32u);
  EXPECT_EQ(launch.blocks_per_processor, 2u);  // 2048 threads a processor
  EXPECT_EQ(launch.occupancy, 1.0);
  EXPECT_EQ(launch.limited_by, "threads");
}

// Each sum is written once, then read and written ten times, and read once more.
TEST(Shapes, LocalArraysHaveTheirAccesses) {
  for (const char* name : {"300 local sums", "300 local sums elsewhere"}) {
    const emulation::LocalTraffic local = run(name).kernels.at(0).local;
    EXPECT_NEAR(static_cast<double>(local.accesses), 4.0 * 32 * 300 * (1 + 20 + 1), 4 * 32 * 300) << name;
    EXPECT_EQ(local.bytes, 4 * local.accesses) << name;
    EXPECT_GE(local.bytes_of_a_thread, 1200u) << name;
    EXPECT_LT(local.bytes_of_a_thread, 1300u) << name;
  }
  EXPECT_LT(run("16 local sums").kernels.at(0).local.bytes_of_a_thread, 96u);
  EXPECT_EQ(run("stencil").kernels.at(0).local.accesses, 0u);
}

TEST(Shapes, ALaunchsTimeIsThatOfItsOwnCounts) {
  const auto& ended = *emulation::observer;
  const Meters once = run("300 local sums");
  EXPECT_DOUBLE_EQ(ended.launch_nanoseconds(), cost::kernel_time(once.kernels).nanoseconds);
  const Meters two = run("300 local sums, small and large");
  const double both = cost::kernel_time(two.kernels).nanoseconds;
  EXPECT_GT(ended.launch_nanoseconds(), 0.6 * both);  // four fifths of the work
  EXPECT_LT(ended.launch_nanoseconds(), 0.9 * both);
}

TEST(Shapes, NoneOfThemIsAccused) {
  for (const Pattern& pattern : shape_patterns())
    for (const auto& finding : pattern.run().findings)
      ADD_FAILURE() << pattern.name << ": " << finding.message;
}

}  // namespace
}  // namespace gridmark::tests
