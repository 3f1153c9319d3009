#pragma once
#include <string>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark {

/// One time of a sweep over sizes.
struct SweepPoint {
  std::string series;  ///< "matmul_tiled"
  Provenance provenance = Provenance::measured;
  double size = 0;            ///< n
  double milliseconds = 0;    ///< of the computation alone
  double with_copies_ms = 0;  ///< including the copies there and back
  double tflops = 0;
  double bytes_loaded = 0, sectors = 0;  ///< 0 if not counted
  std::string problem;                   ///< why there is no time, else empty
  friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// In the order of the lab's benchmarks.
using Sweep = std::vector<SweepPoint>;

/// The point that a series is compared with: the first one that was measured, or nullptr.
const SweepPoint* baseline_at(const Sweep& sweep, double size);

/// The smallest size from which `series`, including its copies, is faster than the baseline wherever both
/// have a time. 0 if there is none.
double crossover(const Sweep& sweep, const std::string& series);

/// The names of the series, in the order of their first points.
std::vector<std::string> series_of(const Sweep& sweep);

}  // namespace gridmark
