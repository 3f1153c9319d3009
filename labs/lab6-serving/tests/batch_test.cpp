// Several prompts at once, and the choice of a token.
#include <limits>
#include <numeric>

#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

const ReferenceShape batched_shape{.tokens = 80, .width = 32, .heads = 4, .layers = 2, .length = 40};

/// Each prompt must get the same answer as it does alone.
testing::AssertionResult answers(const std::vector<int>& sizes, const std::vector<int>& wanted,
                                 const ReferenceShape& shape = batched_shape) {
  const Model model = any_model(shape);
  const std::vector<Prompt> prompts = any_prompts(model, sizes, wanted);
  Generate op = generate(model, prompts, {.batched = true});
  if (auto asked = channel::ask(op); !asked) return asked;
  return has_answers(op, prompts);
}

/// `count` random numbers in [low, high].
std::vector<int> any_of(std::size_t count, int low, int high) {
  std::vector<int> all(count);
  for (int& one : all) one = any_between(low, high);
  return all;
}

TEST(Batch, PromptsOfDifferentLengths) {
  ASSERT_TRUE(answers({3, 17, 1, 9}, {8, 8, 8, 8}));
  ASSERT_TRUE(answers(any_of(6, 1, 20), std::vector<int>(6, 10)));
}

TEST(Batch, RowsThatWantDifferentNumbersOfTokens) {
  ASSERT_TRUE(answers({6, 6, 6, 6}, {5, 1, 12, 3}));
  ASSERT_TRUE(answers(any_of(7, 1, 20), any_of(7, 1, 16)));
}

TEST(Batch, OneRow) {
  ASSERT_TRUE(answers({any_between(2, 20)}, {10}));
  ASSERT_TRUE(answers({1}, {1}));
}

TEST(Batch, EqualPrompts) {
  const Model model = any_model(batched_shape);
  std::vector<Prompt> prompts = any_prompts(model, {7, 12}, {9, 9});
  prompts = {prompts[0], prompts[1], prompts[0]};
  Generate op = generate(model, prompts, {.batched = true});
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(has_answers(op, prompts));
}

TEST(Batch, ARowThatFillsTheLength) {
  ASSERT_TRUE(answers({30, 2, 39, 12}, {10, 15, 1, 28}));
  ASSERT_TRUE(answers({4, 1}, {3, 39}));
}

TEST(Batch, SixtyFourRows) { ASSERT_TRUE(answers(any_of(64, 1, 12), any_of(64, 1, 6))); }

TEST(Batch, OtherModels) {
  ASSERT_TRUE(answers({4, 9, 2}, {6, 3, 8}, {.tokens = 30, .width = 6, .heads = 1, .layers = 1, .length = 18}));
  ASSERT_TRUE(answers({4, 9, 2}, {6, 3, 8}, {.tokens = 200, .width = 96, .heads = 2, .layers = 3, .length = 18}));
}

/// Few positions, so that every product of an attention has fewer operations than one with weights.
TEST(Batch, AsManyPassesAsTheLongestRowNeeds) {
  const Model model = any_model({.tokens = 80, .width = 64, .heads = 4, .layers = 2, .length = 12});
  const std::vector<Prompt> prompts = any_prompts(model, {2, 1, 3}, {4, 9, 2});
  Generate op = generate(model, prompts, {.batched = true});
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(has_answers(op, prompts));
  const auto& timeline = channel::last_reply().timeline;
  ASSERT_TRUE(holds(op, timeline.has_value(), "there is no timeline of the work"));
  const auto in_a_pass = static_cast<std::size_t>(4 * model.shape.layers + 1);
  const Work work = work_in(*timeline, "call", 2.0 * model.shape.width * model.shape.width);
  ASSERT_TRUE(holds(op, work.products == 9 * in_a_pass,
                    fmt::format("{} products with weights for rows that want 4, 9 and 2 tokens, expected {}: {} in a pass, "
                                "one pass for all prompts and 8 for the tokens that follow",
                                work.products, 9 * in_a_pass, in_a_pass)));
}

