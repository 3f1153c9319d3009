#pragma once
// Explains a wrong answer. The answer is computed again under one mistake after the other, until one gives
// exactly this answer.
//
// Theory of operation. A small answer fits many mistakes. For example, a sum of one product is 0 if a loop
// starts at 1, if it ends too early, and if it adds integers. So a lab sends another call, with sizes at
// which the mistakes differ, and a cause must give every answer. If no further call is possible, a cause is
// named only if no other one fits.
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "labkit/oracle/diagnosis.h"

namespace gridmark::oracle {

/// An array filled by a student's function, row-major.
struct Observed {
  std::span<const float> values;
  std::size_t columns;
  /// The tolerance of an element, relative to the typical size of all. The value fits FP32 over some thousand
  /// terms with a margin. The error of half precision is ten times as large.
  double close = 2e-5;
  /// The tolerance relative to the element's size.
  double close_to_itself = 0;
  /// Whether unwritten elements still have the bits from before the call (is_unwritten()). Otherwise they are
  /// any NaN.
  bool shows_unwritten = true;
};

/// The values that an element may have under a mistake. Usually there is one. There are several if threads
/// overwrite each other's results. There is none if the mistake does not determine a value.
using Element = std::vector<double>;
using Row = std::vector<Element>;

/// The value of an element that the call did not change.
inline constexpr double untouched = std::numeric_limits<double>::quiet_NaN();

/// One mistake.
struct Hypothesis {
  Diagnosis cause;
  std::function<Row(std::size_t row)> row;
  /// The share of elements that may differ, if one rounding more or less decides about an element.
  double strays = 0;
};

/// A call and its result under each mistake.
struct Trial {
  Observed answer;
  std::vector<double> expected;        ///< the right answer
  std::vector<Hypothesis> hypotheses;  ///< the same mistakes in the same order in all trials of a function
};

/// The cause, in the words of the first trial, for the first mistake that gives the answers of all trials. In
/// at least one trial it must differ from the right answer and determine at least half of the elements. "" if
/// there is no such mistake, if a single trial fits several, or if nothing was written at all. In a large
/// answer only some hundred rows are compared.
Diagnosis common_cause(const std::vector<Trial>& trials);

}  // namespace gridmark::oracle
