// Sums of exp(): their maximum, their scale, and the keys that count.
#include <fmt/format.h>

#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// g in `g = fmaxf(g, ...)`, "" if there are several.
std::string_view greatest_of(const Code& code, Range body) {
  std::string_view found;
  for (const std::string_view function : {"fmaxf", "max"})
    for (const Index at : all_of(code, body, function)) {
      const Range call{at + 1, code.partner(at + 1)};
      if (!code.is(at - 1, "=") || code.find(call, code.at(at - 2)) == call.end) continue;
      if (!found.empty() && found != code.at(at - 2)) return "";
      found = code.at(at - 2);
    }
  return found;
}

/// The value that `array[...] = value;` on the line stores, empty if there is none.
Range stored_value(const Code& code, int line) {
  const Range words = words_of_line(code, line);
  for (Index i = words.begin + 1; i < words.end; ++i)
    if (code.is(i, "=") && code.is(i - 1, "]")) return {i + 1, code.behind_value(i + 1)};
  return {};
}

/// The value inside a cast static_cast<T>(value).
Range without_cast(const Code& code, Range value) {
  const bool cast = code.is(value.begin, "static_cast") && code.is(value.begin + 4, "(") &&
                    code.partner(value.begin + 4) + 1 == value.end;
  return cast ? Range{value.begin + 5, value.end - 1} : value;
}

/// The divisor at the end of the value, empty if there is none.
Range divisor_of(const Code& code, Range value) {
  for (Index i = value.begin; i < value.end; ++i)
    if (code.is(i, "/") && code.behind_operand(i + 1) == value.end) return {i + 1, value.end};
  return {};
}

/// y in the only expf(x - y) of a kernel, "" if there are several.
std::string subtracted(const Code& code, Range body) {
  std::set<std::string> found;
  for (const Index at : all_of(code, body, "expf")) {
    const Range argument{at + 2, code.partner(at + 1)};
    const Index minus = only_one(code, argument, "-");
    found.insert(minus == none ? "" : code.text({minus + 1, argument.end}));
  }
  return found.size() == 1 ? *found.begin() : "";
}

bool has_exp(const Code& code, Range value) { return code.find(value, "expf") != value.end; }

/// `sum += weight;` with a weight from expf().
struct Accumulated {
  Range sum;
  std::string_view weight;
};

std::optional<Accumulated> accumulated_weights(const Code& code, const Function& kernel) {
  std::optional<Accumulated> found;
  for (const Index plus : all_of(code, kernel.body, "+=")) {
    const Index first = code.start_of_operand(plus - 1);
    const bool whole =
        code.is(plus + 2, ";") && has_exp(code, first_value(code, kernel.body, code.at(plus + 1)));
    if (!whole || code.is(plus - 1, "]")) continue;
    if (found) return std::nullopt;
    found = Accumulated{{first, plus}, code.at(plus + 1)};
  }
  return found;
}

/// `for (...) o[x] += weight * values[...];`: the text of the loop's head, and the array.
struct AccumulatedRow {
  std::string head, bound;
  Range array;
  std::string_view index;
};

std::optional<AccumulatedRow> accumulated_row(const Code& code, const Function& kernel,
                                              std::string_view weight) {
  for (const LoopHead& loop : loops_in(code, kernel.body)) {
    const Index plus = code.find(loop.body, "+=");
    if (plus == loop.body.end || code.start_of_operand(plus - 1) != loop.body.begin) continue;
    const Index open = code.is(plus - 1, "]") ? code.partner(plus - 1) : none;
    const bool weighs =
        code.find({plus, loop.body.end}, weight) != loop.body.end && code.is(loop.body.end - 1, ";");
    if (open == none || !weighs) continue;
    return AccumulatedRow{code.text({loop.begin.begin - 2, loop.step.end + 1}),
                          std::string(code.at(loop.condition.end - 1)),
                          {loop.body.begin, open},
                          code.at(open + 1)};
  }
  return std::nullopt;
}

/// `factor = expf(old - new)` that is used as a factor: the words of its name, and the function.
struct Factor {
  const Function* function = nullptr;
  Index name = none;
};

Factor factor_in(const Code& code) {
  Factor found;
  for (const Function& one : code.functions())
    for (const Index multiplied : all_of(code, one.body, "*=")) {
      const std::string_view name = code.at(multiplied + 1);
      const Range value = first_value(code, one.body, name);
      if (!code.is(value.begin, "expf") || !code.is(multiplied + 2, ";")) continue;
      if (found.function != nullptr) return {};
      found = {&one, value.begin - 2};
    }
  return found;
}

