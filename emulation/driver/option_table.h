#pragma once
// The meaning of each option of the command line: nvcc's spellings, g++'s, and gridmark's own.
#include <span>
#include <string>
#include <string_view>

#include "emulation/driver/options.h"

namespace gridmark::driver {

struct OptionRule {
  enum class Value {
    none,      ///< the option is a complete word
    separate,  ///< "-o X", "--output-file X", "--output-file=X"
    joined,    ///< "-IX", "-I X"
    rest       ///< all words that begin like this, unsplit: "-Wall"
  };
  std::string_view name;
  Value value;
  /// `word` is the option as written, or its name for `joined`. `value` is its argument.
  void (*apply)(Options& options, const std::string& word, const std::string& value);
  std::string_view refusal = {};  ///< the reason why the option is not supported, or empty
};

/// The rules. The first one that fits a word is used.
std::span<const OptionRule> option_rules();

}  // namespace gridmark::driver
