#pragma once
#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {

/// The call must copy only b, so a stays where it is.
inline testing::AssertionResult moves_b_alone(Add& op) {
  const std::uint64_t to_device = op.a_on_device && !op.b_on_device, to_host = !op.a_on_device && op.b_on_device;
  if (auto there = exactly(op, meters().host_to_device.count, to_device, "copies to the device (only b may move)");
      !there)
    return there;
  return exactly(op, meters().device_to_host.count, to_host, "copies to the host (only b may move)");
}

inline testing::AssertionResult adds(bool a_on_device, bool b_on_device, std::size_t count) {
  Add op;
  op.a_on_device = a_on_device;
  op.b_on_device = b_on_device;
  const auto a = any_values(count), b = any_values(count);
  op.a = channel::In<float>(a);
  op.b = channel::In<float>(b);
  op.c = channel::Out<float>(count);
  if (auto asked = channel::ask(op); !asked) return asked;
  std::vector<float> sums;
  for (std::size_t i = 0; i < count; ++i) sums.push_back(a[i] + b[i]);
  if (auto right = same(op, op.c.values(), sums, "the sum"); !right) return right;
  if (auto there =
          holds(op, op.c_on_device.values()[0] == (a_on_device ? 1 : 0),
                fmt::format("the sum does not lie where a lies, on the {}", Add::place(a_on_device)));
      !there)
    return there;
  if (auto moved = moves_b_alone(op); !moved) return moved;
  return same_bytes(op, op.message, op.expected_message);
}

/// A strided matrix of any kind, copied row by row.
inline testing::AssertionResult copies_strided(StridedCopy& op,
                                               Flavour flavour = Flavour::fast) {
  const auto at = [&](int row, int column) {
    return area(row, op.row_stride) + area(column, op.column_stride);
  };
  const auto from = any_values(at(op.rows - 1, op.columns - 1) + 1);
  op.from = channel::In<float>(from);
  op.to = channel::Out<float>(area(op.rows, op.columns));
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  std::vector<float> expected;
  for (int row = 0; row < op.rows; ++row)
    for (int column = 0; column < op.columns; ++column) expected.push_back(from[at(row, column)]);
  return same(op, op.to.values(), expected, "to");
}

inline StridedCopy strided(int rows, int columns, int row_stride, int column_stride) {
  StridedCopy op;
  op.rows = rows;
  op.columns = columns;
  op.row_stride = row_stride;
  op.column_stride = column_stride;
  return op;
}

/// The elements must be in order, and the result must share memory if and only if the strides allow it.
inline testing::AssertionResult flattens(Flatten::Look look, int rows, int columns, int first = 0,
                                         int width = 0) {
  Flatten op;
  op.look = look;
  op.rows = rows;
  op.columns = columns;
  op.first = first;
  op.width = width;
  const auto x = any_values(area(rows, columns));
  op.x = channel::In<float>(x);
  std::vector<float> expected;
  const auto element = [&](int row, int column) {
    return x[area(row, columns) + static_cast<std::size_t>(column)];
  };
  if (look == Flatten::Look::transposed) {
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row) expected.push_back(element(row, column));
  } else {
    const int begin = look == Flatten::Look::strip ? first : 0;
    const int end = look == Flatten::Look::strip ? first + width : columns;
    for (int row = 0; row < rows; ++row)
      for (int column = begin; column < end; ++column) expected.push_back(element(row, column));
  }
  op.flat = channel::Out<float>(expected.size());
  if (auto asked = channel::ask(op); !asked) return asked;
  const bool packed = look == Flatten::Look::whole;
  if (auto viewed = holds(op, op.facts.values()[0] == (packed ? 1 : 0),
                          fmt::format("can_be_viewed returns {}, expected {}",
                                      op.facts.values()[0] == 1 ? "yes" : "no", packed ? "yes" : "no"));
      !viewed)
    return viewed;
  if (auto right = same(op, op.flat.values(), expected, "the vector"); !right) return right;
  if (auto shared = holds(op, op.facts.values()[1] == (packed ? 1 : 0),
                          packed ? "copies, where a view would do"
                                 : "shares memory with a matrix whose elements lie in another order");
      !shared)
    return shared;
  return exactly(op, meters().launches, packed ? 0 : 1, "launches");
}

inline Hazard hazard(bool in_place, std::size_t count) {
  Hazard op;
  op.in_place = in_place;
  op.factor = static_cast<float>(any_between(3, 9)) / 2.0f;  // never 1, because it changes nothing
  op.x = channel::In<float>(any_values(count, -3, 3));
  op.gradient = channel::Out<float>(count);
  return op;
}

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

inline testing::AssertionResult loss_right(Hazard& op) {
  double expected = 0;
  for (const float x : op.x.values()) expected += sigmoid(x) * static_cast<double>(op.factor);
  const double found = op.loss.values()[0];
  return holds(op, std::abs(found - expected) <= tolerance * std::abs(expected),
               fmt::format("the loss is {:.6g}, expected {:.6g}", found, expected));
}

/// The loss is right, its backward pass throws the error, and hazard_message returns that error's text.
inline testing::AssertionResult is_caught(std::size_t count) {
  Hazard op = hazard(true, count);
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = loss_right(op); !right) return right;
  if (auto raised = holds(op, !text_of(op.expected_message).empty(),
                          "backward() throws nothing: sigmoid's result was not changed in place");
      !raised)
    return raised;
  if (auto told = same_bytes(op, op.message, op.expected_message); !told) return told;
  const auto gradient = op.gradient.values();
  return holds(op, std::all_of(gradient.begin(), gradient.end(), [](float g) { return std::isnan(g); }),
               "x has a gradient although backward() failed: its value has no meaning");
}

inline testing::AssertionResult is_avoided(std::size_t count) {
  Hazard op = hazard(false, count);
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = loss_right(op); !right) return right;
  if (const std::string message = text_of(op.message); !message.empty())
    return holds(op, false, fmt::format("backward() says \"{}\"", message));
  if (auto silent = same_bytes(op, op.message, op.expected_message); !silent) return silent;
  std::vector<double> slopes;
  for (const float x : op.x.values())
    slopes.push_back(sigmoid(x) * (1 - sigmoid(x)) * static_cast<double>(op.factor));
  return channel::judge(op, oracle::compare_relative_rmse(op.gradient.values(), slopes, tolerance,
                                                       {"the gradient of x", count}));
}

}  // namespace gridmark::lab0
