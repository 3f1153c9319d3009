// Steps of an optimizer and their gradients.
#include <fmt/format.h>

#include <optional>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The words of the operand that ends with `name`: s.decay.
Range operand_of(const Code& code, Index name) { return {code.start_of_operand(name), name + 1}; }

/// The variable that the function returns, "" if it returns something else.
std::string_view returned(const Code& code, const Function& function) {
  const Index back = last_return(code, function);
  return code.is_name(back + 1) && code.is(back + 2, ";") ? code.at(back + 1) : "";
}

/// Whether the brackets around the word come after `-=`.
bool is_subtracted(const Code& code, Index word) {
  const Range statement = code.statement_around(word);
  const Index sign = code.find(statement, "-=");
  for (Index i = word; i > sign && sign != statement.end; --i)
    if (code.is(i, "(") && code.partner(i) != none && code.partner(i) > word) return true;
  return false;
}

/// The kernel with both averages: the function with beta1 and beta2 and without a power of them.
const Function* averaging_kernel(const Code& code) {
  const Function* found = nullptr;
  for (const Function& one : code.functions()) {
    const auto has = [&](std::string_view word) { return code.find(one.body, word) != one.body.end; };
    if (!has("beta1") || !has("beta2") || has("pow") || has("powf")) continue;
    if (found != nullptr) return nullptr;
    found = &one;
  }
  return found;
}

/// `++steps;` as a line of a function whose corrections read it earlier.
struct LateCount {
  const Function* function = nullptr;
  Range statement;
};

std::optional<LateCount> late_count(const Code& code) {
  std::optional<LateCount> found;
  for (const Function& one : code.functions())
    for (const Index plus : all_of(code, one.body, "++")) {
      const bool alone =
          starts_a_line(code, code.line(plus)) && words_of_line(code, code.line(plus)).end == plus + 3;
      const Index power = code.find(one.body, "pow");
      const Range call{power, power < plus ? code.partner(power + 1) : power};
      if (!alone || !code.is(plus + 2, ";") || code.find(call, code.at(plus + 1)) == call.end) continue;
      if (found) return std::nullopt;
      found = LateCount{&one, {plus, plus + 3}};
    }
  return found;
}

/// The root that adds epsilon last inside its brackets.
std::optional<Range> root_with_epsilon(const Code& code) {
  std::optional<Range> found;
  for (const std::string_view root : {"sqrtf", "sqrt"})
    for (const Index at : all_of(code, {0, code.size()}, root)) {
      const Index close = code.partner(at + 1), epsilon = close == none ? at : close - 1;
      if (!code.at(epsilon).starts_with("eps") || !code.is(operand_of(code, epsilon).begin - 1, "+"))
        continue;
      if (found) return std::nullopt;
      found = Range{at, close + 1};
    }
  return found;
}

/// `+ decay * master[i]` outside the brackets of a subtraction. `none` if there are several.
Index decay_of_gradient(const Code& code) {
  Index found = none;
  for (const Index decay : all_of(code, {0, code.size()}, "decay")) {
    const Index sign = operand_of(code, decay).begin - 1;
    if (!code.is(sign, "+") || !code.is(decay + 1, "*") || is_subtracted(code, decay)) continue;
    if (found != none) return none;
    found = decay;
  }
  return found;
}

}  // namespace

/// !isinf(value) -> isfinite(value)
Changes find_all_infinite(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range where = scene.at_line == nullptr ? Range{} : scene.at_line->body;
  const Index infinite = only_one(code, where, "isinf");
  if (infinite == none || code.find(where, "isnan") != where.end) return changes;
  if (code.is(infinite - 1, "!"))
    changes.replace({infinite - 1, infinite + 1}, "isfinite");
  else if (!code.is(infinite - 1, "::"))
    changes.replace({infinite, infinite + 1}, "!isfinite");
  return changes;
}

/// Takes the root of the returned variable's first value.
Changes take_root(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const Range value = first_value(code, scene.called->body, returned(code, *scene.called));
  if (value.empty() || code.text(value).find("sqrt") != std::string::npos || value.end == value.begin + 1)
    return changes;
  changes.replace(value, fmt::format("std::sqrt({})", code.text(value)));
  return changes;
}

