#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::channel {

/// A worker that behaves well or badly, as the test requests.
struct Behave {
  static constexpr std::string_view name = "behave";
  std::string how;
  In<int> in;
  Out<int> out;
  auto fields() { return std::tie(how, in, out); }
  std::string subject() const { return "behave"; }
  std::string describe() const { return "behave(" + how + ")"; }
};

}  // namespace gridmark::channel
