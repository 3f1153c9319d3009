#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::channel {

/// Doubles floats on the device, with meters that are honest or forged in the way that the test asks for.
struct Forge {
  static constexpr std::string_view name = "forge";
  std::string how;
  In<float> in;
  Out<float> out;
  auto fields() { return std::tie(how, in, out); }
  std::string subject() const { return "forge"; }
  std::string describe() const { return "forge(" + how + ")"; }
};

}  // namespace gridmark::channel
