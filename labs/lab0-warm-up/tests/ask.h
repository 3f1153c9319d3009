#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "labkit/inputs/any.h"
#include "labs/lab0-warm-up/operations.h"

namespace gridmark::lab0 {

using inputs::any_between;
using inputs::any_inputs;
using inputs::any_values;

/// Whether this run has a counted worker. A run without one only judges answers, and reports that it is not a
/// grade.
inline bool somebody_counts() { return channel::options().workers.contains("counted"); }

inline std::string text_of(const channel::Out<char>& output) {
  const auto all = output.values();
  return {all.begin(), std::find(all.begin(), all.end(), '\0')};
}

/// Passes if `right`, else fails the running test with `message` about the operation.
template <class Operation>
testing::AssertionResult holds(Operation& operation, bool right, const std::string& message) {
  return channel::judge(operation, {right, message});
}

/// The two texts of an operation, with the space after them.
template <class Operation>
testing::AssertionResult same_bytes(Operation& operation, const channel::Out<char>& found,
                                    const channel::Out<char>& expected) {
  const std::string text = text_of(found), wanted = text_of(expected);
  const bool right = std::ranges::equal(found.values(), expected.values());
  return holds(operation, right, fmt::format("gives \"{}\", expected \"{}\"", text, wanted));
}

/// Every value must be exact, and NaN always fails. The message ends with the cause if it is known.
template <class Operation>
testing::AssertionResult same(Operation& operation, std::span<const float> found,
                              std::span<const float> expected, const std::string& name,
                              const oracle::CauseSearch& search = {}) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i < found.size() && found[i] == expected[i]) continue;
    oracle::Comparison seen;
    seen.written = i < found.size() && !std::isnan(found[i]);
    seen.message = seen.written ? fmt::format("{}[{}] is {:.6g}, expected {:.6g}", name, i, found[i], expected[i])
                                : fmt::format("{}[{}] was never written", name, i);
    oracle::explain(seen, search ? search() : oracle::Diagnosis());
    return channel::judge(operation, seen);
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab0