TEST(Batch, RefusesAPromptThatIsTooLong) {
  struct Case {
    std::vector<std::size_t> sizes, wanted;
    const char* why;
  };
  const Case cases[] = {{{3, 30, 5}, {2, 11, 2}, "the second prompt and its tokens are 41, and there are 40 positions"},
                        {{3, 0}, {2, 2}, "the second prompt is empty"},
                        {{3, 4}, {2, 0}, "0 tokens are wanted for the second prompt"}};
  const Model model = any_model(batched_shape);
  for (const Case& one : cases) {
    std::vector<Prompt> prompts;
    for (std::size_t i = 0; i < one.sizes.size(); ++i)
      prompts.push_back({any_tokens(one.sizes[i], batched_shape.tokens), std::vector<std::int32_t>(one.wanted[i])});
    Generate op = generate(model, prompts, {.batched = true});
    ASSERT_TRUE(channel::ask(op));
    ASSERT_TRUE(holds(op, op.refused.values()[0] == 1, fmt::format("expected a ShapeError: {}", one.why)));
  }
  Generate op = generate(model, any_prompts(model, {3, 4, 5}, {2, 2, 2}), {.batched = true});
  op.wanted = channel::In<int>({2, 2});
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(holds(op, op.refused.values()[0] == 1, "expected a ShapeError: 3 prompts, and tokens wanted for 2"));
}

// ---------------------------------------------------------------------------------------------------- The
// choice of the token.

/// A row of logits, the sampling settings, and the right token.
struct Choice {
  std::vector<float> logits;
  float temperature = 0;
  int top_k = 0;
  double random = 0;
  std::int32_t expected = 0;
};

testing::AssertionResult chooses(const std::vector<Choice>& choices, const std::string& advice) {
  std::vector<float> logits;
  std::vector<Choose::Case> cases;
  for (const Choice& one : choices) {
    logits.insert(logits.end(), one.logits.begin(), one.logits.end());
    cases.push_back({one.temperature, one.top_k, one.random});
  }
  Choose op{static_cast<int>(choices[0].logits.size()), channel::In<float>(logits), channel::In<Choose::Case>(cases),
            channel::Out<std::int32_t>(choices.size())};
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& one = choices[i];
    if (const std::int32_t token = op.tokens.values()[i]; token != one.expected)
      return holds(op, false, fmt::format("{} logits, temperature {:.3g}, top_k {}, random {:.9g}: token {}, expected {}; {}",
                                          one.logits.size(), one.temperature, one.top_k, one.random, token, one.expected,
                                          advice));
  }
  return testing::AssertionSuccess();
}

constexpr float none = -std::numeric_limits<float>::infinity();

TEST(Batch, TemperatureZeroTakesTheGreatest) {
  std::vector<Choice> choices;
  for (const double random : {0.0, 0.3, 0.999999999}) {
    choices.push_back({{1, 5, 2, 4}, 0, 0, random, 1});
    choices.push_back({{-9, -3, -5, -2}, 0, 3, random, 3});
    choices.push_back({{7, 1, 7, 7}, 0, 0, random, 0});
    choices.push_back({{0, 3, 3, 1}, 0, 1, random, 1});
    choices.push_back({{none, none, -40, none}, 0, 0, random, 2});
  }
  ASSERT_TRUE(chooses(choices, "the greatest logit, of equals the lowest index, whatever the random number"));
}

TEST(Batch, TheSumOfProbabilitiesPassesTheRandomNumber) {
  const std::vector<float> equal(4, 0.5f);
  std::vector<Choice> choices;
  for (int i = 0; i < 4; ++i) {
    choices.push_back({equal, 1, 0, 0.25 * i, i});            // the sum before it equals `random`
    choices.push_back({equal, 0.3f, 0, 0.25 * i + 0.2499, i});
  }
  choices.push_back({{none, 2, none, 2}, 1, 0, 0, 1});
  choices.push_back({{none, 2, none, 2}, 1, 0, 0.5, 3});
  choices.push_back({{none, 2, none, none}, 1, 0, 0.999999999, 1});
  choices.push_back({{none, none, none, none}, 1, 0, 0.7, 0});
  ASSERT_TRUE(chooses(choices, "the first token, by index, whose sum up to and including it is greater than `random`"));
}

