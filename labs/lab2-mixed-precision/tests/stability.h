#pragma once
// Calls of stability_tests.cu, and their correct answers.
#include "labkit/channel/contracts.h"
#include "labs/lab2-mixed-precision/tests/hypotheses.h"

namespace gridmark::lab2 {

/// The tolerance of each element: one rounding and a little for expf.
inline double unit(Type type) { return type == Type::f16 ? 6e-4 : 4.5e-3; }
/// Half of the smallest number.
inline double least(Type type) { return type == Type::f16 ? 3.1e-8 : 1e-40; }

/// Every element must be within one rounding, and NaN always fails.
template <class Operation>
testing::AssertionResult each_right(Operation& op, const channel::Out<float>& found, const std::vector<double>& expected,
                                    const char* name, std::size_t columns) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = static_cast<double>(found.values()[i]);
    if (std::abs(value - expected[i]) <= unit(op.type) * std::abs(expected[i]) + least(op.type)) continue;
    oracle::Comparison seen;
    seen.message = fmt::format("{}[{}][{}] is {:.4g}, expected {:.4g}", name, i / columns, i % columns, value, expected[i]);
    oracle::explain(seen, cause_of(op));
    return channel::judge(op, seen);
  }
  return testing::AssertionSuccess();
}

inline Softmax some_softmax(int rows, int columns) {
  Softmax op;
  op.rows = rows, op.columns = columns;
  op.x = channel::In<float>(rounded(any_values(area(rows, columns)), op.type));
  op.y = channel::Out<float>(area(rows, columns));
  return op;
}

inline Scores some_scores(int rows_q, int rows_k, int depth) {
  Scores op;
  op.rows_q = rows_q, op.rows_k = rows_k, op.depth = depth;
  op.q = channel::In<float>(rounded(any_values(area(rows_q, depth)), op.type));
  op.k = channel::In<float>(rounded(any_values(area(rows_k, depth)), op.type));
  op.scores = channel::Out<float>(area(rows_q, rows_k));
  return op;
}

/// Other tests judge whether the answer is right.
template <class Operation>
testing::AssertionResult works_on_the_given_stream(Operation op) {
  op.circumstance = channel::Circumstance::own_stream;
  if (auto asked = channel::ask(op, channel::stream_flavour()); !asked) return asked;
  return channel::keeps(op, channel::stray_work());
}

template <class Operation>
testing::AssertionResult refuses_full_precision(Operation op) {
  op.type = Type::f32;
  return channel::refuses(
      op, {"cudaErrorInvalidValue", "its type is neither f16 nor bf16", "check the type before anything else"});
}

inline testing::AssertionResult softmax_right(Type type, int rows, int columns, const std::vector<float>& x,
                                              Flavour flavour = Flavour::fast) {
  Softmax op;
  op.type = type;
  op.rows = rows, op.columns = columns;
  op.x = channel::In<float>(rounded(x, type));
  op.y = channel::Out<float>(area(rows, columns));
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  return each_right(op, op.y, right_softmax(op), "y", static_cast<std::size_t>(columns));
}

inline testing::AssertionResult softmax_of_any(Type type, int rows, int columns, float low, float high,
                                               Flavour flavour = Flavour::fast) {
  return softmax_right(type, rows, columns, any_values(area(rows, columns), low, high), flavour);
}

inline testing::AssertionResult scores_right(Type type, int rows_q, int rows_k, int depth, float low, float high,
                                             Flavour flavour = Flavour::fast) {
  Scores op;
  op.type = type;
  op.rows_q = rows_q, op.rows_k = rows_k, op.depth = depth;
  op.q = channel::In<float>(rounded(any_values(area(rows_q, depth), low, high), type));
  op.k = channel::In<float>(rounded(any_values(area(rows_k, depth), low, high), type));
  op.scores = channel::Out<float>(area(rows_q, rows_k));
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  const double limit = type == Type::f16 ? 4e-4 : 3e-3;
  return channel::judge(op, oracle::compare_relative_rmse(op.scores.values(), right_scores(op), limit,
                                                          {"scores", static_cast<std::size_t>(rows_k)},
                                                          [&op] { return cause_of(op); }));
}

}  // namespace gridmark::lab2
