#pragma once
// Judges results against a reference in FP64. Every comparison is written so that NaN fails.
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
  bool written = true;                      ///< the element that the message is about was written
  std::size_t bytes = 0;                    ///< of the array that the message is about, where it is known
  bool explained = false;                   ///< the message ends with the cause that experiments have found
  std::optional<Cause> cause = {};          ///< that one, else what the pattern of the answer shows
  std::optional<WrongElements> wrong = {};  ///< of a wrong answer that was compared one by one
  repairs::Remedy remedy = {};              ///< of the cause that experiments have found
  Diagnosis guess = {};                     ///< what may be behind it, where nothing shows why
};

/// Looks for the reason of a wrong answer.
using CauseSearch = std::function<Diagnosis()>;

/// Ends the message of a wrong answer with the cause that experiments have found; "" changes nothing.
void explain(Comparison& wrong, const Diagnosis& cause);

/// How an array is laid out, for naming an element in a message: "c[3][5]".
struct Shape {
  std::string name;
  std::size_t columns;
};

/// Relative root-mean-square error: |got - expected| / |expected|, norms over all elements.
///
/// limit    passes when the error is at most this; 1e-5 holds FP32 accumulation over k <= 4096 (1.2e-6
/// computed),
///          and rejects TF32 or FP16 inputs (2.6e-4), BF16 inputs (2.0e-3) and FP16 accumulation (9e-3)
/// An expected array of zeros must be met exactly. Sizes must agree.
///
/// search   is asked of a wrong answer; where it knows nothing, the message ends with the pattern of the
/// answer
Comparison compare_relative_rmse(std::span<const float> got, std::span<const double> expected, double limit,
                                 const Shape& shape, const CauseSearch& search = {});

}  // namespace gridmark::oracle
