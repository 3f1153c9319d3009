#include "memory_profiling.h"

std::vector<MemorySample> profile_training_memory(gridmark::tensor::Module&, gridmark::tensor::Optimizer&,
                                                  gridmark::tensor::DType) {
  return {};
}

AllocOutcome try_allocate(std::size_t) { return {}; }
