#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::timed_lab {

struct Polynomial {
  static constexpr std::string_view name = "polynomial";
  int n = 0, rounds = 1;
  channel::In<float> x;
  channel::Out<float> out;
  auto fields() { return std::tie(n, rounds, x, out); }
  std::string subject() const { return "polynomial"; }
  std::string describe() const {
    return "polynomial(n=" + std::to_string(n) + ", rounds=" + std::to_string(rounds) + ")";
  }
};

}  // namespace gridmark::timed_lab
