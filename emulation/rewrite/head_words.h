#pragma once
#include <string_view>

#include "emulation/rewrite/code_tokens.h"
#include "emulation/rewrite/program_macros.h"
#include "emulation/rewrite/program_names.h"

namespace gridmark::rewrite {

/// What the words before a declared name say.
struct HeadWords {
  bool host = false, device = false, kernel = false;
  bool unknown = false;       ///< a word that may be a header's macro
  bool is_constexpr = false;  ///< or consteval, constinit
  bool is_const = false;
  bool is_static = false;
  bool is_local = false;       ///< static or inline: left out where nothing uses it
  bool is_pointer = false;     ///< or a reference
  bool is_arithmetic = false;  ///< its type is one of the language's numbers
  bool is_void = false;
  std::string_view type;  ///< the last word that is neither a qualifier nor a macro

  RunsOn where() const;
};

/// Of the tokens from `begin` up to the name at `end`.
HeadWords read_head_words(const CodeTokens& code, const ProgramMacros& macros, std::size_t begin,
                          std::size_t end);

/// int, const, struct, size_t: a word with which a type begins.
bool is_type_word(std::string_view word);

/// Functions that no compiler evaluates, so that what they initialise is no constant: rand, sqrtf.
bool computes_at_run_time(std::string_view function);

}  // namespace gridmark::rewrite
