#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::channel {

/// Doubles floats on the device. Its meters are honest, or forged as the test requests.
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
