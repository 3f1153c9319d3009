#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Macros without parameters that stand for string literals only, with their texts.
using TextMacros = std::unordered_map<std::string_view, std::string>;
TextMacros text_macros(const Source& source);

/// asm volatile("text" : "=r"(output) : "r"(input) : "memory")
struct AsmStatement {
  struct Operand {
    std::string constraint;  ///< "=r", "+f", "l"
    std::string expression;  ///< the text in its parentheses, without comments and newlines
  };
  std::string text;               ///< literals joined, escapes resolved
  bool has_unknown_text = false;  ///< it contains more than literals, for example a macro's parameter
  bool is_volatile = false;       ///< the statement must run each time
  bool clobbers_memory = false;   ///< "memory": the statement may read and write all memory
  bool has_operands = false;      ///< there is a colon, so %% stands for %
  std::vector<Operand> operands;  ///< outputs, then inputs
  std::size_t outputs = 0;
  std::size_t last = Source::none;  ///< the closing parenthesis
};

bool is_assembly_word(const Source& source, std::size_t i);

/// Reads the statement whose `asm` is token `i`. Returns nothing if there is none.
std::optional<AsmStatement> read_asm_statement(const Source& source, std::size_t i, const TextMacros& macros);

}  // namespace gridmark::rewrite
