#include "labkit/channel/second_count.h"

#include <gmock/gmock.h>

#include "emulation/engine/arena.h"

namespace gridmark::channel {
namespace {

using counters::AccessKind;
using counters::Record;
using testing::HasSubstr;

constexpr std::uint64_t device = emulation::arena_start + 4096;

Record access(AccessKind kind, std::uint64_t address, unsigned bytes = 4, std::uint64_t pc = 1) {
  return {Record::access(kind, bytes, false, true) | pc, address};
}

/// A turn of this many lanes, each with the records from `of_lane`.
template <class OfLane>
Turn turn_of(unsigned lanes, OfLane of_lane) {
  Turn turn{};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    turn.segments.push_back({turn.records.size(), lane});
    for (const Record& record : of_lane(lane)) turn.records.push_back(record);
  }
  return turn;
}

SecondCount count_of(const Turn& turn) {
  SecondCount count;
  count.add(turn);
  return count;
}

TEST(SecondCount, NeighboursShareSectors) {
  const SecondCount count = count_of(turn_of(32, [](unsigned lane) {
    return std::vector{access(AccessKind::load, device + 4 * lane),
                       access(AccessKind::store, device + 4096 + 4 * lane)};
  }));
  EXPECT_FALSE(count.contradicts({128, 4, 128, 4}));
  EXPECT_THAT(count.contradicts({64, 4, 128, 4}).value_or(""),
              HasSubstr("128 bytes loaded where the meters have 64"));
  EXPECT_THAT(count.contradicts({128, 3, 128, 4}).value_or(""), HasSubstr("4 sectors loaded"));
  EXPECT_THAT(count.contradicts({128, 4, 128, 5}).value_or(""), HasSubstr("4 sectors stored"));
  EXPECT_TRUE(count.contradicts({}));
}

TEST(SecondCount, AStrideTakesASectorForEachLane) {
  const SecondCount count = count_of(
      turn_of(32, [](unsigned lane) { return std::vector{access(AccessKind::load, device + 1024 * lane)}; }));
  EXPECT_FALSE(count.contradicts({128, 32, 0, 0}));
  EXPECT_TRUE(count.contradicts({128, 4, 0, 0}));
}

TEST(SecondCount, LanesInFallingOrderShareSectorsToo) {
  const SecondCount count = count_of(turn_of(
      32, [](unsigned lane) { return std::vector{access(AccessKind::load, device + 4 * (31 - lane))}; }));
  EXPECT_FALSE(count.contradicts({128, 4, 0, 0}));
}

TEST(SecondCount, SharedMemoryIsNoTraffic) {
  Turn turn =
      turn_of(32, [](unsigned lane) { return std::vector{access(AccessKind::store, 1'000'000 + 4 * lane)}; });
  turn.shared = {1'000'000, 2'000'000, 4096, 4096};
  EXPECT_FALSE(count_of(turn).contradicts({}));
  EXPECT_TRUE(count_of(turn).contradicts({0, 0, 128, 4}));
}

// The place may be a variable of the program, which counts, or a variable of the thread, which does not.
TEST(SecondCount, WhatLiesElsewhereMayCount) {
  const SecondCount count = count_of(
      turn_of(32, [](unsigned lane) { return std::vector{access(AccessKind::load, 3'000'000 + 4 * lane)}; }));
  EXPECT_FALSE(count.contradicts({}));
  EXPECT_FALSE(count.contradicts({128, 4, 0, 0}));
  EXPECT_TRUE(count.contradicts({256, 4, 0, 0}));
}

// Four stores of one float each. A device may do them as one store of sixteen bytes.
TEST(SecondCount, MemberWiseStoresMayBeOne) {
  const SecondCount count = count_of(turn_of(32, [](unsigned lane) {
    std::vector<Record> members;
    for (unsigned i = 0; i < 4; ++i)
      members.push_back(access(AccessKind::store, device + 16 * lane + 4 * i, 4, 1 + i));
    return members;
  }));
  EXPECT_FALSE(count.contradicts({0, 0, 512, 16}));
  EXPECT_FALSE(count.contradicts({0, 0, 512, 64}));
  EXPECT_TRUE(count.contradicts({0, 0, 512, 15}));
  EXPECT_TRUE(count.contradicts({0, 0, 512, 65}));
}

TEST(SecondCount, WhereLanesPartBytesAreExactAndSectorsLieInARange) {
  const SecondCount count = count_of(turn_of(32, [](unsigned lane) {
    return std::vector<Record>(1 + lane % 2, access(AccessKind::load, device + 4 * lane));
  }));
  EXPECT_FALSE(count.contradicts({192, 8, 0, 0}));
  EXPECT_TRUE(count.contradicts({188, 8, 0, 0}));
  EXPECT_TRUE(count.contradicts({192, 49, 0, 0}));
}

// The requests of the two halves of a warp may be one request.
TEST(SecondCount, AWarpInTwoTurnsHasARange) {
  Turn first = turn_of(16, [](unsigned) { return std::vector{access(AccessKind::load, device)}; });
  Turn second = first;
  for (auto& segment : second.segments) segment.thread += 16;
  SecondCount count;
  count.add(first);
  count.add(second);
  EXPECT_FALSE(count.contradicts({128, 1, 0, 0}));
  EXPECT_FALSE(count.contradicts({128, 2, 0, 0}));
  EXPECT_TRUE(count.contradicts({128, 0, 0, 0}));
}

}  // namespace
}  // namespace gridmark::channel
