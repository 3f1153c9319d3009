#pragma once
#include <string>
#include <vector>

#include "emulation/counters/findings.h"
#include "emulation/engine/call_stack.h"

namespace gridmark::counters {

/// Launches that failed and whose error nobody has asked for. Errors that a call returns count as seen.
class FailedLaunches {
 public:
  explicit FailedLaunches(Findings& findings) : findings_(findings) {}

  /// "kernel scale, with ...", "cudaErrorInvalidValue".
  void failed(const std::string& launch, const char* error);
  void errors_asked_for() { unseen_.clear(); }
  /// Those that nobody has asked for yet become findings.
  void report();

 private:
  struct Failure {
    std::string launch, error;
    emulation::CallStack stack;
  };
  Findings& findings_;
  std::vector<Failure> unseen_;  ///< at most a few: the first ones tell enough
};

}  // namespace gridmark::counters
