#include "emulation/counters/failed_launches.h"

#include <algorithm>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

constexpr std::size_t most_failures = 64;

}  // namespace

void FailedLaunches::failed(const std::string& launch, const char* error) {
  if (unseen_.size() < most_failures) unseen_.push_back({launch, error, emulation::call_stack_here()});
}

void FailedLaunches::report() {
  for (const Failure& failure : unseen_) {
    const emulation::SourcePlace place = emulation::source_place(failure.stack);
    findings_.add(
        emulation::Finding::Kind::unchecked_error, place,
        "unchecked error: the launch of " + failure.launch + " at " + text_of(place) + " failed with " +
            failure.error +
            ", so the kernel did not run, and the program did not check the error. Call cudaGetLastError() "
            "after each launch");
  }
  unseen_.clear();
}

void FailedLaunches::errors_asked_for() {
  for (Failure& failure : unseen_) seen_.push_back(std::move(failure));
  unseen_.clear();
  if (seen_.size() > most_failures) seen_.erase(seen_.begin(), seen_.end() - most_failures);
}

emulation::Finding FailedLaunches::seen(const std::string& error) const {
  emulation::Finding found{emulation::Finding::Kind::unchecked_error, "", {}, ""};
  const auto last = std::find_if(seen_.rbegin(), seen_.rend(),
                                 [&](const Failure& failure) { return failure.error == error; });
  if (last == seen_.rend()) return found;
  found.place = emulation::source_place(last->stack);
  found.message = "the launch of " + last->launch + " at " + text_of(found.place) + " failed";
  return found;
}

}  // namespace gridmark::counters
