// CachedGpt must give the logits of a pass over the complete sequence, but only do the work for new tokens.
#include <climits>
#include <optional>

#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

/// FP32's error is below 1e-6 here. One missing or additional key changes the logits by more than 1e-2.
constexpr double most_error = 2e-5;

testing::AssertionResult appends(const Model& model, const std::vector<Chunk>& chunks, Append like = {}) {
  Append op = append(model, chunks, like);
  if (auto asked = channel::ask(op); !asked) return asked;
  return has_logits(model, op, most_error);
}

const ReferenceShape small{.tokens = 50, .width = 48, .heads = 3, .layers = 3, .length = 40};

TEST(KvCache, ATokenAtATime) { ASSERT_TRUE(appends(any_model(small), {1, 1, 1, 1, 1, 1, 1, 1})); }

TEST(KvCache, AWholePromptAndThenTokens) {
  ASSERT_TRUE(appends(any_model(small), {any_between(10, 30), 1, 1, 1, 1, 1}));
  ASSERT_TRUE(appends(trained_model(), {any_between(60, 90), 1, 1, 1}));
}

TEST(KvCache, ChunksOfAnySize) {
  ASSERT_TRUE(appends(any_model(small), {1, 3, any_between(2, 12), 1, any_between(2, 12), 2, 1}));
  ASSERT_TRUE(appends(any_model({.tokens = 7, .width = 6, .heads = 1, .layers = 1, .length = 30}), {5, 1, 7, 2, 1}));
  ASSERT_TRUE(appends(any_model({.tokens = 300, .width = 40, .heads = 10, .layers = 4, .length = 30}), {2, 9, 1, 1}));
}

TEST(KvCache, TheLastPosition) { ASSERT_TRUE(appends(any_model(small), {38, 1, 1, -1, no_token})); }

TEST(KvCache, ASequenceThatBeginsAnew) {
  ASSERT_TRUE(appends(any_model(small), {20, 1, 0, 3, 1, 1, 0, 1, 39, 0, 40, -1, 0, 2}));
}

TEST(KvCache, RefusedTokensChangeNothing) {
  const int size = any_between(3, 20);
  ASSERT_TRUE(appends(any_model(small), {no_token, -41, size, -(41 - size), 2, no_token, 1, -40, 1}));
}

TEST(KvCache, OnTheHost) { ASSERT_TRUE(appends(any_model(small), {9, 1, 2, 1, 0, 1, 1}, {.on_host = true})); }

/// `each` must be called with a token before the products of the next one.
testing::AssertionResult tells_at_once(const Generate& op, const Prompt& prompt) {
  const auto told = op.told.values();
  if (!std::equal(told.begin(), told.end(), prompt.answer.begin()))
    return holds(op, false, "`each` was not called with each token once, in their order");
  const auto& timeline = channel::last_reply().timeline;
  if (!timeline) return holds(op, false, "there is no timeline of the work");
  std::vector<double> marks;
  for (const auto& range : timeline->ranges)
    if (range.name == "told") marks.push_back(range.begin_ns);
  std::sort(marks.begin(), marks.end());
  for (std::size_t i = 1; i < marks.size(); ++i)
    if (std::none_of(timeline->spans.begin(), timeline->spans.end(), [&](const channel::Span& span) {
          return span.kind == channel::Span::Kind::library && marks[i - 1] < span.submitted_ns && span.submitted_ns <= marks[i];
        }))
      return holds(op, false, fmt::format("`each` is called for token {} with no product since the call for token {}: call it as "
                                          "soon as a token is known", i, i - 1));
  return holds(op, marks.size() == prompt.answer.size(),
               fmt::format("`each` is called {} times, expected {}", marks.size(), prompt.answer.size()));
}

TEST(KvCache, GivesTheTokensOfWholePasses) {
  const Model model = any_model({.tokens = 90, .width = 32, .heads = 4, .layers = 2, .length = 48});
  for (const auto& [size, wanted] : {std::pair{1, 20}, {any_between(5, 20), 12}, {30, 18}, {47, 1}, {7, 1}}) {
    const std::vector<Prompt> prompts = any_prompts(model, {size}, {wanted});
    Generate op = generate(model, prompts);
    ASSERT_TRUE(channel::ask(op));
    ASSERT_TRUE(has_answers(op, prompts));
    ASSERT_TRUE(tells_at_once(op, prompts[0]));
  }
}

TEST(KvCache, RefusesAPromptThatIsTooLong) {
  const Model model = any_model(small);
  const std::vector<std::pair<std::size_t, std::size_t>> sizes{{40, 1}, {20, 21}, {0, 3}, {3, 0}};
  for (const auto& [size, wanted] : sizes) {
    Generate op = generate(model, {{any_tokens(size, small.tokens), std::vector<std::int32_t>(wanted)}});
    ASSERT_TRUE(channel::ask(op));
    ASSERT_TRUE(holds(op, op.refused.values()[0] == 1,
                      fmt::format("expected a ShapeError: there are {} positions, and {} of each is the least",
                                  small.length, 1)));
  }
}

// ----------------------------------------------------------------------------------------------------
// Work.

/// Operations of all products with weights for one token.
double operations_of_a_token(const ReferenceShape& s) {
  return 2.0 * (12.0 * s.width * s.width * s.layers + s.tokens * s.width);
}
double operations_of_attention(const ReferenceShape& s, double keys) { return 4.0 * s.width * keys * s.layers; }

/// At three lengths a token must cost the same, except for its attention.
testing::AssertionResult costs_alike(const Append& op, const ReferenceShape& shape) {
  const auto& timeline = channel::last_reply().timeline;
  if (!timeline) return holds(op, false, "there is no timeline of the work");
  std::optional<Work> first;
  for (std::size_t i = 1; i < op.chunks.size(); i += 2) {
    const Work work = work_in(*timeline, std::to_string(i));
    const std::int64_t length = op.lengths.values()[i];
    const double most = operations_of_a_token(shape) + operations_of_attention(shape, shape.length);
    if (work.operations > most)
      return holds(op, false, fmt::format("products of {:.0f} operations for the token behind {}, expected {:.0f} at most: "
                                          "those with the weights for one token, and attention over all positions. Keys and "
                                          "values of earlier tokens are in the cache",
                                          work.operations, length - 1, most));
    if (work.operations < operations_of_a_token(shape))
      return holds(op, false, fmt::format("products of {:.0f} operations for the token behind {}, expected {:.0f} at least",
                                          work.operations, length - 1, operations_of_a_token(shape)));
    if (!first) first = work;
    if (work.launches != first->launches || work.products != first->products)
      return holds(op, false, fmt::format("{} kernels and {} products for the token behind {}, and {} and {} for one behind "
                                          "{}: expected the same at every length",
                                          work.launches, work.products, length - 1, first->launches, first->products,
                                          op.lengths.values()[1] - 1));
  }
  return testing::AssertionSuccess();
}

TEST(KvCache, EachTokenCostsTheSame) {
  const Model model = trained_model();
  Append op = append(model, {8, 1, 23, 1, 67, 1});
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(has_logits(model, op, most_error));
  ASSERT_TRUE(costs_alike(op, model.shape));
}

}  // namespace
}  // namespace gridmark::lab6
