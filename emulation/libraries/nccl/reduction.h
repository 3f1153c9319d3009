#pragma once
#include <cstddef>
#include <vector>

#include "nccl.h"

namespace gridmark::nccl {

/// 0 for a type that does not exist.
std::size_t bytes_of(ncclDataType_t type);

/// result = first op second op ..., `count` elements of each, in that order. Halves are added as float and
/// rounded once. Averages of integers are truncated as in C's division.
void reduce(const std::vector<const char*>& parts, std::size_t count, ncclDataType_t type, ncclRedOp_t op,
            char* result);

/// values[i] *= *scalar, `count` elements. Halves are multiplied as float and rounded.
void multiply(char* values, std::size_t count, ncclDataType_t type, const void* scalar);

}  // namespace gridmark::nccl
