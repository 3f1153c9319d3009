#include "emulation/rewrite/kernel_names.h"

namespace gridmark::rewrite {
namespace {

/// static inline __attribute__((x)) void __launch_bounds__(1, 2) a_name
constexpr int most_words_before_name = 40;

}  // namespace

/// A parenthesis that is not behind `void NAME` belongs to an attribute.
std::size_t kernel_name_after(const Source& source, std::size_t i) {
  bool returns_void = false;
  for (std::size_t before = i; before != Source::none && !source.is(before, ";");) {
    before = source.previous(before);
    if (source.is(before, "void")) returns_void = true;
    if (!source.is_identifier(before)) break;
  }
  std::size_t t = source.next(i);
  for (int words = 0; t != Source::none && words < most_words_before_name; ++words) {
    const std::size_t after = source.next(t);
    if (source.is(t, "void")) {
      returns_void = true;
    } else if (source.is_identifier(t) && source.is(after, "(")) {
      const std::string_view word = source.text(t);
      if (returns_void && !word.starts_with("__")) return t;
      t = source.partner(after);
      t = t == Source::none ? t : source.next(t);
      continue;
    } else if (source.is(t, ";") || source.is(t, "{")) {
      break;
    }
    t = after;
  }
  return Source::none;
}

KernelNames::KernelNames(const Source& source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source.is(i, "__global__")) continue;
    const std::size_t name = kernel_name_after(source, i);
    if (name != Source::none) names_.insert(source.text(name));
  }
}

}  // namespace gridmark::rewrite
