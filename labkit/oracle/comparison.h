#pragma once
// Compares results with a reference in FP64. Every comparison is written so that NaN fails.
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "labkit/oracle/diagnosis.h"
#include "protocol/cause.h"
#include "protocol/wrong_elements.h"

namespace gridmark::oracle {

struct Comparison {
  bool equal = false;
  std::string message;                      ///< for the student, empty when equal
  bool written = true;                      ///< whether the element in the message was written
  std::size_t bytes = 0;                    ///< size of the array in the message, if known
  bool explained = false;                   ///< the message ends with a cause that experiments found
  std::optional<Cause> cause = {};          ///< from experiments, else from the answer's pattern
  std::optional<WrongElements> wrong = {};  ///< for a wrong answer that was compared element by element
  repairs::Remedy remedy = {};              ///< for the cause from experiments
  Diagnosis guess = {};                     ///< a possible cause, if nothing shows the real one
};

/// Searches for the reason of a wrong answer.
using CauseSearch = std::function<Diagnosis()>;

/// Ends the message of a wrong answer with the cause from experiments. "" changes nothing.
void explain(Comparison& wrong, const Diagnosis& cause);

/// The layout of an array, to name an element in a message: "c[3][5]".
struct Shape {
  std::string name;
  std::size_t columns;
};

/// Relative root-mean-square error: |got - expected| / |expected|, with norms over all elements.
///
/// limit    the largest error that passes. 1e-5 fits FP32 accumulation over k <= 4096 (1.2e-6 computed), and
///          rejects TF32 or FP16 inputs (2.6e-4), BF16 inputs (2.0e-3) and FP16 accumulation (9e-3)
/// An expected array of zeros must be met exactly. Sizes must agree.
///
/// search   called for a wrong answer. If it finds nothing, the message ends with the pattern of the answer
Comparison compare_relative_rmse(std::span<const float> got, std::span<const double> expected, double limit,
                                 const Shape& shape, const CauseSearch& search = {});

}  // namespace gridmark::oracle
