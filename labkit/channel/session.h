#pragma once
// The checker's state: its workers and the last call.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "labkit/channel/transport.h"
#include "labkit/channel/workers.h"
#include "protocol/cause.h"

namespace gridmark::channel {

/// Limits the looks for a race. A small call shows only few of a kernel's missing barriers, so larger calls
/// are looked at too.
struct Looks {
  static constexpr int most = 3;
  int taken = 0;
  bool open = true;  ///< whether another look may show more

  bool begin() {
    if (!open || taken == most) return false;
    ++taken;
    open = false;
    return true;
  }
  void note(const Failure& failure) {
    open = failure.cause && failure.cause->kind == Cause::Kind::race && failure.fixes.size() == 1;
  }
};

struct Session {
  Workers workers;
  Workers experiments;                  ///< separate, because their output does not belong to a test
  std::map<std::string, int> timeouts;  ///< by subject
  std::map<std::string, Looks> looks;   ///< by subject: looks for the reason of a wrong answer
  Reply last_reply;
  std::string counted_call;  ///< the description of the last call, if it ran in the counted flavour
  Failure last_failure;
};

Session& session();

/// Notes why a test fails. The message begins with `what`, the call in words.
testing::AssertionResult fail(const std::string& what, Failure failure);

}  // namespace gridmark::channel
