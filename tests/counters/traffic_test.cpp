// Counts compared with numbers computed by hand.
#include <gtest/gtest.h>

#include <map>

#include "tests/counters/patterns.h"

namespace gridmark::tests {
namespace {

using emulation::GlobalTraffic;
using emulation::Meters;
using emulation::SharedTraffic;

Meters run(const std::string& name) {
  for (const Pattern& pattern : traffic_patterns()) {
    if (pattern.name == name) return pattern.run();
  }
  ADD_FAILURE() << "no pattern " << name;
  return {};
}

struct Global {
  std::uint64_t requests, sectors, ideal, bytes;
};
struct GlobalCase {
  const char* name;
  Global loads, stores;
};

void expect_equal(const GlobalTraffic& seen, const Global& expected, const std::string& what) {
  EXPECT_EQ(seen.requests, expected.requests) << what;
  EXPECT_EQ(seen.sectors, expected.sectors) << what;
  EXPECT_EQ(seen.ideal_sectors, expected.ideal) << what;
  EXPECT_EQ(seen.bytes, expected.bytes) << what;
}

TEST(GlobalTraffic, EqualsTheNumbersWorkedOutByHand) {
  const Global one_line = {1, 4, 4, 128};  // 32 lanes x 4 bytes = 4 sectors of 32 bytes
  const GlobalCase cases[] = {
      {"coalesced", one_line, one_line},
      {"stride 2", {1, 8, 4, 128}, one_line},    // 256 bytes are spanned, each sector half used
      {"stride 8", {1, 32, 4, 128}, one_line},   // a sector for each lane
      {"stride 32", {1, 32, 4, 128}, one_line},  // not worse than that
      {"broadcast", {1, 1, 1, 128}, one_line},   // 4 distinct bytes
      {"misaligned by one word", {1, 5, 4, 128}, one_line},
      {"float4", {1, 16, 16, 512}, {1, 16, 16, 512}},
      {"float4 in braces",
       one_line,
       {1, 16, 16, 512}},                           // GCC stores the members one by one; a device does not
      {"four floats", one_line, {4, 64, 16, 512}},  // 4 requests, each 16 sectors for 128 distinct bytes
      {"bytes", {1, 1, 1, 32}, {1, 1, 1, 32}},
      {"partial warp", {1, 3, 3, 80}, {1, 3, 3, 80}},  // 80 bytes = 2.5 sectors
      {"ragged", {4, 13, 13, 400}, {4, 13, 13, 400}},  // 3 whole warps, then 4 lanes in 1 sector
      // Rounds with 32, 24, 16, 8 lanes, spread over the same 4 sectors: ideal 4 + 3 + 2 + 1.
      {"divergent loop", {4, 16, 10, 320}, one_line},
      {"long loop", {300000, 1200000, 1200000, 300000 * 128}, one_line},
      {"atomic on one word", {0, 0, 0, 0}, {1, 1, 1, 128}},
      {"copy by the C++ library", {1, 12, 12, 384}, {1, 12, 12, 384}},
      {"copy by a pointer", one_line, one_line},
      // Each lane reads 16 bytes at a time: 64 requests, in which 32 lanes access one sector each for half of
      // its bytes.
      {"large structure by value", {64, 64 * 32, 64 * 16, 32768}, one_line},
      {"copy by builtins", one_line, one_line},
      {"copy by atomic references", one_line, one_line},
      {"additions by builtins", {0, 0, 0, 0}, {3, 12, 12, 384}},  // the second one takes two tries
      {"transpose naive",
       {32, 128, 128, 4096},
       {32, 1024, 128, 4096}},  // 32 warps; a sector for each lane's store
      {"transpose tiled", {32, 128, 128, 4096}, {32, 128, 128, 4096}},
      // 128 warps x 64 steps. A warp is 2 rows of 16: a[] is 2 words in 2 rows, 2 sectors for 8 distinct
      // bytes; b[] is one row of 16 words, 2 sectors for 64 distinct bytes.
      {"matmul naive",
       {128 * 64 * 2, 128 * 64 * 4, 128 * 64 * 3, 128 * 64 * 2 * 128},
       {128, 512, 512, 128 * 128}},
      // Each warp loads two times 2 rows of 64 bytes for each of the 4 tiles.
      {"matmul tiled",
       {128 * 4 * 2, 128 * 4 * 8, 128 * 4 * 8, 128 * 4 * 2 * 128},
       {128, 512, 512, 128 * 128}},
  };
  for (const GlobalCase& c : cases) {
    const Meters meters = run(c.name);
    expect_equal(meters.loads, c.loads, std::string(c.name) + ", loads");
    expect_equal(meters.stores, c.stores, std::string(c.name) + ", stores");
    EXPECT_TRUE(meters.findings.empty()) << c.name << ": " << meters.findings[0].message;
  }
}

struct SharedCase {
  const char* name;
  std::uint64_t requests, wavefronts, ideal;
};

/// The example of one kind in a pattern with one kernel.
emulation::WarpAccess example(const std::string& pattern, emulation::WarpAccess::Kind kind) {
  for (const emulation::LineTraffic& line : run(pattern).lines)
    for (const emulation::WarpAccess& one : line.examples)
      if (one.kind == kind) return one;
  ADD_FAILURE() << pattern << " has no such request";
  return {};
}

TEST(WarpAccess, OfALineShowsWhereEachLaneReached) {
  using enum emulation::WarpAccess::Kind;
  std::vector<unsigned> all(32);
  std::vector<std::uint64_t> row(32), strided(32);
  for (unsigned lane = 0; lane < 32; ++lane)
    all[lane] = lane, row[lane] = 4 * lane, strided[lane] = 32 * lane;

  const auto loaded = example("stride 8", load), stored = example("stride 8", store);
  EXPECT_EQ(loaded.bytes, 4u);
  EXPECT_EQ(loaded.lanes, all);
  EXPECT_EQ(loaded.offsets, strided);
  EXPECT_EQ(stored.offsets, row);
  EXPECT_EQ(example("misaligned by one word", load).offsets.front(), 4u) << "from the first sector's start";
  EXPECT_EQ(example("partial warp", load).lanes.size(), 20u);
  EXPECT_EQ(example("divergent loop", load).lanes.size(), 8u) << "the round furthest from the ideal";
}

TEST(SharedTraffic, EqualsTheNumbersWorkedOutByHand) {
  const SharedCase cases[] = {
      // a store and a load each
      {"shared in order", 2, 2, 2},
      {"shared 2-way", 2, 4, 2},         // words 0, 2, ... 62: two in each even bank
      {"shared 32-way", 2, 64, 2},       // every word in bank 0
      {"shared odd stride", 2, 2, 2},    // 33 and 32 have no common factor
      {"shared double", 2, 4, 4},        // 16 lanes at a time
      {"shared double 2-way", 2, 8, 4},  // words 0 1, 4 5, ... 60 61: two in each bank that is used
      {"shared float4", 2, 8, 8},        // 8 lanes at a time
      {"shared bytes", 2, 2, 2},         // 8 words
      {"shared broadcast", 2, 2, 2},
      {"dynamic shared 32-way", 2, 64, 2},
      {"transpose tiled", 64, 32 + 32 * 32, 64},  // the columns are read 32-way
      {"transpose padded", 64, 64, 64},
      // Stores: 128 warps x 4 tiles x 2, rows y and y + 1 in different banks: 1 wavefront. Loads: 16 steps of
      // as[y][k]
      // (2 words, banks k and k + 16) and bs[k][x] (16 words): 1 wavefront each.
      {"matmul tiled", 128 * 4 * (2 + 32), 128 * 4 * (2 + 32), 128 * 4 * (2 + 32)},
      {"coalesced", 0, 0, 0},
  };
  for (const SharedCase& c : cases) {
    const Meters meters = run(c.name);
    EXPECT_EQ(meters.shared.requests, c.requests) << c.name;
    EXPECT_EQ(meters.shared.wavefronts, c.wavefronts) << c.name;
    EXPECT_EQ(meters.shared.ideal_wavefronts, c.ideal) << c.name;
    EXPECT_TRUE(meters.findings.empty()) << c.name << ": " << meters.findings[0].message;
  }
}

TEST(Lines, ComeWithTheMostWastefulFirst) {
  const Meters meters = run("transpose naive");
  ASSERT_FALSE(meters.lines.empty());
  EXPECT_EQ(meters.lines[0].place.file, "traffic_patterns.cu");
  EXPECT_EQ(meters.lines[0].kernel, "transpose_naive");  // although launched through a pointer
  EXPECT_EQ(meters.lines[0].stores.sectors, 1024u);
}

TEST(Lines, AnAtomicFunctionBelongsToTheLineThatCallsIt) {
  const Meters meters = run("atomic on one word");
  ASSERT_EQ(meters.lines.size(), 1u);
  EXPECT_EQ(meters.lines[0].place.file, "traffic_patterns.cu");
}

/// A load is not an atomic. A store is an atomic that ignores the old value.
TEST(Atomics, GiveBackWhatTheyFound) {
  EXPECT_EQ(run("atomic on one word").atomics.global_bytes, 128u);
  EXPECT_EQ(run("additions by builtins").atomics.global_bytes, 384u);
  EXPECT_EQ(run("copy by builtins").atomics.requests, 1u);
  EXPECT_EQ(run("copy by atomic references").atomics.requests, 1u);
}

TEST(Totals, AddUpOverLaunchesUntilTheyAreReset) {
  run("coalesced");
  const Meters again = run("coalesced");
  EXPECT_EQ(again.loads.requests, 1u);
  EXPECT_EQ(again.launches, 1u);
  EXPECT_TRUE(again.counted);
}

}  // namespace
}  // namespace gridmark::tests
