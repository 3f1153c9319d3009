#pragma once
#include <string>
#include <vector>

#include "emulation/counters/findings.h"
#include "emulation/engine/call_stack.h"

namespace gridmark::counters {

/// Launches that failed: a defect where nobody has asked for the error. Errors that a call returns count as
/// seen.
class FailedLaunches {
 public:
  explicit FailedLaunches(Findings& findings) : findings_(findings) {}

  /// "kernel scale, with ...", "cudaErrorInvalidValue".
  void failed(const std::string& launch, const char* error);
  void errors_asked_for();
  /// Those that nobody has asked for yet become findings.
  void report();
  void forget_seen() { seen_.clear(); }
  /// The last one with this error that somebody has asked for.
  emulation::Finding seen(const std::string& error) const;

 private:
  struct Failure {
    std::string launch, error;
    emulation::CallStack stack;
  };
  Findings& findings_;
  std::vector<Failure> unseen_;  ///< at most a few: the first ones tell enough
  std::vector<Failure> seen_;    ///< at most as many
};

}  // namespace gridmark::counters
