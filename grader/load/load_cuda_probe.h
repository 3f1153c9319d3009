#pragma once
#include <string_view>

#include "grader/core/cuda_machine.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// The output of `gridmark-cuda-probe`. It has no facts about the compiler.
///
/// errors  toolchain: another text
Result<CudaMachine> load_cuda_probe(std::string_view text);

}  // namespace gridmark::load
