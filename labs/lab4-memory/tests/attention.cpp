#include "labs/lab4-memory/tests/attention.h"

#include <limits>

#include "labs/lab4-memory/tests/hypotheses.h"

namespace gridmark::lab4 {
namespace {

std::size_t index(int value) { return static_cast<std::size_t>(value); }

std::size_t query_rows(const AttentionShape& s) { return volume(s.batch, s.heads, s.queries); }
std::size_t key_rows(const AttentionShape& s) { return volume(s.batch, s.heads, s.keys); }

/// One row: the scores of its keys, then their softmax.
void add_row(AttentionRows& to, const AttentionInputs& in, std::size_t row) {
  const AttentionShape& s = in.shape;
  const std::size_t d = index(s.d), matrix = row / index(s.queries);
  const long query = static_cast<long>(row % index(s.queries));
  const long seen = s.causal ? std::clamp<long>(query + s.keys - s.queries + 1, 0, s.keys) : s.keys;
  std::vector<double> scores;
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t key = 0; key < static_cast<std::size_t>(seen); ++key) {
    const float* k = in.k.data() + (matrix * index(s.keys) + key) * d;
    double sum = 0;
    for (std::size_t x = 0; x < d; ++x)
      sum += static_cast<double>(in.q[row * d + x]) * static_cast<double>(k[x]);
    scores.push_back(sum / std::sqrt(static_cast<double>(s.d)));
    greatest = std::max(greatest, scores.back());
  }
  double all = 0;
  for (const double score : scores) {
    all += std::exp(score - greatest);
    to.greatest_score = std::max(to.greatest_score, std::abs(score));
  }
  std::vector<double> o(d);
  for (std::size_t key = 0; key < scores.size(); ++key) {
    const double weight = std::exp(scores[key] - greatest) / all;
    const float* v = in.v.data() + (matrix * index(s.keys) + key) * d;
    for (std::size_t x = 0; x < d; ++x) o[x] += weight * static_cast<double>(v[x]);
  }
  to.o.insert(to.o.end(), o.begin(), o.end());
  to.lse.push_back(scores.empty() ? greatest : greatest + std::log(all));
}

template <class Operation>
Operation call_with(const AttentionInputs& inputs) {
  Operation op;
  op.shape = inputs.shape;
  op.one_block_at_a_time = inputs.one_block_at_a_time;
  op.q = channel::In<float>(inputs.q);
  op.k = channel::In<float>(inputs.k);
  op.v = channel::In<float>(inputs.v);
  op.o = channel::Out<float>(inputs.q.size());
  op.lse = channel::Out<float>(query_rows(inputs.shape));
  return op;
}

/// The rows of o that the reference computes.
std::vector<float> chosen(std::span<const float> o, const AttentionRows& expected, std::size_t d) {
  std::vector<float> rows;
  for (const std::size_t row : expected.rows) {
    const auto values = o.subspan(row * d, d);
    rows.insert(rows.end(), values.begin(), values.end());
  }
  return rows;
}

double relative_error(const std::vector<float>& got, const std::vector<double>& expected) {
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double off = static_cast<double>(got[i]) - expected[i];
    error += off * off, norm += expected[i] * expected[i];
  }
  return norm > 0 ? std::sqrt(error / norm) : 0;
}

/// The first row whose lse is wrong.
template <class Operation>
std::optional<std::size_t> wrong_lse(const Operation& op, const AttentionRows& expected) {
  for (std::size_t i = 0; i < expected.rows.size(); ++i) {
    const double found = static_cast<double>(op.lse.values()[expected.rows[i]]), right = expected.lse[i];
    if (found != right && !(std::abs(found - right) <= 1e-5 * std::max(1.0, std::abs(right)))) return i;
  }
  return std::nullopt;
}

template <class Operation>
oracle::Comparison compared_lse(const Operation& op, const AttentionRows& expected, const oracle::CauseSearch& search) {
  const auto wrong = wrong_lse(op, expected);
  if (!wrong) return {.equal = true, .message = ""};
  const std::size_t row = expected.rows[*wrong];
  const float found = op.lse.values()[row];
  oracle::Comparison seen;
  seen.bytes = op.lse.size() * sizeof(float);
  seen.message = fmt::format("lse of row {} is {:.7g}, expected {:.7g}", row, found, expected.lse[*wrong]);
  oracle::explain(seen, search());
  return seen;
}

oracle::Diagnosis cause_of(const Unfused&, const AttentionInputs&, const AttentionRows&) { return {}; }

oracle::Diagnosis behind_fault(const Flash&) { return mistake_behind_fault(); }
oracle::Diagnosis behind_fault(const Unfused&) { return {}; }

