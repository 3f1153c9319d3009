#pragma once
// What contracts ask for beside the right answer, from the reply to the last ask().
//
//   GivenStream in the adaptor, then:    EXPECT_TRUE(keeps(op, stray_work()));
//   ask(op, Flavour::counted), then:     EXPECT_TRUE(keeps(op, double_precision()));
//   ask(op) twice in one worker, then:   EXPECT_TRUE(keeps(op, object_left()));
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "labkit/channel/ask.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::channel {

/// How a call broke a contract, and where.
struct Breach {
  std::string message;
  emulation::SourcePlace place;
  std::optional<Cause> cause = {};  ///< where it is a finding, or something that is left behind
  repairs::Remedy remedy = {};
};

/// Work that was queued outside of the stream that the function was given.
std::optional<Breach> stray_work();

/// Operations of kernels in double precision.
std::optional<Breach> double_precision();

/// A stream, an event or a handle that the call created and did not destroy.
std::optional<Breach> object_left();

/// The flavour that sees stray work: the fast one, and beside a GPU the counted one.
Flavour stream_flavour();

/// A call with a size that the contract forbids must return cudaErrorInvalidValue.
template <class Operation>
testing::AssertionResult refuses_sizes(Operation operation) {
  return refuses(operation, {"cudaErrorInvalidValue", "a size is below 1",
                             "check the sizes before anything else", repairs::Repair::check_sizes});
}

/// A call whose work the device refuses must return the device's error.
template <class Operation>
testing::AssertionResult tells_errors(Operation operation) {
  operation.circumstance = Circumstance::refused_work;
  return refuses(operation,
                 {"cudaErrorLaunchOutOfResources", "the device refuses the work",
                  "return the error of the call, and after a launch the error of cudaGetLastError()"},
                 stream_flavour());
}

/// Whether this checker has a worker that counts. Without one double_precision() never finds anything.
bool can_count();

/// A breach as a test's verdict, the reason noted.
testing::AssertionResult keeps(const std::string& subject, const std::optional<Breach>& breach);

template <class Operation>
requires requires(const Operation& operation) { operation.subject(); }
testing::AssertionResult keeps(const Operation& operation, const std::optional<Breach>& breach) {
  return keeps(operation.subject(), breach);
}

}  // namespace gridmark::channel
