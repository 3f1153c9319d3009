#pragma once
#include <optional>
#include <span>

#include "labkit/oracle/comparison.h"

namespace gridmark::oracle {

/// Where `got` is wrong, in a grid of at most 32 x 32 cells; their sides are powers of two, as those of
/// blocks are, so that borders of blocks lie between cells. Nothing where `shape` does not fit.
///
/// close  how far an element may be off, absolute
std::optional<WrongElements> count_wrong(std::span<const float> got, std::span<const double> expected,
                                         const Shape& shape, double close);

}  // namespace gridmark::oracle
