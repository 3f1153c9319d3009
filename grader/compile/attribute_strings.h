#pragma once
// Texts in quotes that a source gives to the compiler instead of the program: section("name"),
// #pragma GCC optimize("O3"), #ident "text".
//
// Theory of operation. GCC copies some of these texts into its assembly file as they are: a line break in the
// name of a section begins a line of assembly that no compiler made. So the texts are collected, and
// refused_text() (word_rules.h) accepts only names.
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark {

struct AttributeString {
  std::string owner;  ///< the word that takes the text: "section"; empty: not known
  std::string text;   ///< as the source spells it, adjacent literals joined, without quotes
  Place place;
  bool own = true;  ///< false: a system header's macro put it there
};

/// Takes the tokens of a source in their order and keeps the texts of attributes and directives.
class AttributeReader {
 public:
  void begin_line(bool directive);
  void word(std::string_view name);  ///< a number or a character is an empty word
  void sign(char c);                 ///< one character of punctuation; no blanks
  void literal(std::string_view text, const Place& place, bool own);

  bool whole() const { return whole_; }  ///< false: there are more texts than are kept
  std::vector<AttributeString> take() { return std::move(strings_); }

 private:
  enum class Last { nothing, word, sign, literal };

  bool takes_text() const;
  void bracket(char c, bool doubled);

  bool directive_ = false;
  int directive_words_ = 0;
  bool directive_takes_text_ = false;
  bool awaits_attribute_ = false;  ///< after __attribute__
  int depth_ = 0;                  ///< open brackets of the attribute; 0: outside of attributes
  Last last_ = Last::nothing;
  char sign_ = 0, sign_before_ = 0;  ///< the last two tokens, where they are signs
  std::string owner_;
  bool whole_ = true;
  std::vector<AttributeString> strings_;
};

}  // namespace gridmark
