#include "emulation/rewrite/rewrite.h"

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/launch_rewriter.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/shared_rewriter.h"

namespace gridmark::rewrite {
namespace {

/// A macro and not the attribute itself, so that columns hold.
constexpr std::string_view noinline_macro = "#define _QI __attribute__((noinline))\n";

/// `__noinline__` is no macro of ours: the standard headers write __attribute__((__noinline__)).
bool is_noinline_word(const Source& source, std::size_t i) {
  if (!source.is(i, "__noinline__")) return false;
  const std::size_t before = source.previous(i);
  return !source.is(before, "(") && !source.is(before, ",") && !source.is(before, "::");
}

bool is_assembly(const Source& source, std::size_t i) {
  return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

Diagnostic refuse_assembly(const Source& source, std::size_t i) {
  return source.diagnostic(source[i].begin,
                           "inline PTX does not run on the emulated device; write it in CUDA C++, "
                           "or keep it out of this build with #ifndef __GRIDMARK__");
}

}  // namespace

Rewritten rewrite(std::string_view preprocessed) {
  const Source source(preprocessed);
  Rewritten result;
  EditList edits;
  ScopeTracker scopes(source);
  LaunchRewriter launches(source, edits, result.errors);
  SharedRewriter shared(source, scopes, edits, result.errors);
  bool noinline_used = false;
  for (std::size_t i = 0; i < source.size() && result.errors.size() < max_errors; ++i) {
    scopes.visit(i);
    launches.visit(i);
    shared.visit(i);
    if (is_assembly(source, i)) result.errors.push_back(refuse_assembly(source, i));
    if (!is_noinline_word(source, i)) continue;
    edits.replace(source[i].begin, source[i].end, "_QI         ");
    noinline_used = true;
  }
  result.text = (noinline_used ? std::string(noinline_macro) : std::string()) + edits.apply(preprocessed);
  return result;
}

}  // namespace gridmark::rewrite
