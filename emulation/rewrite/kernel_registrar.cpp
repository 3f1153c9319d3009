#include "emulation/rewrite/kernel_registrar.h"

#include <string>

#include "emulation/rewrite/kernel_names.h"

namespace gridmark::rewrite {

/// True if the declaration of token `i` begins with `template`.
bool KernelRegistrar::is_template(std::size_t i) const {
  for (std::size_t t = source_.previous(i); t != Source::none; t = source_.previous(t)) {
    if (source_.is(t, ";") || source_.is(t, "{") || source_.is(t, "}")) return false;
    if (source_.is(t, "template")) return true;
  }
  return false;
}

void KernelRegistrar::visit(std::size_t i) {
  if (!source_.is(i, "__global__") || scopes_.in_function(i) || is_template(i)) return;
  const std::size_t name = kernel_name_after(source_, i);
  if (name == Source::none) return;
  const std::size_t parameters_end = source_.partner(source_.next(name));
  if (parameters_end == Source::none) return;
  const std::size_t body_end = source_.partner(source_.next(parameters_end));
  if (body_end == Source::none || !source_.is(body_end, "}")) return;  // only declared
  const std::string kernel(source_.text(name));
  const std::size_t behind = source_[body_end].end;
  edits_.replace(behind, behind, " static void* const gridmark_" + kernel + " = _GFN(" + kernel + ");");
}

}  // namespace gridmark::rewrite
