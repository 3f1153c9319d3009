#pragma once
// What a checker knows of its workers and of the last call.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "labkit/channel/transport.h"
#include "labkit/channel/workers.h"
#include "protocol/cause.h"

namespace gridmark::channel {

/// A small call shows few of the barriers that a kernel lacks, so a race is looked for in larger ones, too.
struct Looks {
  static constexpr int most = 3;
  int taken = 0;
  bool open = true;  ///< may another one show more?

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
  Workers experiments;                  ///< apart: their output is not a test's
  std::map<std::string, int> timeouts;  ///< by subject
  std::map<std::string, Looks> looks;   ///< by subject, into why its answer is wrong
  Reply last_reply;
  std::string counted_call;  ///< the description of the last call, where the counted flavour was asked
  Failure last_failure;
};

Session& session();

/// Notes why a test fails. The message begins with `what`, the call in words.
testing::AssertionResult fail(const std::string& what, Failure failure);

}  // namespace gridmark::channel
