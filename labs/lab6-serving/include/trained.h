#pragma once
// A trained model that writes texts like those of grammar_corpus(5, ...): 141,312 parameters, in the order of gpt.h.
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trained_weights.h"

/// The f16 number with these 16 bits.
inline float half_value(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), sign = bits >> 15 != 0 ? -1 : 1;
  const int fraction = static_cast<int>(bits & 1023) + (exponent > 0 ? 1024 : 0);
  return static_cast<float>(sign) * std::ldexp(static_cast<float>(fraction), (exponent > 0 ? exponent : 1) - 25);
}

/// The parameters of the model. Use weights_from(trained_values(), GptShape()).
inline std::vector<float> trained_values() {
  const std::string_view text(trained_weights_text, sizeof trained_weights_text - 1);
  const auto six = [](char letter) { return static_cast<std::uint32_t>((letter == '~' ? '\\' : letter) - '0'); };
  std::vector<float> values;
  for (std::size_t i = 0; i + 2 < text.size(); i += 3)
    values.push_back(half_value((six(text[i]) << 12 | six(text[i + 1]) << 6 | six(text[i + 2])) & 0xffff));
  return values;
}
