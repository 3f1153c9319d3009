#include "labkit/timing/claimed_clock.h"

#include <algorithm>

#include "base/timing_verdict.h"

namespace gridmark::timing {
namespace {

constexpr double tolerated_share = 0.25;
constexpr double tolerated_seconds = 1e-3;

double beside_events(const Timed& timed) { return timed.wall_seconds - timed.cpu_seconds; }

}  // namespace

double unexplained_seconds(const ProcessSamples& samples) {
  if (samples.pairs.empty()) return 0;
  std::vector<double> student, reference;
  for (const Pair& pair : samples.pairs) {
    student.push_back(beside_events(pair.student));
    reference.push_back(beside_events(pair.reference));
  }
  return median(std::move(student)) - median(std::move(reference));
}

bool hides_time(const ProcessSamples& samples) {
  if (samples.pairs.empty()) return false;
  std::vector<double> claimed;
  for (const Pair& pair : samples.pairs) claimed.push_back(pair.student.cpu_seconds);
  return unexplained_seconds(samples) > tolerated_seconds + tolerated_share * median(std::move(claimed));
}

}  // namespace gridmark::timing
