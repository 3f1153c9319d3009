#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// What a macro without parameters stands for, where that is string literals and nothing else.
using TextMacros = std::unordered_map<std::string_view, std::string>;
TextMacros text_macros(const Source& source);

/// asm volatile("text" : "=r"(output) : "r"(input) : "memory")
struct AsmStatement {
  struct Operand {
    std::string constraint;  ///< "=r", "+f", "l"
    std::string expression;  ///< what its parentheses hold, without comments and newlines
  };
  std::string text;               ///< literals joined, escapes resolved
  bool has_unknown_text = false;  ///< there is more than literals in it, a macro's parameter for one
  bool is_volatile = false;       ///< each time is a time of its own
  bool clobbers_memory = false;   ///< "memory": all of it is read and written before and after, as it says
  bool has_operands = false;      ///< there is a colon: %% stands for %
  std::vector<Operand> operands;  ///< outputs, then inputs
  std::size_t outputs = 0;
  std::size_t last = Source::none;  ///< the closing parenthesis
};

bool is_assembly_word(const Source& source, std::size_t i);

/// Reads the statement whose `asm` is token `i`; nothing if there is none.
std::optional<AsmStatement> read_asm_statement(const Source& source, std::size_t i, const TextMacros& macros);

}  // namespace gridmark::rewrite
