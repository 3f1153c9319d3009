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
      head;  ///< all before the body, but where a function runs, its inlining and its parameters' names
  std::string signature;                ///< of a function, its name and what it takes; of others, the name
  std::vector<std::string> parameters;  ///< a function's, by name; "" for one without
};

/// Takes tokens apart into declarations; nothing where they are not whole ones, or none of a namespace's or
/// class's.
///
/// tokens  by their places in `source`: code, in order, macros' bodies left out
std::optional<std::vector<Declaration>> take_declarations(const Source& source, const FunctionHeads& heads,
                                                          const std::vector<std::size_t>& tokens);

}  // namespace gridmark::rewrite