/// The kernel's `operand` in another function, where a struct member is used without the struct's name.
std::string as_called_in(const Code& code, const Function& function, const Function& kernel, Range operand) {
  return function.name == kernel.name ? code.text(operand) : std::string(last_name(code, operand));
}

/// `causal ? min(keys, reach) : keys`: the words of keys and reach, for each place in the kernel.
struct Mask {
  Range keys, reach;
};

std::vector<Mask> masks_in(const Code& code, Range body) {
  std::vector<Mask> found;
  for (const Index at : all_of(code, body, "min")) {
    const Index question = at - 1;
    const auto arguments = code.arguments(at + 1);
    if (!code.is(question, "?") || !code.is(question - 1, "causal") || arguments.size() != 2) continue;
    found.push_back({arguments[0], arguments[1]});
  }
  return found;
}

/// "size.queries" for "size.keys", "" for another name.
std::string queries_for(std::string keys) {
  constexpr std::string_view word = "keys";
  if (!keys.ends_with(word)) return "";
  return keys.replace(keys.size() - word.size(), word.size(), "queries");
}

/// The only mask that differs between threads.
std::optional<Mask> mask_of_threads(const Scene& scene) {
  std::optional<Mask> found;
  if (scene.at_line == nullptr) return found;
  for (const Mask& mask : masks_in(scene.code, scene.at_line->body)) {
    if (!is_of_thread(scene.code, scene.at_line->body, mask.reach)) continue;
    if (found) return std::nullopt;
    found = mask;
  }
  return found;
}

/// The number of keys: "size.keys", or "keys" if that is a parameter with a count.
std::string number_of_keys(const Code& code, const Function& kernel) {
  const Range own = parameter_named(code, kernel, "keys");
  if (!own.empty() && !is_pointer(code, own)) return "keys";
  for (const Index at : all_of(code, kernel.body, "keys"))
    if (code.is(at - 1, ".")) return code.text({at - 2, at + 1});
  return "";
}

}  // namespace

/// Changes all exp() of elements.
Changes subtract_greatest(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const std::string_view greatest = greatest_of(code, scene.at_line->body);
  if (greatest.empty()) return changes;
  for (const Index at : all_of(code, scene.at_line->body, "expf")) {
    const Range argument{at + 2, code.partner(at + 1)};
    if (code.find(argument, "-") != argument.end || code.find(argument, "[") == argument.end)
      return Changes(code);
    changes.replace({argument.end - 1, argument.end},
                    fmt::format("{} - {}", code.at(argument.end - 1), greatest));
  }
  return changes;
}

/// Gives zeros if the maximum is -Inf.
Changes clear_masked_rows(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range value = without_cast(code, stored_value(code, scene.line));
  if (scene.at_line == nullptr || !has_exp(code, value)) return changes;
  const std::string_view greatest = greatest_of(code, scene.at_line->body);
  if (!greatest.empty())
    changes.replace({value.begin, value.begin + 1},
                    fmt::format("{} == -INFINITY ? 0.0f : {}", greatest, code.at(value.begin)));
  return changes;
}

/// Gives 0 if the sum that the line divides by is 0.
Changes clear_blind_rows(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range value = stored_value(code, scene.line), sum = divisor_of(code, value);
  if (!sum.empty())
    changes.replace({value.begin, value.begin + 1},
                    fmt::format("{} == 0 ? 0 : {}", code.text(sum), code.at(value.begin)));
  return changes;
}

/// Changes the only logf() of the kernel. Its sum is relative to the number that each expf() subtracts.
Changes add_greatest(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Index log = only_one(code, scene.at_line->body, "logf");
  const std::string greatest = subtracted(code, scene.at_line->body);
  if (log != none && !greatest.empty()) changes.replace({log, log + 1}, greatest + " + logf");
  return changes;
}

/// Divides the value that the line stores by the root of the last size.
Changes scale_scores(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range value = without_cast(code, stored_value(code, scene.line));
  if (scene.at_line == nullptr || value.end != value.begin + 1) return changes;
  std::string_view depth;
  for (const char* const name : {"depth", "d"})
    if (depth.empty() && !parameter_named(code, *scene.at_line, name).empty()) depth = name;
  if (!depth.empty())
    changes.replace(value, fmt::format("{} / sqrtf(static_cast<float>({}))", code.text(value), depth));
  return changes;
}

