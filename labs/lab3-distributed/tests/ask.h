#pragma once
// Helpers that the tests of lab 3 share: inputs, and checks over all ranks.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/channel/crash.h"
#include "labkit/channel/options.h"
#include "labkit/channel/ranks.h"
#include "labkit/inputs/any.h"
#include "labkit/oracle/distance.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

using channel::RanksAnswer;

using channel::holds;
using inputs::any_between;
using inputs::any_inputs;
using inputs::any_values;
using oracle::first_difference;
using oracle::relative_l2;

/// Numbers of ranks. With three ranks a mistake is the easiest to see.
inline constexpr int three_first[] = {3, 1, 2, 4, 5};

/// Whether the gradients [at, at + size) of each rank are the mean of the ranks' local gradients.
///
/// which   "the gradients of step 1"
/// advice  "" or the end of the message: "; only right steps are timed"
template <class Operation>
testing::AssertionResult are_means(const std::vector<Operation>& ops, std::size_t at, std::size_t size,
                                   const std::string& which, const std::string& advice = "") {
  std::vector<double> mean(size);
  for (const Operation& op : ops)
    for (std::size_t i = 0; i < size; ++i) mean[i] += op.local.values()[at + i] / static_cast<double>(op.world);
  for (const Operation& op : ops)
    if (const double far = relative_l2(op.gradients.values().subspan(at, size), mean); far > 1e-5)
      return holds(op, false, fmt::format("{} on rank {} differ from the mean over all ranks by {:.2g} of its length, "
                                          "expected 1e-5 at most{}", which, op.rank, far, advice));
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab3
