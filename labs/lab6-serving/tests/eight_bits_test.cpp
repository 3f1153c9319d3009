// Weights in eight bits and in half precision: their differences from FP32.
#include "labkit/channel/contracts.h"
#include "labkit/data/corpus.h"
#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

std::size_t volume(int rows, int columns) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }

// ----------------------------------------------------------------------------------------------------
// Weights to bytes.

QuantizeRows quantize(const std::vector<float>& w, int out, int in) {
  return {.out = out, .in = in, .w = channel::In<float>(w), .q = channel::Out<std::int8_t>(volume(out, in)),
          .scales = channel::Out<float>(static_cast<std::size_t>(out))};
}

/// The mistake in a byte, or "" if none is known.
std::string mistake_in(double quotient, int q) {
  if (q == static_cast<int>(std::trunc(quotient))) return ": round to the nearest whole number, this one is cut";
  if (q == -128) return ": -128 has no counterpart. The range is -127 to 127";
  return "";
}

/// Rounding of w / s in FP32. Near a half, an error of 127 * 2^-24 changes the rounded value.
constexpr double rounding = 2e-5;

testing::AssertionResult has_row(const QuantizeRows& op, std::size_t row) {
  const auto in = static_cast<std::size_t>(op.in);
  const auto w = op.w.values().subspan(row * in, in);
  const auto q = op.q.values().subspan(row * in, in);
  float most = 0;
  for (const float weight : w) most = std::max(most, std::abs(weight));
  const double scale = op.scales.values()[row], expected = static_cast<double>(most) / 127;
  if (!(std::abs(scale - expected) <= 1e-6 * expected))
    return holds(op, false, fmt::format("the scale of row {} is {:.8g}, expected {:.8g}: its greatest |w|, {:.8g}, over 127",
                                        row, scale, expected, most));
  for (std::size_t i = 0; i < in; ++i) {
    const double far = std::abs(static_cast<double>(w[i]) - scale * q[i]);
    const double quotient = scale > 0 ? w[i] / scale : 0;
    if (q[i] == -128 || far > scale / 2 * (1 + rounding) || (most == 0 && q[i] != 0))
      return holds(op, false, fmt::format("row {}, column {}: {:.8g} becomes {}, which stands for {:.8g}, expected {:.0f}, "
                                          "at most half of the scale {:.8g} away{}",
                                          row, i, w[i], q[i], scale * q[i], std::round(quotient), scale, mistake_in(quotient, q[i])));
    if (std::abs(w[i]) == most && most > 0 && q[i] != (w[i] > 0 ? 127 : -127))
      return holds(op, false, fmt::format("row {}, column {}: {:.8g} is the row's greatest and becomes {}, expected {}", row, i,
                                          w[i], q[i], w[i] > 0 ? 127 : -127));
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult has_rows(const QuantizeRows& op) {
  for (std::size_t row = 0; row < op.scales.size(); ++row)
    if (auto right = has_row(op, row); !right) return right;
  return testing::AssertionSuccess();
}

testing::AssertionResult quantizes(const std::vector<float>& w, int out, int in) {
  QuantizeRows op = quantize(w, out, in);
  if (auto asked = channel::ask(op); !asked) return asked;
  return has_rows(op);
}

/// Rows of very different sizes.
std::vector<float> any_matrix(int out, int in) {
  std::vector<float> all;
  for (int row = 0; row < out; ++row) {
    const std::vector<float> weights = any_values(static_cast<std::size_t>(in), -1, 1);
    const float size = std::pow(10.0f, any_values(1, -4, 4)[0]);
    for (const float weight : weights) all.push_back(weight * size);
  }
  return all;
}

TEST(EightBits, EachRowHasItsScale) {
  for (const auto& [out, in] : {std::pair{1, 1}, {7, 31}, {64, 256}, {33, 97}, {3, 1000}, {300, 5}})
    ASSERT_TRUE(quantizes(any_matrix(out, in), out, in));
}

TEST(EightBits, RowsThatAreSpecial) {
  std::vector<float> w = any_matrix(6, 40);
  std::fill_n(w.begin() + 40, 40, 0.0f);  // a row of zeros
  std::fill_n(w.begin() + 80, 40, -0.75f);
  w[5] = -9e4f;  // the largest value is negative
  w[130] = 9e4f, w[140] = -9e4f;
  for (std::size_t i = 0; i < 40; ++i) w[160 + i] = static_cast<float>(static_cast<int>(i) - 20) * 1.25f;  // ends in halves
  ASSERT_TRUE(quantizes(w, 6, 40));
}

// ----------------------------------------------------------------------------------------------------
// Products with bytes.

LinearInt8 any_linear(int rows, int in, int out) {
  std::vector<std::int8_t> q;
  for (std::size_t i = 0; i < volume(out, in); ++i) q.push_back(static_cast<std::int8_t>(any_between(-127, 127)));
  return {.rows = rows, .in = in, .out = out, .x = channel::In<float>(any_values(volume(rows, in), -2, 2)),
          .q = channel::In<std::int8_t>(q),
          .scales = channel::In<float>(any_values(static_cast<std::size_t>(out), 1e-4f, 1e-2f)),
          .bias = channel::In<float>(any_values(static_cast<std::size_t>(out), -0.1f, 0.1f)),
          .y = channel::Out<float>(volume(rows, out))};
}

std::vector<double> expected_of(const LinearInt8& op) {
  std::vector<double> y;
  const auto in = static_cast<std::size_t>(op.in), out = static_cast<std::size_t>(op.out);
  for (std::size_t row = 0; row < static_cast<std::size_t>(op.rows); ++row)
    for (std::size_t o = 0; o < out; ++o) {
      double sum = 0;
      for (std::size_t i = 0; i < in; ++i) sum += static_cast<double>(op.x.values()[row * in + i]) * op.q.values()[o * in + i];
      y.push_back(sum * static_cast<double>(op.scales.values()[o]) + static_cast<double>(op.bias.values()[o]));
    }
  return y;
}

testing::AssertionResult has_products(const LinearInt8& op) {
  const double far = oracle::relative_l2(op.y.values(), expected_of(op));
  return holds(op, far <= 1e-5, fmt::format("y differs from FP64 by {:.2g} of its length, expected 1e-5 at most: sums in "
                                            "FP32, the row's scale, then the bias", far));
}

testing::AssertionResult multiplies(int rows, int in, int out) {
  LinearInt8 op = any_linear(rows, in, out);
  if (auto asked = channel::ask(op); !asked) return asked;
  return has_products(op);
}

TEST(EightBits, ProductsInFP32) {
  struct Sizes {
    int rows, in, out;
  };
  for (const auto& [rows, in, out] : {Sizes{1, 1, 1}, {1, 64, 256}, {16, 64, 192}, {5, 33, 7}, {3, 1000, 17}, {129, 31, 2}})
    ASSERT_TRUE(multiplies(rows, in, out));
}

TEST(EightBits, SizesBelowOneAreRefused) {
  QuantizeRows rows = quantize(any_matrix(2, 2), 2, 2);
  LinearInt8 linear = any_linear(2, 2, 2);
  for (const int size : {0, -1}) {
    QuantizeRows other = rows;
    other.out = size;
    EXPECT_TRUE(channel::refuses_sizes(other));
    other = rows, other.in = size;
    EXPECT_TRUE(channel::refuses_sizes(other));
    for (int LinearInt8::*one : {&LinearInt8::rows, &LinearInt8::in, &LinearInt8::out}) {
      LinearInt8 wrong = linear;
      wrong.*one = size;
      EXPECT_TRUE(channel::refuses_sizes(wrong));
    }
  }
}

TEST(EightBits, WorkGoesToTheGivenStream) {
  QuantizeRows rows = quantize(any_matrix(9, 50), 9, 50);
  rows.circumstance = channel::Circumstance::own_stream;
  ASSERT_TRUE(channel::ask(rows, channel::stream_flavour()));
  EXPECT_TRUE(channel::keeps(rows, channel::stray_work()));
  LinearInt8 linear = any_linear(4, 50, 9);
  linear.circumstance = channel::Circumstance::own_stream;
  ASSERT_TRUE(channel::ask(linear, channel::stream_flavour()));
  EXPECT_TRUE(channel::keeps(linear, channel::stray_work()));
}

TEST(EightBits, LaunchErrorsComeBack) {
  EXPECT_TRUE(channel::tells_errors(quantize(any_matrix(2, 8), 2, 8)));
  EXPECT_TRUE(channel::tells_errors(any_linear(2, 8, 3)));
}

/// A copy of the weights in FP32 would need memory.
TEST(EightBits, WeightsStayBytes) {
  LinearInt8 op = any_linear(2, 512, 256);
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(has_products(op));
  const std::size_t arrays = op.q.size() + sizeof(float) * (op.x.size() + op.scales.size() + op.bias.size() + op.y.size());
  const std::uint64_t peak = channel::last_reply().meters.peak_bytes;
  ASSERT_TRUE(holds(op, peak >= arrays && peak < arrays + op.q.size(),
                    fmt::format("takes {} bytes of the device, and the arrays are {}: use each byte where you read it. A copy "
                                "of the {} weights in FP32 costs four times the traffic", peak - arrays, arrays, op.q.size())));
}

// ---------------------------------------------------------------------------------------------------- A
// complete model.

/// Nats per byte of texts that are not in the training data.
double loss_of(const Model& model, const std::string& text) {
  constexpr std::size_t window = 96;
  const ReferenceGpt gpt = model.reference();
  double sum = 0;
  std::size_t bytes = 0;
  for (std::size_t begin = 0; begin + window < text.size(); begin += window) {
    ReferenceSequence sequence(gpt);
    for (std::size_t i = begin; i < begin + window; ++i, ++bytes) {
      const std::vector<double> logits = sequence.append(static_cast<unsigned char>(text[i]));
      double all = 0;
      for (const double logit : logits) all += std::exp(logit);
      sum += std::log(all) - logits[static_cast<unsigned char>(text[i + 1])];
    }
  }
  return sum / static_cast<double>(bytes);
}

/// The offset of each product's weights in a model's values, and their sizes.
struct Matrix {
  std::size_t begin;
  int out, in;
};
std::vector<Matrix> matrices_of(const ReferenceShape& s) {
  std::vector<Matrix> all;
  std::size_t next = volume(s.tokens + s.length, s.width);
  const auto linear = [&](int out, int in) {
    all.push_back({next, out, in});
    next += volume(out, in + 1);
  };
  for (int i = 0; i < s.layers; ++i) {
    next += volume(2, s.width);
    linear(3 * s.width, s.width), linear(s.width, s.width);
    next += volume(2, s.width);
    linear(4 * s.width, s.width), linear(s.width, 4 * s.width);
  }
  next += volume(2, s.width);
  linear(s.tokens, s.width);
  return all;
}

TEST(EightBits, AModelLosesLessThanOneInAHundred) {
  const Model model = trained_model();
  Model rounded = model;
  QuantizeRows last;
  for (const auto& [begin, out, in] : matrices_of(model.shape)) {
    const auto from = model.values.begin() + static_cast<std::ptrdiff_t>(begin);
    QuantizeRows op = quantize({from, from + static_cast<std::ptrdiff_t>(volume(out, in))}, out, in);
    ASSERT_TRUE(channel::ask(op));
    ASSERT_TRUE(has_rows(op));
    for (std::size_t i = 0; i < volume(out, in); ++i)
      rounded.values[begin + i] = op.scales.values()[i / static_cast<std::size_t>(in)] * op.q.values()[i];
    last = op;
  }
  const std::string text = data::Grammar(5).write(static_cast<std::uint64_t>(any_between(1000, 1 << 24)), 1000).bytes;
  const double before = loss_of(model, text), after = loss_of(rounded, text);
  ASSERT_TRUE(holds(last, after <= 1.01 * before,
                    fmt::format("with all weights in eight bits the trained model has {:.4f} nats for each byte, and {:.4f} in "
                                "FP32, expected 1 % more at most", after, before)));
}

TEST(EightBits, CachedGptTakesHalfPrecision) {
  const Model model = trained_model();
  Append op = append(model, {any_between(30, 90)}, {.precision = Precision::f16});
  ASSERT_TRUE(channel::ask(op));
  // Rounding of the activations usually moves the logits by 6e-4, and by at most 5e-3 in 1200 prompts.
  ASSERT_TRUE(has_logits(model, op, 2e-2));
  channel::tolerates(channel::WrongReply::half, "logits that come from half precision");
}

}  // namespace
}  // namespace gridmark::lab6
