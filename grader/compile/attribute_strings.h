#pragma once
// Quoted texts that a source gives to the compiler instead of the program: section("name"),
// #pragma GCC optimize("O3"), #ident "text".
//
// Theory of operation. GCC copies some of these texts unchanged into its assembly file. A line break in the
// name of a section would therefore begin a line of assembly that no compiler made. So these texts are
// collected, and refused_text() (word_rules.h) accepts only names.
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark::compile {

struct AttributeString {
  std::string owner;  ///< the word that takes the text: "section", empty if unknown
  std::string text;   ///< as the source spells it, adjacent literals joined, without quotes
  Place place;
  bool own = true;  ///< false: it comes from a system header's macro
};

/// Reads the tokens of a source in order and keeps the texts of attributes and directives.
class AttributeReader {
 public:
  /// Begins a line. A directive may come in the middle of an attribute, which continues after it.
  void begin_line(bool directive);
  void word(std::string_view name);  ///< pass an empty word for a number or a character
  void sign(char c);                 ///< punctuation, brackets in any spelling
  void literal(std::string_view text, const Place& place, bool own);

  bool whole() const { return whole_; }  ///< false: there are more texts than are kept
  std::vector<AttributeString> take() { return std::move(strings_); }

 private:
  enum class Kind { nothing, word, bracket, sign, literal };

  /// The last token of the code or of the directive.
  struct Last {
    Kind kind = Kind::nothing;
    std::string owner;       ///< the word that a text would belong to
    std::size_t string = 0;  ///< index of a kept text
  };

  Last& last() { return directive_ ? in_directive_ : in_code_; }
  bool takes_text() const { return directive_ ? directive_takes_text_ : depth_ > 0; }
  void bracket(char c);
  void keep(std::string_view text, const Place& place, bool own);

  bool directive_ = false;
  int directive_words_ = 0;
  bool directive_takes_text_ = false;
  bool awaits_attribute_ = false;  ///< after __attribute__
  int depth_ = 0;                  ///< open brackets of the attribute, 0 outside of attributes
  Last in_code_, in_directive_;
  bool whole_ = true;
  std::vector<AttributeString> strings_;
};

}  // namespace gridmark::compile
