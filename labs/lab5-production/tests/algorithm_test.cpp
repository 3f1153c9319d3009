// AlgorithmCache finds the fastest candidate, once for each shape.
#include "labs/lab5-production/tests/timelines.h"

namespace gridmark::lab5 {
namespace {

constexpr int most_calls = 5;  // in profiling.h

/// `kernels` has a row for each shape: the number of kernels that each candidate launches.
ChooseAlgorithm choose(const std::vector<std::vector<int>>& kernels, const std::vector<int>& first,
                       const std::vector<int>& shapes) {
  ChooseAlgorithm op{.candidates = static_cast<int>(first.size())};
  std::vector<int> all;
  for (const auto& row : kernels) all.insert(all.end(), row.begin(), row.end());
  op.kernels = channel::In<int>(all);
  op.first_kernels = channel::In<int>(first);
  op.shapes = channel::In<int>(shapes);
  op.chosen = channel::Out<std::int64_t>(shapes.size());
  op.runs = channel::Out<std::int64_t>(shapes.size() * first.size());
  op.results = channel::Out<int>(shapes.size());
  return op;
}

/// no_candidate: none of them can run.
int fastest_of(const ChooseAlgorithm& op, int shape) {
  int best = static_cast<int>(no_candidate);
  const auto kernels = [&](int i) { return op.kernels.values()[static_cast<std::size_t>(shape * op.candidates + i)]; };
  for (int i = 0; i < op.candidates; ++i)
    if (kernels(i) >= 0 && (best < 0 || kernels(i) < kernels(best))) best = i;
  return best;
}

std::string times_of(const ChooseAlgorithm& op, int shape) {
  std::string text;
  for (int i = 0; i < op.candidates; ++i) {
    const int kernels = op.kernels.values()[static_cast<std::size_t>(shape * op.candidates + i)];
    text += (i > 0 ? ", " : "") + (kernels < 0 ? "an error" : fmt::format("{} kernels", kernels + 1));
  }
  return text;
}

std::string mistake_in_choice(const ChooseAlgorithm& op, int shape, std::int64_t chosen, bool is_new) {
  const int first_shape = op.shapes.values()[0];
  if (!is_new) return ". A known shape keeps its candidate";
  if (shape != first_shape && chosen == fastest_of(op, first_shape))
    return ". That is the fastest for another shape: remember one for each";
  int fastest_cold = -1, least = 1 << 30;
  for (int i = 0; i < op.candidates; ++i) {
    const int kernels = op.kernels.values()[static_cast<std::size_t>(shape * op.candidates + i)];
    const int cold = kernels + op.first_kernels.values()[static_cast<std::size_t>(i)];
    if (kernels >= 0 && cold < least) least = cold, fastest_cold = i;
  }
  if (chosen == fastest_cold) return ". Its first call is the fastest: let each candidate warm up before you time it";
  if (chosen == 0) return ". Is the time read before the second event has come to pass? Wait for it";
  return "";
}

testing::AssertionResult has_calls(const ChooseAlgorithm& op, std::size_t call, bool is_new, std::int64_t chosen) {
  const int shape = op.shapes.values()[call];
  for (int i = 0; i < op.candidates; ++i) {
    const std::int64_t runs =
        op.runs.values()[call * static_cast<std::size_t>(op.candidates) + static_cast<std::size_t>(i)];
    const bool fails = op.kernels.values()[static_cast<std::size_t>(shape * op.candidates + i)] < 0;
    if (is_new && (runs < (fails ? 1 : 2) || runs > most_calls))
      return holds(op, false,
                   fmt::format("call {}: the shape is new, and candidate {} ran {} times, expected {} to {}: once to "
                               "warm up, then for its time",
                               call, i, runs, fails ? 1 : 2, most_calls));
    if (!is_new && runs != (i == chosen))
      return holds(op, false,
                   fmt::format("call {}: the shape is known, and candidate {} ran {} times, expected {}: time "
                               "candidates once for each shape",
                               call, i, runs, i == chosen ? 1 : 0));
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult chooses(const ChooseAlgorithm& op) {
  std::vector<int> known;
  for (std::size_t call = 0; call < op.shapes.size(); ++call) {
    const int shape = op.shapes.values()[call];
    const bool is_new = std::find(known.begin(), known.end(), shape) == known.end();
    known.push_back(shape);
    const std::int64_t chosen = op.chosen.values()[call];
    if (const int fastest = fastest_of(op, shape); chosen != fastest)
      return holds(
          op, false,
          fmt::format("call {} of shape {} chose candidate {}, expected {} (the candidates are {}){}", call, shape,
                      chosen, fastest, times_of(op, shape), mistake_in_choice(op, shape, chosen, is_new)));
    if (auto right = has_calls(op, call, is_new, chosen); !right) return right;
    if (const int result = op.results.values()[call]; result != 1000 + shape)
      return holds(op, false, fmt::format("the result of call {} is {}, expected {}", call, result, 1000 + shape));
  }
  return testing::AssertionSuccess();
}

/// Waits of the host in the last call.
std::uint64_t host_waits() {
  const auto& timeline = channel::last_reply().timeline;
  return timeline ? timeline->host_waits : ~0u;
}

TEST(Algorithm, TheFastestOfEachShape) {
  ChooseAlgorithm op = choose({{9, 5, 7}, {4, 8, 2}, {3, 6, 9}}, {2, 3, 1}, {0, 1, 0, 2, 1, 2, 0});
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(chooses(op));
}

TEST(Algorithm, FirstCallsDoNotCount) {
  const int fast = any_between(2, 4), slow = fast + any_between(2, 5);
  ChooseAlgorithm op = choose({{slow, fast, slow + 1}, {slow + 1, slow, fast}}, {0, 30, 40}, {0, 1, 0});
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(chooses(op));
}

TEST(Algorithm, CandidatesThatFail) {
  ChooseAlgorithm op = choose({{-1, 8, 5}, {3, -1, 5}}, {0, 0, 0}, {0, 1, 1, 0});
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(chooses(op));
}

TEST(Algorithm, AllCandidatesFail) {
  ChooseAlgorithm op = choose({{4, 3}, {-1, -1}}, {0, 0}, {0, 1});
  ASSERT_TRUE(channel::ask(op));
  const std::int64_t chosen = op.chosen.values()[1];
  EXPECT_TRUE(holds(
      op, op.chosen.values()[0] == 1 && chosen == no_candidate,
      fmt::format("every candidate of shape 1 returns an error, and {} is chosen, expected DeviceError", chosen)));
}

TEST(Algorithm, KnownShapesWaitForNothing) {
  ChooseAlgorithm once = choose({{9, 5}, {4, 8}}, {1, 1}, {0, 1}),
                  often = choose({{9, 5}, {4, 8}}, {1, 1}, {0, 1, 1, 0, 0, 1, 0});
  ASSERT_TRUE(channel::ask(once));
  const std::uint64_t waits = host_waits();
  ASSERT_TRUE(channel::ask(often));
  EXPECT_TRUE(chooses(often));
  EXPECT_TRUE(
      holds(often, host_waits() <= waits,
            fmt::format("the host waits {} times, expected the {} of the two new shapes: known ones need no event",
                        host_waits(), waits)));
}

}  // namespace
}  // namespace gridmark::lab5
