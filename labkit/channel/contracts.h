#pragma once
// Contracts that go beyond the right answer. They are checked in the reply to the last ask().
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

/// A broken contract and its place.
struct Breach {
  std::string message;
  emulation::SourcePlace place;
  std::optional<Cause> cause = {};  ///< set if the breach is a finding or a leak
  repairs::Remedy remedy = {};
};

/// Work that was queued outside the stream that the function was given.
std::optional<Breach> stray_work();

/// Double-precision operations in kernels.
std::optional<Breach> double_precision();

/// A stream, an event or a handle that the call created and did not destroy.
std::optional<Breach> object_left();

/// The flavour that sees stray work: the fast one, or the counted one on a GPU.
Flavour stream_flavour();

/// Requires that a call with a size that the contract forbids returns cudaErrorInvalidValue.
template <class Operation>
testing::AssertionResult refuses_sizes(Operation operation) {
  return refuses(operation, {"cudaErrorInvalidValue", "a size is below 1",
                             "check the sizes before anything else", repairs::Repair::check_sizes});
}

/// Requires that a call whose work the device refuses returns the device's error.
template <class Operation>
testing::AssertionResult tells_errors(Operation operation) {
  operation.circumstance = Circumstance::refused_work;
  return refuses(operation,
                 {"cudaErrorLaunchOutOfResources", "the device refuses the work",
                  "return the error of the call, and after a launch the error of cudaGetLastError()"},
                 stream_flavour());
}

/// Whether this checker has a counted worker. Without one, double_precision() never finds anything.
bool can_count();

/// A breach as a test's verdict. Notes the reason.
testing::AssertionResult keeps(const std::string& subject, const std::optional<Breach>& breach);

template <class Operation>
requires requires(const Operation& operation) { operation.subject(); }
testing::AssertionResult keeps(const Operation& operation, const std::optional<Breach>& breach) {
  return keeps(operation.subject(), breach);
}

}  // namespace gridmark::channel
