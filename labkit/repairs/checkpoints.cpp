// Passes that are repeated, and the memory that they need.
#include <fmt/format.h>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The backward pass of `checkpoint`: the only lambda with a body, `[=, &generator](const Tensor& grad) {`.
struct SecondPass {
  Range captures, body;
};

std::optional<SecondPass> second_pass(const Code& code, Range body) {
  std::optional<SecondPass> found;
  for (Index i = body.begin + 1; i < body.end; ++i) {
    const bool lambda = code.is(i, "{") && code.is(i - 1, ")") && code.partner(i - 1) != none &&
                        code.is(code.partner(i - 1) - 1, "]") && code.partner(i) != none;
    if (!lambda) continue;
    if (found) return std::nullopt;
    const Index close = code.partner(i - 1) - 1;
    found = SecondPass{{code.partner(close) + 1, close}, {i + 1, code.partner(i)}};
  }
  return found;
}

/// A new variable of the function must be captured by value.
bool copies_all(const Code& code, const SecondPass& pass) { return code.is(pass.captures.begin, "="); }

/// The generator that the lambda captures by reference, or "".
std::string_view generator_in(const Code& code, const Function& function, const SecondPass& pass) {
  for (const Range& one : code.arguments(function.parameters.begin - 1)) {
    const Index type = code.find(one, "Generator");
    const std::string_view name = code.declared_name(one);
    for (const Index at : all_of(code, pass.captures, name))
      if (type != one.end && code.is(at - 1, "&")) return name;
  }
  return "";
}

}  // namespace

/// Sets the generator back to its position at the first call, and then to its position after the second.
Changes replay_numbers(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Function* function = code.function_named("checkpoint");
  const auto pass = function == nullptr ? std::nullopt : second_pass(code, function->body);
  if (!pass || !copies_all(code, *pass)) return changes;
  const std::string_view generator = generator_in(code, *function, *pass);
  const Index backward = only_one(code, pass->body, "backward");
  if (generator.empty() || backward == none || code.find(pass->body, "set_position") != pass->body.end)
    return changes;
  changes.add_line(code.line(function->body.begin - 1),
                   fmt::format("const auto numbers_from = {}.position();", generator));
  changes.add_line(
      code.line(pass->body.begin - 1),
      fmt::format("const auto numbers_to = {0}.position(); {0}.set_position(numbers_from);", generator));
  changes.add_line(code.line(code.statement_around(backward).end),
                   fmt::format("{}.set_position(numbers_to);", generator));
  return changes;
}

Changes replay_policy(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Function* function = code.function_named("checkpoint");
  const auto pass = function == nullptr ? std::nullopt : second_pass(code, function->body);
  const bool known = pass && code.find(pass->body, "CastScope") != pass->body.end;
  if (!pass || known || !copies_all(code, *pass)) return changes;
  changes.add_line(code.line(function->body.begin - 1), "const CastPolicy policy_then = cast_policy();");
  changes.add_line(code.line(pass->body.begin - 1), "const CastScope as_then(policy_then);");
  return changes;
}

/// Inserts the reset behind the statement that reads the allocated bytes before the pass.
Changes start_peak_anew(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const Range body = scene.called->body;
  const Index before = only_one(code, body, "allocated"), peak = only_one(code, body, "peak");
  const bool known = code.find(body, "reset_peak") != body.end;
  if (before == none || peak == none || before > peak || known || !code.is(before - 1, ".")) return changes;
  const Index close = before - 2, open = code.partner(close);
  if (open == none || !code.is(open - 1, "memory_stats")) return changes;
  changes.add_line(code.line(code.statement_around(before).end),
                   fmt::format("reset_peak{};", code.text({open, close + 1})));
  return changes;
}

}  // namespace gridmark::repairs
