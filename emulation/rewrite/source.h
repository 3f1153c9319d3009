#pragma once
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/token.h"

namespace gridmark::rewrite {

/// The origin of a byte of the preprocessed text, according to the line markers.
struct Position {
  std::string file;
  int line = 1;
  int column = 1;  ///< in bytes, 1-based
};

/// A reason why a file cannot be rewritten.
struct Diagnostic {
  Position position;
  std::string message;
  std::string source_line;  ///< the complete line, as the student wrote it
  Position repaired_at = {};
  std::string repair = {};  ///< a text that would help if it stood at `repaired_at`, empty if none is known
};

/// The tokens of a text. Its functions step over blanks, comments and line markers.
class Source {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  explicit Source(std::string_view text);

  std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  std::string_view text(std::size_t i) const;
  /// The text from the start of token `first` to the start of token `last`.
  std::string_view text(std::size_t first, std::size_t last) const;
  std::string_view whole() const { return text_; }

  /// False for `none`, literals and blanks.
  bool is(std::size_t i, std::string_view what) const;
  bool is_identifier(std::size_t i) const;
  /// The neighbour that is code, or `none` at the ends of the text or of a macro's body.
  std::size_t next(std::size_t i) const;
  std::size_t previous(std::size_t i) const;
  /// The bracket that belongs to the one at `i`, or `none` if unbalanced or if `i` is not a bracket.
  std::size_t partner(std::size_t i) const { return i < partners_.size() ? partners_[i] : none; }
  bool in_macro(std::size_t i) const { return in_macro_[i]; }

  Position position(std::size_t offset) const;
  Diagnostic diagnostic(std::size_t offset, std::string message) const;

 private:
  void pair_brackets();

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> partners_;
  std::vector<bool> in_macro_;
};

inline bool is_one_of(const Source& source, std::size_t i, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (source.is(i, word)) return true;
  return false;
}

}  // namespace gridmark::rewrite
