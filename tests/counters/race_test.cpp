#include "emulation/counters/race.h"

#include <gtest/gtest.h>

namespace gridmark::counters {
namespace {

Stamp at(unsigned thread, unsigned block_epoch = 0, unsigned block = 0, unsigned warp_epoch = 0,
         unsigned launch = 1) {
  return {launch, block, thread, block_epoch, warp_epoch, 1};
}

constexpr Access load{0, 4, AccessKind::load, 1};
constexpr Access store{0, 4, AccessKind::store, 2};
constexpr Access atomic{0, 4, AccessKind::atomic, 3};

TEST(Race, NeedsTwoThreadsAndAWrite) {
  Cell cell;
  EXPECT_FALSE(check_race(cell, at(0), store, shared_rules));
  EXPECT_FALSE(check_race(cell, at(0), load, shared_rules));
  EXPECT_TRUE(check_race(cell, at(40), load, shared_rules));
  Cell only_read;
  EXPECT_FALSE(check_race(only_read, at(0), load, shared_rules));
  EXPECT_FALSE(check_race(only_read, at(40), load, shared_rules));
}

TEST(Race, EndsAtABarrier) {
  Cell cell;
  check_race(cell, at(0), store, shared_rules);
  EXPECT_FALSE(check_race(cell, at(40, 1), load, shared_rules));
}

TEST(Race, AWarpsBarrierOrdersOnlyTheWarp) {
  Cell cell;
  check_race(cell, at(0), store, shared_rules);
  EXPECT_FALSE(check_race(cell, at(1, 0, 0, 1), load, shared_rules));
  EXPECT_TRUE(check_race(cell, at(33, 0, 0, 1), load, shared_rules));
}

TEST(Race, TheFirstReaderIsNotForgottenWhenOthersRead) {
  Cell cell;
  check_race(cell, at(0), load, shared_rules);
  check_race(cell, at(40), load, shared_rules);
  EXPECT_TRUE(check_race(cell, at(40), store, shared_rules));  // thread 0 may still be reading
}

TEST(Race, ReadersOfAWarpEndAtItsBarrier) {
  Cell cell;
  check_race(cell, at(0), load, shared_rules);
  check_race(cell, at(1), load, shared_rules);
  EXPECT_FALSE(check_race(cell, at(0, 0, 0, 1), store, shared_rules));
}

TEST(Race, BlocksShareOnlyGlobalMemory) {
  Cell shared, global;
  check_race(shared, at(0, 0, 0), store, shared_rules);
  EXPECT_FALSE(check_race(shared, at(1, 0, 1), store, shared_rules));
  check_race(global, at(0, 0, 0), store, global_rules);
  EXPECT_EQ(check_race(global, at(1, 5, 1), store, global_rules)->distance, Distance::other_block);
}

TEST(Race, AtomicsDoNotRaceWithEachOther) {
  Cell cell;
  check_race(cell, at(0), atomic, shared_rules);
  EXPECT_FALSE(check_race(cell, at(1), atomic, shared_rules));
  EXPECT_TRUE(check_race(cell, at(2), store, shared_rules));
}

TEST(Race, LaunchesDoNotRace) {
  Cell cell;
  check_race(cell, at(0), store, global_rules);
  EXPECT_FALSE(check_race(cell, at(1, 0, 0, 0, 2), store, global_rules));
}

TEST(RaceCells, SplitAWordWhoseBytesAreAccessedOneByOne) {
  RaceCells cells(16);
  EXPECT_FALSE(cells.access(4, 1, store, at(0), shared_rules));
  EXPECT_FALSE(cells.access(5, 1, store, at(40), shared_rules));
  EXPECT_TRUE(cells.access(5, 1, store, at(0), shared_rules));
  EXPECT_TRUE(cells.access(4, 4, load, at(80), shared_rules));  // the whole word
}

}  // namespace
}  // namespace gridmark::counters
