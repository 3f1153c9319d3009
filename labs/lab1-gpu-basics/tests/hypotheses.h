#pragma once
// Looks for the cause of a wrong product. Further calls of the same kernel, at sizes where the mistakes of
// students have different results, must show the same mistake.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <map>

#include "labkit/channel/ask.h"
#include "labkit/inputs/inputs.h"
#include "labkit/oracle/matmul.h"
#include "labkit/oracle/product_hypotheses.h"
#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

/// Relative RMSE against FP64. oracle::compare_relative_rmse explains this value.
inline constexpr double tolerance = 1e-5;

inline std::size_t area(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// Compares the answer with FP64, after adding `more` to each expected element.
inline oracle::Comparison compared(const Matmul& op, const oracle::CauseSearch& search = {}, double more = 0) {
  auto expected = oracle::matmul(op.a.values(), op.b.values(), op.m, op.n, op.k);
  for (double& element : expected) element += more;
  return oracle::compare_relative_rmse(op.c.values(), expected, tolerance,
                                       {"c", static_cast<std::size_t>(op.n)}, search);
}

/// Values up to 3, so that truncated values are not all 0.
inline Matmul telling_call(Kernel kernel, int m, int n, int k) {
  static inputs::Inputs inputs;
  Matmul op{kernel,
            m,
            n,
            k,
            channel::In<float>(inputs.uniform(area(m, k), -3, 3)),
            channel::In<float>(inputs.uniform(area(k, n), -3, 3)),
            channel::Out<float>(area(m, n))};
  return op;
}

/// Sizes of these calls. No tile divides 187, which would be cut to 184, 176, 160 or 128. The sizes come in
/// three orders. If a kernel uses too long a row, it stays inside its array in at least one of them. Swapped
/// operands stay inside in a square.
inline constexpr struct {
  int m, n, k;
} telling_sizes[] = {{59, 123, 187}, {187, 59, 128}, {123, 187, 59}, {93, 93, 93}};

/// The calls that the kernel answers, made once.
inline std::deque<Matmul>& telling_calls(Kernel kernel) {
  static std::map<Kernel, std::deque<Matmul>> known;
  const auto [at, fresh] = known.try_emplace(kernel);
  if (!fresh) return at->second;
  for (const auto& [m, n, k] : telling_sizes)
    if (Matmul op = telling_call(kernel, m, n, k); channel::try_out(op)) at->second.push_back(op);
  return at->second;
}

inline oracle::Trial trial_of(const Matmul& op) {
  return {{op.c.values(), static_cast<std::size_t>(op.n)},
          oracle::matmul(op.a.values(), op.b.values(), op.m, op.n, op.k),
          oracle::product_hypotheses({op.a.values(), op.b.values(), op.m, op.n, op.k})};
}

/// The cause of the wrong answer, as the end of a message, or "" if no hypothesis fits.
inline oracle::Diagnosis cause_of(const Matmul& op) {
  std::vector<oracle::Trial> trials{trial_of(op)};
  for (const Matmul& told : telling_calls(op.kernel)) trials.push_back(trial_of(told));
  return oracle::common_cause(trials);
}

/// The mistake that explains an index outside an array, found with calls that stay inside, or "" if no
/// hypothesis fits.
inline oracle::Diagnosis mistake_behind_fault(Kernel kernel) {
  std::vector<oracle::Trial> trials;
  for (const Matmul& told : telling_calls(kernel)) trials.push_back(trial_of(told));
  const oracle::Diagnosis cause = oracle::common_cause(trials);
  if (cause.empty()) return cause;
  const Matmul& first = telling_calls(kernel).front();
  return {fmt::format("a call with m={}, n={}, k={} ends well, and its answer shows the mistake: {}", first.m, first.n,
                      first.k, cause.words),
          cause.remedy};
}

/// Whether the kernel adds to the old content of c.
inline bool adds_to_c(const Matmul& op) {
  constexpr unsigned char byte = 0x3F;
  constexpr float number = std::bit_cast<float>(0x3F3F3F3Fu);  // about 0.75
  Matmul from_number = op;
  from_number.c = channel::Out<float>(op.c.size());
  from_number.before = byte;
  return channel::try_out(from_number) && compared(from_number, {}, static_cast<double>(number)).equal;
}

/// Whether an intermediate value overflows. That is a different cause than a changing answer.
inline bool is_infinite(const Matmul& op) {
  return std::ranges::any_of(op.c.values(), [](float value) { return std::isinf(value); });
}

/// Whether the same call gives another answer, with a larger difference than the order of a sum can cause.
inline bool changes(const Matmul& op, Flavour flavour) {
  Matmul again = op;
  again.c = channel::Out<float>(op.c.size());
  if (!channel::try_out(again, flavour)) return false;
  return !std::ranges::equal(op.c.values(), again.c.values(), [](float one, float other) {
    return std::abs(one - other) <= 1e-3f * std::abs(one) + 1e-3f || (std::isnan(one) && std::isnan(other));
  });
}

/// Compares the answer with FP64, and adds the cause if it is wrong.
inline oracle::Comparison judged(const Matmul& op) {
  oracle::Comparison seen = compared(op);
  if (seen.equal) return seen;
  if (!seen.written && adds_to_c(op)) {
    oracle::Comparison written;  // the other comparison treats its elements as never written
    written.bytes = seen.bytes;
    oracle::explain(written, {"each sum is added to the value that c holds before the call, which is not 0. Start each sum at "
                              "0, and store it with c[...] = sum",
                              repairs::Repair::store_sum});
    return written;
  }
  seen = compared(op, [&op] { return cause_of(op); });
  if (!seen.explained && !is_infinite(op) && (changes(op, Flavour::fast) || changes(op, Flavour::counted)))
    seen.guess = {"the same call gives another answer when it is repeated: a thread reads a variable before it is set "
                  "(write float sum = 0, or float sums[4][4] = {}), or threads race",
                  repairs::Repair::set_sums};
  return seen;
}

}  // namespace gridmark::lab1
