#pragma once
#include <vector>

#include "emulation/rewrite/asm_statement.h"
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/ptx_text.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Inline PTX becomes calls of the functions in gridmark/ptx/. The host's own assembly stays as it is.
///
/// Theory of operation
/// An asm statement is PTX if one of its instructions is PTX: a known root with modifiers, or any opcode with
/// a dot inside, because the host's opcodes have none. In a device function it is always PTX. PTX that does
/// not run here is an error that names the instruction. A statement can be without an instruction, such as
/// asm volatile("" ::: "memory"). It then is also PTX where it may be meant for the device only: in a
/// function for both sides, or in a macro's body. There it stays the host's if PTX has no such operands.
class AsmRewriter {
 public:
  AsmRewriter(const Source& source, const FunctionTracker& functions, EditList& edits,
              std::vector<Diagnostic>& errors)
      : source_(source),
        functions_(functions),
        edits_(edits),
        errors_(errors),
        macros_(text_macros(source)) {}

  /// Handles token `i` if it is `asm`.
  void visit(std::size_t i);

 private:
  bool is_ptx(const PtxText& ptx) const;
  bool may_be_empty_ptx(std::size_t i, const AsmStatement& statement) const;
  void replace(std::size_t i, const AsmStatement& statement, std::string text);
  void refuse(std::size_t i, const std::string& problem);

  const Source& source_;
  const FunctionTracker& functions_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
  TextMacros macros_;
};

}  // namespace gridmark::rewrite