/// Sets a length that is computed in a loop over the tensors to the returned length.
Changes use_one_length(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const std::string_view norm = returned(code, *scene.called);
  for (const Index root : all_of(code, scene.called->body, "sqrt")) {
    const Range statement = code.statement_around(root);
    const Index equals = code.find(statement, "=");
    if (equals == statement.end || code.at(equals - 1) == norm) continue;
    if (!changes.empty() || norm.empty() || !code.is(statement.begin - 1, "{")) return Changes(code);
    changes.replace({equals + 1, statement.end}, std::string(norm));
  }
  return changes;
}

/// limit / norm -> (norm > limit ? limit / norm : 1.0f), if they are never compared.
Changes shorten_only(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const std::string norm(returned(code, *scene.called));
  Index slash = none;
  for (const Index at : all_of(code, scene.called->body, norm)) {
    if (code.is(at - 1, "<") || code.is(at - 1, ">") || code.is(at + 1, "<") || code.is(at + 1, ">"))
      return changes;
    if (code.is(at - 1, "/")) slash = slash == none ? at - 1 : at - 1 + code.size();
  }
  if (norm.empty() || slash >= code.size()) return changes;
  const std::string_view limit = code.at(slash - 1);
  changes.replace({slash - 1, slash + 2}, fmt::format("({0} > {1} ? {1} / {0} : 1.0f)", norm, limit));
  return changes;
}

/// Changes the only `- decay *` inside subtracted brackets.
Changes add_decay(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const Index decay : all_of(code, {0, code.size()}, "decay")) {
    const Index sign = operand_of(code, decay).begin - 1;
    if (!code.is(sign, "-") || !code.is(decay + 1, "*") || !is_subtracted(code, decay)) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({sign, sign + 1}, "+");
  }
  return changes;
}

/// Moves the term from the gradient to the statement `master[i] -= rate * change;`.
Changes take_decay_out(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index decay = decay_of_gradient(code);
  if (decay == none) return changes;
  const Index end = code.behind_operand(decay + 2), sign = operand_of(code, decay).begin - 1;
  const std::string master = code.text({decay + 2, end}), term = code.text({sign + 1, end});
  for (const Index minus : all_of(code, {0, code.size()}, "-=")) {
    const Index times = code.behind_operand(minus + 1);
    const bool is_update = code.text({code.start_of_operand(minus - 1), minus}) == master && times != none &&
                           code.is(times, "*") && code.is(times + 2, ";");
    if (!is_update) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({times + 1, times + 2}, fmt::format("({} + {})", code.at(times + 1), term));
  }
  if (!changes.empty()) changes.replace({sign - 1, end}, std::string(code.at(sign - 1)));
  return changes;
}

/// Swaps all betas of the averaging kernel.
Changes swap_betas(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Function* kernel = averaging_kernel(code);
  if (kernel == nullptr) return changes;
  for (const Index at : all_of(code, kernel->body, "beta1")) changes.replace({at, at + 1}, "beta2");
  for (const Index at : all_of(code, kernel->body, "beta2")) changes.replace({at, at + 1}, "beta1");
  return changes;
}

/// sqrtf(v + epsilon) -> (sqrtf(v) + epsilon)
Changes take_epsilon_out(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto root = root_with_epsilon(code);
  if (!root) return changes;
  const Range epsilon = operand_of(code, root->end - 2);
  changes.replace(*root,
                  fmt::format("({}) + {})", code.text({root->begin, epsilon.begin - 1}), code.text(epsilon)));
  return changes;
}

/// Moves the statement to the start of its function.
Changes count_first(const Scene& scene) {
  Changes changes(scene.code);
  const auto count = late_count(scene.code);
  if (!count) return changes;
  changes.replace(count->statement, "");
  changes.add_line(scene.code.line(count->function->body.begin - 1), scene.code.text(count->statement));
  return changes;
}

/// Removes the rounding from the masters' statement: masters_.push_back(...to(low)...).
Changes keep_master_digits(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const Index master : all_of(code, {0, code.size()}, "masters_")) {
    const Range statement = code.statement_around(master);
    if (!code.is(master + 2, "push_back")) continue;
    for (const Index to : all_of(code, statement, "to")) {
      const Index close = code.is(to - 1, ".") && code.is(to + 1, "(") ? code.partner(to + 1) : none;
      if (close != none) changes.replace({to - 1, close + 1}, "");
    }
  }
  return changes;
}

}  // namespace gridmark::repairs
