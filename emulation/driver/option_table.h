#pragma once
// What each option of the command line means: nvcc's spellings, g++'s, and our own.
#include <span>
#include <string>
#include <string_view>

#include "emulation/driver/options.h"

namespace gridmark::driver {

struct OptionRule {
  enum class Value {
    none,      ///< the option is a word of its own
    separate,  ///< "-o X", "--output-file X", "--output-file=X"
    joined,    ///< "-IX", "-I X"
    rest       ///< whatever begins like this, as one word: "-Wall"
  };
  std::string_view name;
  Value value;
  /// `word` is the option as written, for `joined` its name; `value` is what it takes.
  void (*apply)(Options& options, const std::string& word, const std::string& value);
  std::string_view refusal = {};  ///< if not empty, why the option cannot be served
};

/// The first rule that fits a word decides.
std::span<const OptionRule> option_rules();

}  // namespace gridmark::driver
