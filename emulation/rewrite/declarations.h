#pragma once
// The declarations that stand in a branch of an #if, one by one.
#include <optional>
#include <string>
#include <vector>

#include "emulation/rewrite/function_heads.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The tokens from `first` to `last`, both included.
struct Declaration {
  enum class Kind { function, label, other };
  Kind kind = Kind::other;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t open = Source::none;  ///< the braces of a function's body
  std::size_t close = Source::none;
  std::string
      head;  ///< all before the body, without the function's sides, its inlining and its parameters' names
  std::string signature;                ///< a function's name and parameter types; otherwise the name
  std::vector<std::string> parameters;  ///< a function's, by name; "" for one without
};

/// Splits tokens into declarations. Returns nothing if the tokens are not complete declarations, or if one of
/// them cannot stand in a namespace or class.
///
/// tokens  places in `source`, in order: code only, without macros' bodies
std::optional<std::vector<Declaration>> take_declarations(const Source& source, const FunctionHeads& heads,
                                                          const std::vector<std::size_t>& tokens);

}  // namespace gridmark::rewrite
