#pragma once
#include <string>

#include "emulation/rewrite/asm_statement.h"
#include "emulation/rewrite/ptx_text.h"

namespace gridmark::rewrite {

/// The C++ statement for a PTX text.
///
///   asm("mad.lo.s32 %0, %1, 3, %2;" : "=r"(a) : "r"(b), "r"(c))
///   do{auto&&gridmark_0=::gridmark::ptx::...   the operands, loaded by their constraints
///     ::gridmark::ptx::i_mad<::gridmark::ptx::m_lo,::gridmark::ptx::m_s32>(0, 1, immediate(3), 2);
///     outputs stored}while(0)
///
/// An instruction's name is i_ and its root. Each modifier is a template argument, m_ and its name.
/// gridmark/ptx/ has them.
struct PtxEmission {
  std::string text;
  std::string problem;  ///< a message, or empty if the text stands for the statement
};
PtxEmission emit_ptx(const AsmStatement& statement, const PtxText& ptx);

}  // namespace gridmark::rewrite
