#pragma once
// A CUDA source as a list of words. This is enough to find a statement and to change it.
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

/// A function with a body. The ranges do not include its brackets.
struct Function {
  Index name = 0;
  Range parameters, body;
};

class Code {
 public:
  /// text  must outlive this object
  explicit Code(std::string_view text);

  std::size_t size() const { return words_.size(); }
  /// The text of a word, "" if there is no such word.
  std::string_view at(Index word) const {
    return word < words_.size() ? words_[word].text : std::string_view();
  }
  bool is(Index word, std::string_view text) const { return at(word) == text; }
  bool is_name(Index word) const;
  int line(Index word) const { return word < words_.size() ? words_[word].line : 0; }
  /// The matching bracket, `none` if there is none.
  Index partner(Index bracket) const;
  /// The original text.
  std::string text(Range range) const;
  /// A full line without its line end.
  std::string_view line_text(int line) const;

  const std::vector<Function>& functions() const { return functions_; }
  /// nullptr if there is none
  const Function* function_at(int line) const;
  const Function* function_named(std::string_view name) const;

  /// The place behind an operand that starts here: a name with its members, a number, a call, an element or a
  /// bracket.
  Index behind_operand(Index first) const;
  /// The place behind an expression that starts here: at its comma or semicolon.
  Index behind_value(Index first) const;
  /// The first word of the operand that ends with this word.
  Index start_of_operand(Index last) const;
  /// The parts between the commas of a bracket.
  std::vector<Range> arguments(Index open) const;
  /// The statement up to its semicolon, from behind the last semicolon or brace.
  Range statement_around(Index word) const;
  /// The next such word in the range, or the range's end.
  Index find(Range range, std::string_view text) const;
  /// The name of a parameter or of a declared variable: the last name in front of `=`, `[` or the end.
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

/// Changes of one source that belong together.
class Changes {
 public:
  explicit Changes(const Code& code) : code_(&code) {}
  void replace(Range words, std::string text) { edits_.push_back({words, std::move(text)}); }
  void add_line(int behind, std::string text) { lines_.push_back({behind, std::move(text)}); }
  bool empty() const { return edits_.empty() && lines_.empty(); }
  /// One fix for each line. Empty if a change spans several lines.
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
