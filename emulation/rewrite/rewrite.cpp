#include "emulation/rewrite/rewrite.h"

#include "emulation/rewrite/asm_rewriter.h"
#include "emulation/rewrite/cast_rewriter.h"
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/kernel_names.h"
#include "emulation/rewrite/kernel_registrar.h"
#include "emulation/rewrite/kernel_rows.h"
#include "emulation/rewrite/launch_rewriter.h"
#include "emulation/rewrite/refusals.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/shared_rewriter.h"
#include "emulation/rewrite/step_rewriter.h"
#include "emulation/rewrite/variable_rewriter.h"

namespace gridmark::rewrite {
namespace {

/// A macro and not the attribute itself, so that columns stay.
constexpr std::string_view noinline_macro = "#define _G_NOINLINE __attribute__((noinline))\n";

/// `__noinline__` is not defined as a macro: the standard headers write __attribute__((__noinline__)).
bool is_noinline_word(const Source& source, std::size_t i) {
  if (!source.is(i, "__noinline__")) return false;
  const std::size_t before = source.previous(i);
  return !source.is(before, "(") && !source.is(before, ",") && !source.is(before, "::");
}

/// `__shared__ alignas(16) float x` and `static alignas(16) ...`: among the specifiers g++ accepts only an
/// attribute.
bool is_alignas_among_specifiers(const Source& source, std::size_t i) {
  if (!source.is(i, "alignas")) return false;
  const std::size_t before = source.previous(i);
  for (const char* word : {"__shared__", "static", "extern", "const", "volatile", "inline", "constexpr",
                           "thread_local", "__constant__", "__device__", "__managed__"}) {
    if (source.is(before, word)) return true;
  }
  return false;
}

/// NV_IF_TARGET and its conditions. CCCL's own macros choose the host's branch, as its headers need.
bool is_target_word(std::string_view word) {
  if (!word.starts_with("NV_")) return false;
  for (const std::string_view whole : {"NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET",
                                       "NV_IS_HOST", "NV_IS_DEVICE", "NV_ANY_TARGET", "NV_NO_TARGET"})
    if (word == whole) return true;
  return word.starts_with("NV_PROVIDES_SM_") || word.starts_with("NV_IS_EXACTLY_SM_");
}

}  // namespace

Rewritten rewrite(std::string_view preprocessed, Unit unit) {
  const Source source(preprocessed);
  Rewritten result;
  EditList edits;
  ScopeTracker scopes(source);
  LaunchRewriter launches(source, edits, result.errors);
  FunctionTracker functions(source);
  SharedRewriter shared(source, scopes, functions, edits, result.errors);
  const KernelNames kernels(source);
  CastRewriter casts(source, kernels, edits);
  VariableRewriter variables(source, scopes, edits, unit == Unit::whole);
  KernelRegistrar registrar(source, scopes, edits);
  StepRewriter steps(source, functions, edits);
  AsmRewriter assembly(source, functions, edits, result.errors);
  Refusals refusals(source, functions, result.errors);
  KernelRows rows(source, edits);
  bool noinline_used = false;
  for (std::size_t i = 0; i < source.size() && result.errors.size() < max_errors; ++i) {
    scopes.visit(i);
    launches.visit(i);
    shared.visit(i);
    variables.visit(i);
    if (unit == Unit::module) registrar.visit(i);
    functions.visit(i);
    steps.visit(i);
    casts.visit(i);
    assembly.visit(i);
    refusals.visit(i);
    rows.visit(i);
    if (is_alignas_among_specifiers(source, i)) edits.replace(source[i].begin, source[i].end, "_GALIGN");
    if (is_target_word(source.text(i))) edits.replace(source[i].begin, source[i].begin + 2, "_G");
    if (!is_noinline_word(source, i)) continue;
    edits.replace(source[i].begin, source[i].end, "_G_NOINLINE ");
    noinline_used = true;
  }
  result.text = (noinline_used ? std::string(noinline_macro) : std::string()) + edits.apply(preprocessed);
  if (result.errors.size() > max_errors) result.errors.resize(max_errors);  // a token may have several
  result.replaced = edits.replacements();
  result.unreachable_variables = variables.unreachable();
  return result;
}

}  // namespace gridmark::rewrite
