#pragma once
#include <string_view>

#include "emulation/rewrite/code_tokens.h"
#include "emulation/rewrite/program_macros.h"
#include "emulation/rewrite/program_names.h"

namespace gridmark::rewrite {

/// The meaning of the words before a declared name.
struct HeadWords {
  bool host = false, device = false, kernel = false;
  bool unknown = false;       ///< a word that may be a header's macro
  bool is_constexpr = false;  ///< or consteval, constinit
  bool is_const = false;
  bool is_static = false;
  bool is_local = false;       ///< static or inline, so the compiler omits it if it is not used
  bool is_pointer = false;     ///< or a reference
  bool is_arithmetic = false;  ///< its type is one of the language's numbers
  bool is_void = false;
  std::string_view type;  ///< the last word that is neither a qualifier nor a macro

  RunsOn where() const;
};

/// Reads the tokens from `begin` up to the name at `end`.
HeadWords read_head_words(const CodeTokens& code, const ProgramMacros& macros, std::size_t begin,
                          std::size_t end);

/// True for a word with which a type begins: int, const, struct, size_t.
bool is_type_word(std::string_view word);

/// True for functions that no compiler evaluates, so that a variable that they initialise is not a constant:
/// rand, sqrtf.
bool computes_at_run_time(std::string_view function);

}  // namespace gridmark::rewrite
