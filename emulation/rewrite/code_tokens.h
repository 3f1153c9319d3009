#pragma once
#include <initializer_list>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The code of a program's own files in one row, without blanks, bodies of macros, and text of system
/// headers. Places count within the row. `end()` stands for "nowhere".
class CodeTokens {
 public:
  explicit CodeTokens(const Source& source);

  std::size_t end() const { return tokens_.size(); }
  /// The token of the source at place `at`.
  std::size_t token(std::size_t at) const { return tokens_[at]; }
  std::string_view text(std::size_t at) const { return at < end() ? source_.text(tokens_[at]) : ""; }
  bool is(std::size_t at, std::string_view what) const { return at < end() && source_.is(tokens_[at], what); }
  bool is_any(std::size_t at, std::initializer_list<std::string_view> words) const;
  bool is_identifier(std::size_t at) const { return at < end() && source_.is_identifier(tokens_[at]); }
  /// True for `(`, `[` and `{`.
  bool opens(std::size_t at) const { return is_any(at, {"(", "[", "{"}); }
  /// The place of the bracket that belongs to the one at `at`, or `end()` if there is none.
  std::size_t partner(std::size_t at) const { return at < end() ? partners_[at] : end(); }
  /// The place behind the `>` that belongs to the `<` at `at`, or `at` if that is a comparison.
  std::size_t behind_angles(std::size_t at) const;
  /// The `<` that belongs to the `>` at `at`, or `end()` if that is a comparison.
  std::size_t open_angle(std::size_t at) const;
  /// False if a bracket has no partner. Such a text is not understood.
  bool balanced() const { return balanced_; }
  const Source& source() const { return source_; }

 private:
  void pair_brackets();

  const Source& source_;
  std::vector<std::size_t> tokens_;
  std::vector<std::size_t> partners_;
  bool balanced_ = true;
};

}  // namespace gridmark::rewrite
