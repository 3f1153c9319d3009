#include "labs/lab4-memory/tests/checkpoints.h"

#include <bit>
#include <optional>

#include "labs/lab4-memory/tests/reference_net.h"

namespace gridmark::lab4 {
namespace {

/// The weight that an element of the gradients belongs to: "W1 of block 3".
std::string name_of_slope(const Checkpointed& op, std::size_t at) {
  const std::size_t input = volume(op.rows, op.width);
  if (at < input) return fmt::format("x[{}][{}]", at / volume(op.width), at % volume(op.width));
  at -= input;
  const std::size_t matrix = volume(op.width, op.hidden);
  const std::size_t block = 2 * matrix + volume(op.hidden) + volume(op.width);
  const std::size_t within = at % block;
  const char* part = within < matrix                           ? "W1"
                     : within < matrix + volume(op.hidden)     ? "b1"
                     : within < 2 * matrix + volume(op.hidden) ? "W2"
                                                               : "b2";
  return fmt::format("{} of block {}", part, at / block);
}

bool is_same(float one, float other) { return std::bit_cast<std::uint32_t>(one) == std::bit_cast<std::uint32_t>(other); }

/// Whether this network's numbers equal those of the plain one.
bool agrees_with_plain(Checkpointed op) {
  return channel::try_out(op) && std::ranges::equal(op.plain_y.values(), op.y.values(), is_same) &&
         std::ranges::equal(op.plain_slopes.values(), op.slopes.values(), is_same);
}

/// The cause of different numbers: the part without which they are equal, or "" if that is not known.
oracle::Diagnosis cause_of(const Checkpointed& op) {
  Checkpointed other = op;
  if (op.dropout > 0 && (other.dropout = 0, agrees_with_plain(other)))
    return {"without dropout all numbers are the same: the second call must draw the numbers that the first one drew, so "
            "set the generator back to where it stood then",
            repairs::Repair::replay_numbers};
  other = op;
  if (op.twist == Twist::bf16 && (other.twist = Twist::none, agrees_with_plain(other)))
    return {"without a cast policy all numbers are the same: the second call must run under the policy of the first one",
            repairs::Repair::replay_policy};
  if (op.twist == Twist::no_input_gradient && (other.twist = Twist::none, agrees_with_plain(other)))
    return "where x requires a gradient all numbers are the same: parameters must get theirs also where x requires none";
  other = op;
  if (op.every_n > 1 && op.layers % op.every_n != 0 && (other.every_n = 1, agrees_with_plain(other)))
    return "with every_n=1 all numbers are the same: the last segment has layers % every_n blocks, and they count too";
  return "";
}

testing::AssertionResult same_bits(Checkpointed& op, std::span<const float> expected,
                                   std::span<const float> seen, bool slopes) {
  std::size_t off = 0, first = 0;
  for (std::size_t i = expected.size(); i-- > 0;)
    if (!is_same(expected[i], seen[i])) ++off, first = i;
  if (off == 0) return testing::AssertionSuccess();
  const std::string what = slopes
                               ? "the gradient of " + name_of_slope(op, first)
                               : fmt::format("y[{}][{}]", first / volume(op.width), first % volume(op.width));
  return explained(op,
                   fmt::format("{} is {:.9g}, without checkpoints {:.9g}; {} of {} numbers differ", what,
                               seen[first], expected[first], off, expected.size()),
                   cause_of(op));
}

testing::AssertionResult ask_once(Checkpointed& op) {
  if (auto asked = channel::ask(op); !asked) return asked;
  const PassCost plain = op.plain_cost.values()[0];
  const auto layers = static_cast<std::uint64_t>(op.layers);
  const bool wants_history = op.twist != Twist::no_grad;
  if (auto sound = holds(op, plain.forwards == layers && plain.backwards == (wants_history ? layers : 0),
                         "the plain network was not run as it should be");
      !sound)
    return sound;
  if (auto calm = holds(op, op.facts.values()[1] == 0, "the backward pass throws an AutogradError"); !calm)
    return calm;
  return holds(op, (op.facts.values()[0] == 1) == wants_history,
               wants_history ? "the result has no history: no gradient will reach the parameters"
                             : "the result has a history although NoGrad is on");
}

/// A second pass before the result does not count.
testing::AssertionResult computes_again_late(const Checkpointed& op, const PassCost& cost) {
  if (auto again = computes_again(op, op.layers, op.every_n, cost.forwards); !again) return again;
  return holds(op, cost.forwards_to_result == static_cast<std::uint64_t>(op.layers),
               fmt::format("every_n={}: {} forward passes of {} blocks before the result is there, expected {}: "
                           "the second comes in the backward pass",
                           op.every_n, cost.forwards_to_result, op.layers, op.layers));
}

/// Segments of several blocks that keep more than their inputs must release most of the plain network's
/// memory.
testing::AssertionResult keeps_less(const Checkpointed& op, const PassCost& plain, const PassCost& seen) {
  if (op.every_n < 2 || op.every_n > op.layers || op.hidden < op.width) return testing::AssertionSuccess();
  return holds(op, seen.kept <= plain.kept / 2,
               fmt::format("every_n={}: keeps {} bytes for the backward pass, without checkpoints {}: so there is "
                           "nothing to compute again",
                           op.every_n, seen.kept, plain.kept));
}

/// The number of block passes is enough for the work, and includes the contract's two forward passes.
testing::AssertionResult passes_possible(const Checkpointed& op, const PassCost& cost) {
  const auto layers = static_cast<double>(op.layers);
  if (op.twist != Twist::no_grad) {
    if (auto again = computes_again_late(op, cost); !again) return again;
    if (auto less = keeps_less(op, op.plain_cost.values()[0], cost); !less) return less;
  }
  return channel::above_floors(op.subject(),
                            {{"forward passes of blocks", static_cast<double>(cost.forwards), layers},
                             {"backward passes of blocks", static_cast<double>(cost.backwards),
                              op.twist == Twist::no_grad ? 0 : layers}});
}

}  // namespace

std::vector<float> any_weights(const BlockSizes& sizes) {
  std::vector<float> weights;
  const auto add = [&](int out, int in) {
    const float most = 0.7f / std::sqrt(static_cast<float>(in));
    const std::vector<float> layer = any_values(volume(out, in + 1), -most, most);
    weights.insert(weights.end(), layer.begin(), layer.end());
  };
  for (int i = 0; i < sizes.layers; ++i) {
    add(sizes.hidden, sizes.width);
    add(sizes.width, sizes.hidden);
  }
  return weights;
}

Checkpointed checkpointed(const BlockSizes& sizes, int every_n, Twist twist) {
  Checkpointed op;
  op.layers = sizes.layers, op.rows = sizes.rows, op.width = sizes.width, op.hidden = sizes.hidden;
  op.dropout = sizes.dropout;
  op.every_n = every_n;
  op.twist = twist;
  const std::vector<float> x = any_values(volume(sizes.rows, sizes.width)), weights = any_weights(sizes);
  op.plain_y = channel::Out<float>(x.size()), op.y = channel::Out<float>(x.size());
  op.plain_slopes = channel::Out<float>(x.size() + weights.size());
  op.slopes = channel::Out<float>(x.size() + weights.size());
  op.x = channel::In<float>(x);
  op.weights = channel::In<float>(weights);
  return op;
}

testing::AssertionResult same_gradients(Checkpointed op) {
  if (auto asked = ask_once(op); !asked) return asked;
  if (auto right = same_bits(op, op.plain_y.values(), op.y.values(), false); !right) return right;
  if (auto right = same_bits(op, op.plain_slopes.values(), op.slopes.values(), true); !right) return right;
  channel::tolerates(channel::WrongReply::stale,
                  "another pass draws as many numbers and keeps as much");
  const PassCost expected = op.plain_cost.values()[0], seen = op.cost.values()[0];
  if (auto right =
          holds(op, seen.drawn == expected.drawn,
                fmt::format("the generator stands at {} after the backward pass, without checkpoints at {}: the second call "
                            "draws once more, so put the generator back to where it stood before it",
                            seen.drawn, expected.drawn));
      !right)
    return right;
  return passes_possible(op, seen);
}

testing::AssertionResult right_gradients(Checkpointed op) {
  if (auto asked = ask_once(op); !asked) return asked;
  ReferenceNet reference(op.weights.values(), op.layers, op.width, op.hidden);
  const Doubles y = reference.forward(op.x.values());
  Doubles by_y = y;
  for (double& one : by_y) one *= 2;
  ReferenceNet::Slopes expected = reference.slopes(by_y);
  Doubles slopes = std::move(expected.by_x);
  slopes.insert(slopes.end(), expected.by_weight.begin(), expected.by_weight.end());
  const auto width = static_cast<std::size_t>(op.width);
  const auto close = [&](const channel::Out<float>& found, const Doubles& right, const char* name) {
    return channel::judge(op, oracle::compare_relative_rmse(found.values(), right, 1e-5, {name, width}));
  };
  for (const channel::Out<float>* found : {&op.plain_y, &op.y})
    if (auto right = close(*found, y, "y"); !right) return right;
  for (const channel::Out<float>* found : {&op.plain_slopes, &op.slopes})
    if (auto right = close(*found, slopes, "gradients"); !right) return right;
  return testing::AssertionSuccess();
}

std::optional<Costs> costs(Checkpointed op) {
  const testing::AssertionResult asked = ask_once(op);
  EXPECT_TRUE(asked);
  if (!asked) return std::nullopt;
  const Costs seen{op.plain_cost.values()[0], op.cost.values()[0]};
  // The boundaries between segments, and the inputs of one segment. Recomputing needs at least these.
  const double input = static_cast<double>(op.rows) * op.width * sizeof(float);
  const double segments = std::ceil(static_cast<double>(op.layers) / op.every_n);
  const testing::AssertionResult possible = channel::above_floors(
      op.subject(),
      {{"bytes at the peak", static_cast<double>(seen.found.peak), (segments - 1 + 2 * op.every_n) * input}});
  EXPECT_TRUE(possible);
  const testing::AssertionResult passes = passes_possible(op, seen.found);
  EXPECT_TRUE(passes);
  if (!possible || !passes) return std::nullopt;
  return seen;
}

double work(const PassCost& cost) {
  return static_cast<double>(cost.forwards) + 2 * static_cast<double>(cost.backwards);
}

double input_bytes(const BlockSizes& sizes) {
  return static_cast<double>(volume(sizes.rows, sizes.width) * sizeof(float));
}

}  // namespace gridmark::lab4