/// Rows without a reference must at least be finite.
template <class Operation>
testing::AssertionResult all_numbers(Operation& op) {
  const std::size_t d = index(op.shape.d);
  for (std::size_t i = 0; i < op.o.size(); ++i)
    if (!std::isfinite(op.o.values()[i]))
      return channel::judge(op, {false, fmt::format("o[{}][{}] is {}", i / d, i % d, op.o.values()[i])});
  for (std::size_t i = 0; i < op.lse.size(); ++i)
    if (std::isnan(op.lse.values()[i]))
      return channel::judge(op, {false, fmt::format("lse of row {} is not a number", i)});
  return testing::AssertionSuccess();
}

template <class Operation>
std::optional<Answered> ask_one(const AttentionInputs& inputs, const AttentionRows& expected, double limit,
                                Flavour flavour) {
  Operation op = call_with<Operation>(inputs);
  if (const auto asked = channel::ask(op, flavour, [&op] { return behind_fault(op); }); !asked) {
    EXPECT_TRUE(asked);
    return std::nullopt;
  }
  const channel::Meters seen = meters();  // a wrong answer makes another call
  const std::vector<float> o = chosen(op.o.values(), expected, index(inputs.shape.d));
  const oracle::CauseSearch search = [&] { return cause_of(op, inputs, expected); };
  auto verdict =
      channel::judge(op, oracle::compare_relative_rmse(o, expected.o, limit, {"o", index(inputs.shape.d)}, search));
  if (verdict) verdict = all_numbers(op);
  if (verdict) verdict = channel::judge(op, compared_lse(op, expected, search));
  if (!verdict) {
    EXPECT_TRUE(verdict);
    return std::nullopt;
  }
  return Answered{relative_error(o, expected.o), seen.peak_bytes, seen.loads.bytes + seen.stores.bytes,
                  op.variables, op.resident};
}

}  // namespace

AttentionInputs::AttentionInputs(const AttentionShape& of, float logits)
    : shape(of),
      q(any_values(query_rows(of) * index(of.d), -2 * logits, 2 * logits)),
      k(any_values(key_rows(of) * index(of.d), -2, 2)),
      v(any_values(key_rows(of) * index(of.d))) {}

std::vector<std::size_t> every_row(const AttentionShape& shape, std::size_t step) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < query_rows(shape); row += step) rows.push_back(row);
  if (rows.back() + 1 != query_rows(shape)) rows.push_back(query_rows(shape) - 1);
  return rows;
}

Flash flash_call(const AttentionInputs& inputs) { return call_with<Flash>(inputs); }

AttentionRows reference_rows(const AttentionInputs& inputs, std::vector<std::size_t> rows) {
  AttentionRows reference;
  for (const std::size_t row : rows) add_row(reference, inputs, row);
  reference.rows = std::move(rows);
  return reference;
}

std::optional<Answered> ask_unfused(const AttentionInputs& inputs, const AttentionRows& expected,
                                    Flavour flavour) {
  return ask_one<Unfused>(inputs, expected, 1e-5, flavour);
}

std::optional<Answered> ask_flash(const AttentionInputs& inputs, const AttentionRows& expected,
                                  double error_of_unfused, Flavour flavour) {
  constexpr double rounding = 1.2e-7;  // 2^-23; an error of a score is a relative error of its exp()
  return ask_one<Flash>(inputs, expected, 2 * error_of_unfused + rounding * (8 + expected.greatest_score),
                        flavour);
}

void expect_exact(const AttentionShape& shape, float logits) {
  const AttentionInputs inputs(shape, logits);
  const AttentionRows expected = reference_rows(inputs, every_row(shape));
  if (const auto unfused = ask_unfused(inputs, expected)) ask_flash(inputs, expected, unfused->error);
}

std::optional<Answered> ask_long_rows(const AttentionShape& shape) {
  constexpr float gentle = 0.5f;  // no key's weight is so small that the sum loses it
  AttentionInputs inputs(shape, gentle);
  for (float& value : inputs.v) value = std::abs(value);  // no value cancels the digits of another one
  // The keys of a query have different weights. Equal weights would round the sum in one direction, thousands
  // of times.
  for (float& value : inputs.q) value += std::copysign(0.25f, value);
  const AttentionRows expected = reference_rows(inputs, every_row(shape));
  constexpr double one_after_the_other = 2e-5;  // error of FP32 sums over so many keys, in any attention
  return ask_flash(inputs, expected, one_after_the_other);
}

}  // namespace gridmark::lab4
