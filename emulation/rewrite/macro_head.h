#pragma once
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// The part of a `#define` before its body.
struct MacroHead {
  std::string_view name;
  std::vector<std::string_view> parameters;
};

/// Reads `#define NAME`, `#define NAME(a, b)`, the text of a token of kind macro, or `#undef NAME`.
MacroHead read_macro_head(std::string_view head);

}  // namespace gridmark::rewrite
