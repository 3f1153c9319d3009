#pragma once
#include <string>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::tests {

/// A kernel with a known access pattern. Runs it on prepared buffers and returns the counts.
struct Pattern {
  std::string name;
  emulation::Meters (*run)();
};

const std::vector<Pattern>& traffic_patterns();
const std::vector<Pattern>& shape_patterns();
const std::vector<Pattern>& race_patterns();
const std::vector<Pattern>& hazard_patterns();

}  // namespace gridmark::tests
