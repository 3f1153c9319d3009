#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/exam/arrays.h"

namespace gridmark::timed_lab {

struct Polynomial {
  static constexpr std::string_view name = "polynomial";
  int n = 0, rounds = 1;
  exam::In<float> x;
  exam::Out<float> out;
  auto fields() { return std::tie(n, rounds, x, out); }
  std::string subject() const { return "polynomial"; }
  std::string describe() const {
    return "polynomial(n=" + std::to_string(n) + ", rounds=" + std::to_string(rounds) + ")";
  }
};

}  // namespace gridmark::timed_lab
