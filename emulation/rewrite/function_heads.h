#pragma once
// Reads the text before a brace: whether a function begins there, and where it runs.
#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The sides on which a function runs, according to its head.
struct Qualifiers {
  bool host = false;
  bool device = false;  ///< also for __global__

  bool device_alone() const { return device && !host; }
};

class FunctionHeads {
 public:
  enum class Brace { scope, function, statement };

  /// Reads the macros that stand for qualifiers (`#define HD __host__ __device__`).
  explicit FunctionHeads(const Source& source);

  /// The tokens of the head of the brace at `i`, nearest first. A bracket stands for its whole pair.
  std::vector<std::size_t> head(std::size_t i) const;
  Brace kind(const std::vector<std::size_t>& head) const;
  Qualifiers qualifiers(const std::vector<std::size_t>& head) const;
  /// The qualifiers of the token alone, which is a qualifier or a macro for some.
  Qualifiers qualifiers(std::size_t token) const;
  /// The qualifiers that the macro stands for.
  Qualifiers qualifiers(std::string_view macro) const;

 private:
  bool is_any(std::size_t t, std::initializer_list<std::string_view> words) const {
    return is_one_of(source_, t, words);
  }

  const Source& source_;
  std::map<std::string_view, Qualifiers> macros_;
};

}  // namespace gridmark::rewrite
