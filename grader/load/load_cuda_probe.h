#pragma once
#include <string_view>

#include "grader/core/cuda_machine.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// What `gridmark-cuda-probe` prints; of the compiler it knows nothing.
///
/// errors  toolchain: it is something else
Result<CudaMachine> load_cuda_probe(std::string_view text);

}  // namespace gridmark::load
