#include "emulation/counters/failed_launches.h"

#include "emulation/engine/source_place.h"

namespace gridmark::counters {

void FailedLaunches::failed(const std::string& launch, const char* error) {
  constexpr std::size_t most = 64;
  if (unseen_.size() < most) unseen_.push_back({launch, error, emulation::call_stack_here()});
}

void FailedLaunches::report() {
  for (const Failure& failure : unseen_) {
    const emulation::SourcePlace place = emulation::source_place(failure.stack);
    findings_.add(emulation::Finding::Kind::unchecked_error, place,
                  "unchecked error: the launch of " + failure.launch + " at " + text_of(place) +
                      " failed with " + failure.error +
                      ", so the kernel did not run, and nobody asked for the error; check cudaGetLastError() "
                      "after each launch");
  }
  unseen_.clear();
}

}  // namespace gridmark::counters
