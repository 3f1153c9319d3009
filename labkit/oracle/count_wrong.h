#pragma once
#include <optional>
#include <span>

#include "labkit/oracle/comparison.h"

namespace gridmark::oracle {

/// Counts the wrong elements of `got` in a grid of at most 32 x 32 cells. Cell sides are powers of two, as in
/// blocks, so that borders of blocks lie between cells. Nothing if `shape` does not fit.
///
/// close  the largest absolute error of a right element
std::optional<WrongElements> count_wrong(std::span<const float> got, std::span<const double> expected,
                                         const Shape& shape, double close);

}  // namespace gridmark::oracle
