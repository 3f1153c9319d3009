#pragma once
// A CUDA source by its words alone: enough to find a statement, and to change it.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::repairs {

using Index = std::size_t;  ///< of a word
inline constexpr Index none = static_cast<Index>(-1);

/// Words [begin, end).
struct Range {
  Index begin = 0, end = 0;
  bool empty() const { return begin >= end; }
  bool contains(Index word) const { return begin <= word && word < end; }
};

/// One with a body, whose brackets belong to no range.
struct Function {
  Index name = 0;
  Range parameters, body;
};

class Code {
 public:
  /// text  must stay alive
  explicit Code(std::string_view text);

  std::size_t size() const { return words_.size(); }
  /// A word that is not there is "".
  std::string_view at(Index word) const {
    return word < words_.size() ? words_[word].text : std::string_view();
  }
  bool is(Index word, std::string_view text) const { return at(word) == text; }
  bool is_name(Index word) const;
  int line(Index word) const { return word < words_.size() ? words_[word].line : 0; }
  /// The bracket that belongs to this one; `none` where there is none.
  Index partner(Index bracket) const;
  /// As it is written.
  std::string text(Range range) const;
  /// A whole line, without what ends it.
  std::string_view line_text(int line) const;

  const std::vector<Function>& functions() const { return functions_; }
  /// nullptr: none
  const Function* function_at(int line) const;
  const Function* function_named(std::string_view name) const;

  /// Behind an operand that starts here: a name with its members, a number, a call, an element or a bracket.
  Index behind_operand(Index first) const;
  /// Behind an expression that starts here: at its comma or semicolon.
  Index behind_value(Index first) const;
  /// Where the operand that ends with this word starts.
  Index start_of_operand(Index last) const;
  /// Between the commas of a bracket.
  std::vector<Range> arguments(Index open) const;
  /// Up to its semicolon, from behind the last one or a brace.
  Range statement_around(Index word) const;
  /// The next word like this in the range; its end where there is none.
  Index find(Range range, std::string_view text) const;
  /// The names of a parameter or of a declared variable: the last name in front of `=`, `[` or the end.
  std::string_view declared_name(Range declaration) const;

 private:
  struct Word {
    std::string_view text;
    int line = 0;
    Index partner = none;
  };
  void read_words();
  void pair_brackets();
  void find_functions();

  std::string_view text_;
  std::vector<Word> words_;
  std::vector<Function> functions_;
};

/// Changes of one source, made together.
class Changes {
 public:
  explicit Changes(const Code& code) : code_(&code) {}
  void replace(Range words, std::string text) { edits_.push_back({words, std::move(text)}); }
  void add_line(int behind, std::string text) { lines_.push_back({behind, std::move(text)}); }
  bool empty() const { return edits_.empty() && lines_.empty(); }
  /// One a line; none where a change goes over the end of its line.
  std::vector<emulation::Fix> fixes(const std::string& file) const;

 private:
  struct Edit {
    Range words;
    std::string text;
  };
  struct Line {
    int behind;
    std::string text;
  };
  const Code* code_;
  std::vector<Edit> edits_;
  std::vector<Line> lines_;
};

}  // namespace gridmark::repairs
