#pragma once
#include <string>
#include <vector>

#include "emulation/counters/findings.h"
#include "emulation/engine/call_stack.h"

namespace gridmark::counters {

/// Launches that failed. One is a defect if the program never read the error. Errors that a call returns
/// count as read.
class FailedLaunches {
 public:
  explicit FailedLaunches(Findings& findings) : findings_(findings) {}

  /// "kernel scale, with ...", "cudaErrorInvalidValue".
  void failed(const std::string& launch, const char* error);
  void errors_asked_for();
  /// Turns those that are still unread into findings.
  void report();
  void forget_seen() { seen_.clear(); }
  /// The last one with this error that the program has read.
  emulation::Finding seen(const std::string& error) const;

 private:
  struct Failure {
    std::string launch, error;
    emulation::CallStack stack;
  };
  Findings& findings_;
  std::vector<Failure> unseen_;  ///< at most a few, because the first ones are enough
  std::vector<Failure> seen_;    ///< at most as many
};

}  // namespace gridmark::counters
