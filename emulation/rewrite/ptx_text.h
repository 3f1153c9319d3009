#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// An operand of a PTX instruction.
struct PtxOperand {
  enum class Kind {
    argument,  ///< %0: an operand of the asm statement
    name,      ///< a register that the text declares, or a special one: laneid, tid.x
    integer,
    real,      ///< 1.5, or the bits 0f3F800000, 0d...
    vector,    ///< {a, b}: parts
    address,   ///< [a + 16]: one part, and text is the offset
    inverted,  ///< !p: one part
    pair,      ///< p|q: two parts
  };
  Kind kind;
  std::string text;
  std::vector<PtxOperand> parts;
};

/// One step of a PTX text.
struct PtxStep {
  enum class Kind { open, close, declaration, instruction };
  Kind kind;
  std::vector<std::string> names;       ///< of a declaration
  std::optional<PtxOperand> predicate;  ///< @p, or @!p as an inverted one
  std::string opcode;                   ///< ld.global.f32
  std::vector<PtxOperand> operands;
};

struct PtxText {
  std::vector<PtxStep> steps;
  std::string problem;  ///< a message, or empty if every step was read
};

/// Reads the text of an asm statement. With operands, %% stands for %.
PtxText read_ptx(std::string_view text, bool has_operands);

}  // namespace gridmark::rewrite
