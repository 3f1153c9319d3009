#pragma once
// The least counts that some work needs. A count below its floor is either forged, or the work was done where
// nothing counts it. A person decides, because the meters lie next to the submission's code.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// A count and the least value that the work needs.
struct Floor {
  std::string what;  ///< "bytes loaded from global memory"
  double counted = 0;
  double least = 0;
};

/// A count that is too good to be true, or nothing: "the kernels counted 0 floating-point operations, and the
/// work needs at least 33554432".
std::optional<std::string> below_floor(const std::vector<Floor>& floors);

/// Sends the running test to review if a count is below its floor. The test then fails with the outcome
/// "review" and earns nothing until a person has looked. Its measurements are kept for the review.
testing::AssertionResult above_floors(const std::string& subject, const std::vector<Floor>& floors);

/// Sends the running test to review if the host may have done work of the device. The last reply shows this
/// by copies in either direction, by findings about accesses to memory that only the other side has, and by
/// memory that both sides can reach. On the emulated device that memory includes variables of the program
/// that kernels store in or copies write to.
/// few  bytes that may still go from the device to the host and back, for sizes, flags and sums
testing::AssertionResult stays_on_the_device(const std::string& subject, std::uint64_t few = 0);

/// Fails the running test with the outcome "review". `message` is the evidence.
testing::AssertionResult send_to_review(const std::string& message);

/// Memory that the driver has given out between N and 2N calls and that no ledger shows, such as a library's.
/// Nothing if there is none. The figures include other programs' memory, so hold the device exclusively.
std::optional<std::string> driver_growth(const DeviceSample& half, const DeviceSample& last);

/// The replies to 2N calls of one operation in one worker, with equal sizes and different inputs.
///
/// Growth between the Nth and the last call is a leak, even if the memory is pooled. Calls that do less work
/// than the first one have remembered answers.
class CallSeries {
 public:
  void add(const Reply& reply) { replies_.push_back(reply); }

  /// The fault as the end of a message about the function, or nothing.
  std::optional<std::string> growth() const;
  std::optional<std::string> shrinking_work() const;

 private:
  std::vector<Reply> replies_;
};

}  // namespace gridmark::channel
