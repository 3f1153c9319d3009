#pragma once
#include <string>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::tests {

/// A kernel with a known way of touching memory: runs it on prepared buffers and returns what was counted.
struct Pattern {
  std::string name;
  emulation::Meters (*run)();
};

const std::vector<Pattern>& traffic_patterns();
const std::vector<Pattern>& shape_patterns();
const std::vector<Pattern>& race_patterns();
const std::vector<Pattern>& hazard_patterns();

}  // namespace gridmark::tests