/// Scales the sum of the weights at the place that scales the output.
Changes scale_sum(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto weights = scene.at_line == nullptr ? std::nullopt : accumulated_weights(code, *scene.at_line);
  const Factor factor = factor_in(code);
  if (!weights || factor.function == nullptr) return changes;
  const std::string sum = as_called_in(code, *factor.function, *scene.at_line, weights->sum);
  changes.add_line(code.line(factor.name), fmt::format("{} *= {};", sum, code.at(factor.name)));
  return changes;
}

/// Scales the output at the place that scales the sum of the weights.
Changes scale_output(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto weights = scene.at_line == nullptr ? std::nullopt : accumulated_weights(code, *scene.at_line);
  const Factor factor = factor_in(code);
  const auto row = weights ? accumulated_row(code, *scene.at_line, weights->weight) : std::nullopt;
  if (!row || factor.function == nullptr) return changes;
  const Range type = struct_around(code, factor.function->name);
  const bool knows_bound =
      factor.function->name == scene.at_line->name || code.find(type, row->bound) != type.end;
  const std::string array = as_called_in(code, *factor.function, *scene.at_line, row->array);
  if (knows_bound)
    changes.add_line(code.line(factor.name),
                     fmt::format("{} {}[{}] *= {};", row->head, array, row->index, code.at(factor.name)));
  return changes;
}

/// Lets the only weight, expf(scores[key] - greatest), count only if the tile's key exists.
Changes skip_keys(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Index exp = only_one(code, scene.at_line->body, "expf");
  const std::string keys = number_of_keys(code, *scene.at_line);
  std::string_view first, key;
  for (const LoopHead& loop : loops_in(code, scene.at_line->body)) {
    if (!loop.body.contains(exp)) continue;
    if (!key.empty()) return changes;
    (first.empty() ? first : key) = code.declared_name(loop.begin);
  }
  if (exp == none || key.empty() || keys.empty()) return changes;
  const Range call{exp, code.partner(exp + 1) + 1};
  changes.replace(call, fmt::format("({} + {} < {} ? {} : 0)", first, key, keys, code.text(call)));
  return changes;
}

Changes see_own_key(const Scene& scene) {
  Changes changes(scene.code);
  if (const auto mask = mask_of_threads(scene))
    changes.replace(mask->reach, scene.code.text(mask->reach) + " + 1");
  return changes;
}

/// Changes the reach of all causal masks.
Changes count_from_last_key(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (!mask_of_threads(scene)) return changes;
  for (const Mask& mask : masks_in(code, scene.at_line->body)) {
    const std::string keys = code.text(mask.keys), queries = queries_for(keys);
    if (queries.empty() || code.find(mask.reach, "-") != mask.reach.end) return Changes(code);
    changes.replace({mask.reach.end - 1, mask.reach.end},
                    fmt::format("{} + {} - {}", code.at(mask.reach.end - 1), keys, queries));
  }
  return changes;
}

/// Inserts code behind the only loop in which a thread adds its elements of a row.
Changes combine_sums(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  for (const LoopHead& loop : loops_in(code, scene.at_line->body)) {
    const Index plus = code.find(loop.body, "+=");
    if (code.find(loop.begin, "threadIdx") == loop.begin.end || plus == loop.body.end) continue;
    if (!changes.empty() || code.is(plus - 1, "]")) return Changes(code);
    changes.add_line(code.line(loop.body.end - 1),
                     fmt::format("__shared__ float total; if (threadIdx.x == 0) total = 0; __syncthreads(); "
                                 "atomicAdd(&total, {0}); __syncthreads(); {0} = total; __syncthreads();",
                                 code.at(plus - 1)));
  }
  return changes;
}

/// Changes the only reduction that begins at a quarter.
Changes reduce_from_half(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const LoopHead& loop : loops_in(code, {0, code.size()})) {
    const Index last = loop.begin.end - 1;
    const bool halves =
        code.find(loop.step, "/=") != loop.step.end || code.find(loop.step, ">>=") != loop.step.end;
    if (!halves || !code.is(last, "4") || !code.is(last - 1, "/")) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({last, last + 1}, "2");
  }
  return changes;
}

}  // namespace gridmark::repairs