TEST(Batch, OnlyTheMostProbableTakePart) {
  ASSERT_TRUE(chooses({{{1, 3, 2, 3}, 1, 1, 0.99, 1},
                       {{1, 3, 2, 3}, 1, 2, 0.49, 1},
                       {{1, 3, 2, 3}, 1, 2, 0.51, 3},
                       {{4, 4, 4, 4}, 1, 2, 0.99, 1},
                       {{4, 4, 4, 4}, 1, 3, 0.99, 2},
                       {{2, 9, 2, 2}, 100, 2, 0.99, 1},
                       {{2, 9, 2, 2}, 1000, 2, 0.01, 0},
                       {{4, 4, 4, 4}, 1, 0, 0.99, 3},
                       {{4, 4, 4, 4}, 1, 4, 0.99, 3},
                       {{4, 4, 4, 4}, 1, 1000000, 0.99, 3},
                       {{4, none, 4, none}, 1, 3, 0.99, 2}},
                      "top_k greatest logits take part. Of equals at the end the lower index is in. 0 or more than "
                      "there are means all"));
}

TEST(Batch, TemperaturesThatOverflow) {
  ASSERT_TRUE(chooses({{{1000, 999, -1000, 1000.5f}, 1e-30f, 0, 0.5, 3},
                       {{-1000, -2000, -999, -3000}, 1e-38f, 0, 0.999, 2},
                       {{3e38f, 2e38f, -3e38f, 0}, 0.5f, 0, 0.999, 0},
                       {{100, 100, 0, 0}, 1e-3f, 0, 0.6, 1},
                       {{1, 2, 3, 4}, 1e30f, 0, 0.6, 2},
                       {{-3e38f, 3e38f, 0, 1}, 1e38f, 0, 0.5, 1}},
                      "subtract the greatest logit before you divide, and compute in double precision"));
}

/// Sums of many small probabilities. In single precision their error is about 1e-5.
TEST(Batch, SumsAreInDoublePrecision) {
  constexpr std::size_t n = 50'000;
  const std::vector<float> logits = any_values(n, -1, 1);
  std::vector<double> sums;
  for (const float logit : logits) sums.push_back((sums.empty() ? 0 : sums.back()) + std::exp(static_cast<double>(logit)));
  std::vector<Choice> choices;
  for (int i = 0; i < 12; ++i) {
    const int token = any_between(n / 2, n - 2);
    const double border = sums[static_cast<std::size_t>(token)] / sums.back();
    choices.push_back({logits, 1, 0, border - 1e-6, token});
    choices.push_back({logits, 1, 0, border + 1e-6, token + 1});
  }
  ASSERT_TRUE(chooses(choices, "add up in double precision"));
}

/// Random logits, and random numbers that are not close to a border.
TEST(Batch, AnyChoice) {
  for (const std::size_t n : {2u, 17u, 256u, 5000u}) {
    std::vector<Choice> choices;
    while (choices.size() < 40) {
      Choice one{any_values(n, -8, 8), any_values(1, 0.05f, 3)[0], any_between(0, static_cast<int>(n) + 3)};
      one.random = any_between(0, (1 << 24) - 1) * 0x1p-24;
      const ReferenceSampling sampling{.temperature = one.temperature, .top_k = one.top_k};
      const ReferenceChoice right =
          reference_choice(std::vector<double>(one.logits.begin(), one.logits.end()), sampling, one.random);
      if (right.margin < 1e-9) continue;
      one.expected = right.token;
      choices.push_back(one);
    }
    ASSERT_TRUE(chooses(choices, "sums in double precision"));
  }
}

}  // namespace
}  // namespace gridmark::lab6
