#pragma once
// Why an answer is wrong: it is computed again under one mistake after the other, until one gives just this
// answer.
//
// Theory of operation. A small answer fits many mistakes: a sum of one product is 0 if a loop starts at 1, if
// it ends too early, and if it adds whole numbers. Therefore a lab asks once more, with sizes at which the
// mistakes differ, and a cause has to give every answer. Where nothing could be asked for, a cause is named
// only if no other one fits.
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "labkit/oracle/diagnosis.h"

namespace gridmark::oracle {

/// An array that a student's function has filled, row-major.
struct Observed {
  std::span<const float> values;
  std::size_t columns;
  /// How far an element may be off, over the typical size of all. FP32 over some thousand terms, with room;
  /// half precision is ten times as far off.
  double close = 2e-5;
  /// And over its own size.
  double close_to_itself = 0;
  /// Whether what was not written still has its bits from before the call (is_unwritten()). Else it is some
  /// NaN.
  bool shows_unwritten = true;
};

/// What a mistake makes of one element: the values that may stand there, one of them as a rule. Where threads
/// overwrite each other's results there are several. Where the mistake fixes no value there is none.
using Element = std::vector<double>;
using Row = std::vector<Element>;

/// The value of an element that stays as it was before the call.
inline constexpr double untouched = std::numeric_limits<double>::quiet_NaN();

/// One mistake.
struct Hypothesis {
  Diagnosis cause;
  std::function<Row(std::size_t row)> row;
  /// The share of elements that may differ, where one rounding more or less decides about an element.
  double strays = 0;
};

/// A call, and what would come of it under each mistake.
struct Trial {
  Observed answer;
  std::vector<double> expected;        ///< the right answer
  std::vector<Hypothesis> hypotheses;  ///< the same ones in the same order in all trials of a function
};

/// The cause that the first trial states, of the first mistake that gives the answers of all trials. In one
/// of them it must differ from the right answer, and fix at least half of the elements. "" where there is no
/// such mistake, where a lone trial fits several, and where nothing was written at all. Of a large answer
/// some hundred rows are looked at.
Diagnosis common_cause(const std::vector<Trial>& trials);

}  // namespace gridmark::oracle
