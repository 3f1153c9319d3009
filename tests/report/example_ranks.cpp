#include "tests/report/example_ranks.h"

#include "tests/report/example_parts.h"

namespace gridmark {
namespace {

constexpr double us = 1e-6;

/// All ranks send first, and each message waits for its receive.
RankLanes all_send_first() {
  RankLanes lanes;
  for (int rank = 0; rank < 3; ++rank) {
    const int next = (rank + 1) % 3;
    lanes.ranks.push_back(
        {"waits until rank " + std::to_string(next) + " receives its message (tag 0, 400 bytes)",
         "benchmark.cu", 57, 0, false});
    lanes.messages.push_back({rank, next, 0, 400, 0, -1});
  }
  return lanes;
}

/// One round of a ring, then rank 1 ends.
RankLanes one_has_died() {
  RankLanes lanes;
  lanes.ranks = {{"waits for a message from rank 3 (tag 1, 8 bytes)", "benchmark.cu", 58, 5 * us, false},
                 {"", "", 0, 5 * us, true},
                 {"waits for a message from rank 1 (tag 1, 8 bytes)", "benchmark.cu", 58, 5 * us, false},
                 {"", "", 0, 12.5 * us, false}};
  for (int rank = 0; rank < 4; ++rank) {
    lanes.messages.push_back({rank, (rank + 1) % 4, 0, 8, 0, 5 * us});
    lanes.waits.push_back({rank, 0.5 * us, 5 * us});
  }
  lanes.messages.push_back({2, 3, 1, 8, 5 * us, 10 * us});
  lanes.waits.push_back({3, 5 * us, 10 * us});
  lanes.messages.push_back({3, 1, 9, 64, 12 * us, -1});
  lanes.earlier = 30;
  return lanes;
}

}  // namespace

GradeRecord stuck_ranks() {
  GradeRecord record = frame(0, 4);
  record.criteria = {{"ranks", "Ranks", 0, 4}};
  const Place at{"benchmark.cu", 57};
  const std::string deadlock =
      "ring(world=3, count=100) is in a deadlock, no rank can go on: rank 0 waits until rank 1 receives its "
      "message "
      "(tag 0, 400 bytes) at benchmark.cu:57";
  const std::string died = "ring(world=4, count=2) rank 1 of 4 ended by signal 11";
  ItemScore flows =
      failed(item("flows", "the ring flows", "ranks", 0, 2), Outcome::wrong_answer, deadlock, at);
  flows.tests = {"Ring.Flows"};
  ItemScore lives = failed(item("lives", "all ranks live", "ranks", 0, 2), Outcome::crashed, died, {});
  lives.tests = {"Ring.Lives"};
  record.items = {flows, lives};
  record.tests = {TestResult{"Ring.Flows", Outcome::wrong_answer, deadlock, at, "", 0.25},
                  TestResult{"Ring.Lives", Outcome::crashed, died, {}, "", 0.25}};
  record.tests[0].ranks = all_send_first();
  record.tests[1].ranks = one_has_died();
  record.excerpts = {{"benchmark.cu",
                      56,
                      {"  for (int step = 0; step < world - 1; ++step) {",
                       "    comm.send(next, part, bytes);", "    comm.recv(last, other, bytes);", "  }"}}};
  return record;
}

}  // namespace gridmark
