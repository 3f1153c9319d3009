#pragma once
// What stands before a brace: whether a function begins there, and where it runs.
#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// What a function's head says about where it runs.
struct Qualifiers {
  bool host = false;
  bool device = false;  ///< __global__ too

  bool device_alone() const { return device && !host; }
};

class FunctionHeads {
 public:
  enum class Brace { scope, function, statement };

  /// Reads the macros that stand for qualifiers (`#define HD __host__ __device__`).
  explicit FunctionHeads(const Source& source);

  /// The tokens of the head of the brace at `i`, nearest first; a bracket stands for its whole pair.
  std::vector<std::size_t> head(std::size_t i) const;
  Brace kind(const std::vector<std::size_t>& head) const;
  Qualifiers qualifiers(const std::vector<std::size_t>& head) const;
  /// What the token alone says, a qualifier or a macro of some.
  Qualifiers qualifiers(std::size_t token) const;
  /// What the macro stands for.
  Qualifiers qualifiers(std::string_view macro) const;

 private:
  bool is_any(std::size_t t, std::initializer_list<std::string_view> words) const {
    return is_one_of(source_, t, words);
  }

  const Source& source_;
  std::map<std::string_view, Qualifiers> macros_;
};

}  // namespace gridmark::rewrite
