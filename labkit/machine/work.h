#pragma once
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/inputs/inputs.h"
#include "labkit/oracle/comparison.h"

namespace gridmark::machine {

/// Work of a known size to judge the machine: y = x/2 + y/2, repeated, from y = 0. The worker sets the number
/// of passes, not the request. A program with 242 passes is one tenth slower than one with 220.
struct Work {
  static constexpr std::string_view name = "work";
  channel::In<float> x;
  channel::Out<float> y;
  auto fields() { return std::tie(x, y); }
  std::string subject() const { return "work"; }
  std::string describe() const { return "work(" + std::to_string(x.size()) + " values)"; }
};

constexpr std::size_t work_values = std::size_t{1} << 16;  ///< 256 KiB, which fits in a core's cache

inline Work fresh_work() {
  static inputs::Inputs inputs;
  return {channel::In<float>(inputs.uniform(work_values, 1, 2)), channel::Out<float>(work_values)};
}

/// After some passes y equals x except for the last few digits.
inline oracle::Comparison judge_work(const Work& student, const Work&) {
  for (std::size_t i = 0; i < work_values; ++i)
    if (!(std::abs(student.y.values()[i] - student.x.values()[i]) < 1e-4f))
      return {false, "value " + std::to_string(i) + " is wrong"};
  return {true, ""};
}

}  // namespace gridmark::machine
