#include "grader/schedule/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace gridmark::schedule {
namespace {

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

TEST(Pool, EachIsDoneOnce) {
  const system::StopFlag stop;
  std::vector<std::atomic<int>> done(100);
  run_all(
      done.size(), 7, stop, [](std::size_t) { return false; }, [&](std::size_t i) { ++done[i]; });
  for (const auto& one : done) EXPECT_EQ(one, 1);
}

TEST(Pool, WhatWantsToBeAloneIs) {
  const system::StopFlag stop;
  std::atomic<int> running = 0;
  std::atomic<bool> disturbed = false;
  run_all(
      40, 4, stop, [](std::size_t i) { return i % 4 == 0; },
      [&](std::size_t i) {
        ++running;
        rest();
        if (i % 4 == 0 && running != 1) disturbed = true;
        --running;
      });
  EXPECT_FALSE(disturbed);
}

TEST(Pool, AfterAStopNothingBegins) {
  system::StopFlag stop;
  std::atomic<int> begun = 0;
  run_all(
      1000, 2, stop, [](std::size_t) { return false; },
      [&](std::size_t) {
        ++begun;
        stop.request();
      });
  EXPECT_LE(begun, 2);
}

}  // namespace
}  // namespace gridmark::schedule
