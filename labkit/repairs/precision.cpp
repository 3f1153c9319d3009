// Values that lose digits: half precision, intermediate rounding, integers.
#include <fmt/format.h>

#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The operator for a function's two arguments, or "".
std::string_view sign_of(std::string_view function) {
  if (function == "__hadd") return " +";
  if (function == "__hsub") return " -";
  return function == "__hmul" ? " *" : "";
}

/// The words of the value in `static_cast<to>(static_cast<...>(value))`. Empty for another form.
Range value_of_two_casts(const Code& code, Index word, std::string_view to) {
  const bool outer = code.is(word, "static_cast") && code.is(word + 2, to) && code.is(word + 4, "(");
  const Index inner = word + 5;
  if (!outer || !code.is(inner, "static_cast") || !code.is(inner + 4, "(")) return {};
  const bool alone = code.partner(inner + 4) + 1 == code.partner(word + 4);
  return alone ? Range{inner + 5, code.partner(inner + 4)} : Range{};
}

}  // namespace

/// Changes all of the function: the type, its conversions in both directions, and the functions that replace
/// its operators.
Changes use_float(const Scene& scene) {
  static const std::set<std::string_view> conversions = {"__float2half", "__float2half_rn", "__half2float"};
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    const std::string_view word = code.at(i);
    if (word == "__half" || word == "half") {
      changes.replace({i, i + 1}, "float");
    } else if (conversions.contains(word)) {
      changes.replace({i, i + 1}, "");
    } else if (!sign_of(word).empty() && code.arguments(i + 1).size() == 2) {
      const Index comma = code.arguments(i + 1)[0].end;
      changes.replace({i, i + 1}, "");
      changes.replace({comma, comma + 1}, std::string(sign_of(word)));
    } else if (word.starts_with("__h") || word.starts_with("half")) {
      return Changes(code);
    }
  }
  return changes;
}

/// static_cast<float>(static_cast<T>(sum)) -> sum
Changes drop_rounding(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    const Range value = value_of_two_casts(code, i, "float");
    if (value.empty()) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({i, code.partner(i + 4) + 1}, code.text(value));
  }
  return changes;
}

/// Keeps a root that is truncated to an integer.
Changes keep_root(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  for (const std::string_view root : {"sqrtf", "sqrt"})
    for (const Index at : all_of(code, scene.at_line->body, root)) {
      const bool call = code.is(at - 1, "(") && code.is(at - 4, "<") && code.is(at - 5, "static_cast");
      const bool c_cast = code.is(at - 1, ")") && code.is(at - 2, "int") && code.is(at - 3, "(");
      const bool cuts = c_cast || (call && code.is(at - 3, "int"));
      if (!cuts) continue;
      if (!changes.empty()) return Changes(code);
      const Index end = code.partner(at + 1) + 1;
      changes.replace(c_cast ? Range{at - 3, end} : Range{at - 5, end + 1},
                      "sqrtf" + code.text({at + 1, end}));
    }
  return changes;
}

}  // namespace gridmark::repairs
