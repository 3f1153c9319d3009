// Random schedules of calls, in pools so small that requests are often preempted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "labs/lab6-serving/tests/engine_program.h"

namespace gridmark::lab6 {
namespace {

constexpr ReferenceShape tiny_shape{.tokens = 24, .width = 16, .heads = 2, .layers = 1, .length = 24};
constexpr int schedules_of_a_call = 50;

/// The number of schedules in a grade. Set GRIDMARK_SCHEDULES in the environment to run more.
int schedules() {
  const char* asked = std::getenv("GRIDMARK_SCHEDULES");
  return asked ? std::atoi(asked) : schedules_of_a_call;
}

/// Requests of all kinds. All schedules choose from these, so that each answer is computed only once.
std::vector<ReferenceRequest> any_requests(const AnyModel& model) {
  std::vector<ReferenceRequest> requests;
  for (int i = 0; i < 60; ++i) {
    const bool is_greedy = any_between(0, 1) == 0;
    requests.push_back(model.request(any_between(1, 8), any_between(1, 12), std::max(1, any_between(0, 3)),
                                     is_greedy ? 0 : 1.0f, is_greedy ? 0 : 4 * any_between(0, 1)));
  }
  return requests;
}

void add_call(EngineProgram& program, const std::vector<ReferenceRequest>& requests) {
  const auto any_number = [&] { return any_between(0, static_cast<int>(program.submitted()) + 1); };
  if (program.preempted() > 0 && any_between(0, 9) == 0) return program.cancel(program.preempted());
  const int kind = any_between(0, 9);
  if (kind < 4)
    program.submit(requests[static_cast<std::size_t>(any_between(0, static_cast<int>(requests.size()) - 1))]);
  else if (kind < 8)
    program.step();
  else if (kind == 8)
    program.take(any_number());
  else
    program.cancel(any_number());
}

void add_schedule(EngineProgram& program, const std::vector<ReferenceRequest>& requests) {
  const int block = any_between(1, 5);
  program.begin({.blocks = any_between(17, 40) / block + 1, .block = block, .most_sequences = any_between(3, 7)});
  for (int i = any_between(12, 26); i > 0; --i) add_call(program, requests);
  program.run();
  program.take_all();
}

TEST(AnySchedule, GivesTheRightAnswers) {
  std::int64_t preemptions = 0, copied = 0;
  for (int done = 0; done < schedules(); done += schedules_of_a_call) {
    const AnyModel model(tiny_shape);
    const std::vector<ReferenceRequest> requests = any_requests(model);
    EngineProgram program(model);
    for (int i = 0; i < schedules_of_a_call; ++i) {
      add_schedule(program, requests);
      preemptions += program.stats().preemptions, copied += program.stats().copied_blocks;
    }
    ASSERT_TRUE(follows(program));
  }
  // Usually there are about sixty of each.
  EXPECT_GE(preemptions, schedules_of_a_call / 5) << "these schedules show too little";
  EXPECT_GE(copied, schedules_of_a_call / 5) << "these schedules show too little";
}

}  // namespace
}  // namespace gridmark::lab6
