#pragma once
// Calls of ring_all_reduce, and their correct results.
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {

constexpr std::size_t guard = 5;  // floats before and after the part

/// Integer values, whose sums are exact in any order.
inline std::vector<float> whole_numbers(std::size_t count) {
  std::vector<float> values = any_values(count, -1000, 1000);
  for (float& value : values) value = std::round(value);
  return values;
}

struct Ring {
  std::vector<RingSum> ops;
  RanksAnswer answer;
};

inline Ring ring(int world, std::size_t count, router::Settings settings = {}, bool whole = true, bool late = false) {
  Ring ring;
  ring.ops = channel::for_ranks(world, [&](int) {
    const std::size_t size = count + 2 * guard;
    return RingSum{.begin = guard,
                   .count = count,
                   .late = late,
                   .x = channel::In<float>(whole ? whole_numbers(size) : any_values(size)),
                   .sum = channel::Out<float>(size)};
  });
  ring.answer = channel::ask_ranks(ring.ops, std::move(settings));
  return ring;
}

inline std::vector<double> expected_sum(const std::vector<RingSum>& ops) {
  std::vector<double> sum(ops[0].count);
  for (const RingSum& op : ops)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += op.x.values()[guard + i] + (op.late ? 1.0 : 0.0);
  return sum;
}

/// The change to elements outside the sum, or "" if they are unchanged.
inline std::string changed_around(const RingSum& op) {
  const std::size_t end = guard + op.count;
  for (std::size_t i = 0; i < op.sum.size(); ++i)
    if ((i < guard || i >= end) && op.sum.values()[i] != op.x.values()[i])
      return fmt::format("an element {} changed, which is not part of the sum",
                         i < guard ? "before the first" : "behind the last");
  return "";
}

/// The first fault in one rank's array, or "" if it is correct.
inline std::string wrong_in_sum(const RingSum& op, const std::vector<double>& expected) {
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (op.sum.values()[guard + i] == static_cast<float>(expected[i])) continue;
    if (wrong++ == 0) first = i;
  }
  if (wrong > 0)
    return fmt::format("{} of {} elements are not the sum over all ranks. The first is element {}: {}, expected {}",
                       wrong, expected.size(), first, op.sum.values()[guard + first], expected[first]);
  return changed_around(op);
}

/// Every rank has the exact sum.
inline testing::AssertionResult is_exact(const Ring& ring) {
  if (!ring.answer.verdict) return ring.answer.verdict;
  const std::vector<double> expected = expected_sum(ring.ops);
  for (const RingSum& op : ring.ops)
    if (const std::string wrong = wrong_in_sum(op, expected); !wrong.empty())
      return holds(op, false, fmt::format("on rank {}, {}", op.rank, wrong));
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab3
