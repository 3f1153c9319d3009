#include "emulation/rewrite/asm_rewriter.h"

#include <algorithm>

#include "emulation/rewrite/ptx_emission.h"
#include "emulation/rewrite/ptx_instructions.h"

namespace gridmark::rewrite {

void AsmRewriter::visit(std::size_t i) {
  if (!is_assembly_word(source_, i)) return;
  const auto statement = read_asm_statement(source_, i, macros_);
  if (!statement) return;
  const PtxText ptx = read_ptx(statement->text, statement->has_operands);
  if (may_be_empty_ptx(i, *statement)) {
    if (PtxEmission empty = emit_ptx(*statement, ptx); empty.problem.empty())
      return replace(i, *statement, std::move(empty.text));
  }
  if (!is_ptx(ptx)) return;
  if (statement->has_unknown_text)
    return refuse(i, "inline PTX whose text is put together from macros does not run on the emulated device");
  if (!ptx.problem.empty()) return refuse(i, ptx.problem);
  PtxEmission emission = emit_ptx(*statement, ptx);
  if (!emission.problem.empty()) return refuse(i, emission.problem);
  replace(i, *statement, std::move(emission.text));
}

bool AsmRewriter::is_ptx(const PtxText& ptx) const {
  for (const PtxStep& step : ptx.steps) {
    if (step.kind == PtxStep::Kind::declaration) return true;
    if (step.kind != PtxStep::Kind::instruction) continue;
    const auto parts = opcode_parts(step.opcode);
    if (parts.size() > 1 && !parts[0].empty()) return true;
    if (parts[0] == "trap" || parts[0] == "exit" || parts[0] == "brkpt") return true;
  }
  return functions_.on_device();
}

/// True for a statement that only makes the compiler forget values.
bool AsmRewriter::may_be_empty_ptx(std::size_t i, const AsmStatement& statement) const {
  const bool blank = std::all_of(statement.text.begin(), statement.text.end(), is_space);
  return blank && !statement.has_unknown_text && (source_.in_macro(i) || functions_.may_be_on_device());
}

/// Lines keep their numbers: the newlines of the old statement follow the new one. In a macro they are
/// spliced.
void AsmRewriter::replace(std::size_t i, const AsmStatement& statement, std::string text) {
  const std::size_t begin = source_[i].begin, end = source_[statement.last].end;
  const std::string_view old = source_.whole().substr(begin, end - begin);
  edits_.replace(begin, end, padded(std::move(text), old, source_.in_macro(i) ? "\\\n" : "\n"));
}

void AsmRewriter::refuse(std::size_t i, const std::string& problem) {
  errors_.push_back(source_.diagnostic(
      source_[i].begin,
      problem + ". Write it in CUDA C++, or keep it out of this build with #ifndef __GRIDMARK__"));
}

}  // namespace gridmark::rewrite
