#pragma once
// One session of the fuzzer.
#include <cstdint>

#include "grader/system/program_paths.h"

namespace gridmark::declarations {

struct Plan {
  int candidates = 2000;
  double minutes = 0.5;
  std::uint64_t seed = 1;
  int only = 0;  ///< number of the only candidate to try; 0: all
};

/// Prints its work and each finding. returns  0: no finding, 1: a finding, 2: too little was done
int run_campaign(const Plan& plan, const system::ProgramPaths& paths);

}  // namespace gridmark::declarations
