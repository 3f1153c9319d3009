#pragma once
// What work needs at least. Meters are kept beside the submission's code, so a count that is too good to be
// true is either forged or the work was done where nobody counts: a person decides.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// A count and the least that the work can do with.
struct Floor {
  std::string what;  ///< "bytes loaded from global memory"
  double counted = 0;
  double least = 0;
};

/// What is too good to be true, or nothing: "the kernels counted 0 floating-point operations, and the work
/// needs at least 33554432".
std::optional<std::string> below_floor(const std::vector<Floor>& floors);

/// Sends the test that runs now to review where a count lies below its floor: the test fails, with the
/// outcome "review", and earns nothing until a person has looked. What it records is kept for that.
testing::AssertionResult above_floors(const std::string& subject, const std::vector<Floor>& floors);

/// Sends the test that runs now to review where work of the device may have been done by the host: by the
/// last reply's copies in either direction, by findings about accesses to what only the other has, and by
/// memory that both can reach (on the emulated device what kernels store in variables of the program and
/// copies bring there, too).
///
/// few  bytes that may go from the device and come back nevertheless, for sizes, flags and sums
testing::AssertionResult stays_on_the_device(const std::string& subject, std::uint64_t few = 0);

/// The test that runs now fails with the outcome "review", and `message` is the evidence.
testing::AssertionResult send_to_review(const std::string& message);

/// Memory that the driver has given out between N and 2N calls, which no ledger shows (that of a library,
/// say), or nothing. The device must be held exclusively: other programs' memory is in these figures, too.
std::optional<std::string> driver_growth(const DeviceSample& half, const DeviceSample& last);

/// The replies to 2N calls of one operation in one worker, equal in size and with other inputs each.
///
/// Growth between the Nth and the last call is a leak, however it is pooled; calls that do less than the
/// first ones remember answers.
class CallSeries {
 public:
  void add(const Reply& reply) { replies_.push_back(reply); }

  /// What is wrong, as the end of a message about the function, or nothing.
  std::optional<std::string> growth() const;
  std::optional<std::string> shrinking_work() const;

 private:
  std::vector<Reply> replies_;
};

}  // namespace gridmark::channel
