#pragma once
// Tests of the files that a submission leaves behind after a crash.
#include <string>

#include "labkit/channel/ask.h"
#include "labkit/disk/judgement.h"

namespace gridmark::channel {

/// The verdict of the running test: fails unless all crash states are good. The report draws the smallest bad
/// state.
template <class Operation>
testing::AssertionResult holds(const Operation& operation, const disk::Judgement& judged,
                               const std::string& message) {
  if (judged.bad == 0) return testing::AssertionSuccess();
  Failure failure{"wrong_answer", operation.describe() + ": " + message, {}, ""};
  failure.crash = judged.smallest->picture;
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

}  // namespace gridmark::channel
