// Barriers that only some threads reach, and memory shared by threads of a block or lanes of a warp.
#include <fmt/format.h>

#include <algorithm>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The opening bracket of the innermost block around the word.
Index block_around(const Code& code, Range body, Index word) {
  Index found = none;
  for (Index i = body.begin; i < word; ++i)
    if (code.is(i, "{") && code.partner(i) != none && code.partner(i) > word) found = i;
  return found;
}

/// The `if` of a block, `none` if the block belongs to something else.
Index if_of_block(const Code& code, Index open) {
  const Index condition = open == none || !code.is(open - 1, ")") ? none : code.partner(open - 1);
  return condition != none && code.is(condition - 1, "if") ? condition - 1 : none;
}

/// Moves a barrier at the start of a block in front of its `if`, and one at the end behind it.
void move_out(const Code& code, Index barrier, Index open, Changes& changes) {
  const Index close = code.partner(open), condition = if_of_block(code, open), end = barrier + 4;
  if (code.is(close + 1, "else") || !code.is(barrier + 3, ";")) return;
  if (barrier == open + 1 && starts_a_line(code, code.line(condition))) {
    changes.replace({barrier, end}, "");
    changes.add_line(code.line(condition) - 1, "__syncthreads();");
  } else if (end == close && code.line(close) > code.line(barrier) &&
             code.line(close + 1) > code.line(close)) {
    changes.replace({barrier, end}, "");
    changes.add_line(code.line(close), "__syncthreads();");
  }
}

/// `if (condition) return;` in front of the first barrier. Empty if there is none, or several.
Range early_return(const Code& code, Range body) {
  Range found;
  const Index first = code.find(body, "__syncthreads");
  for (Index i = body.begin; i < first && first != body.end; ++i) {
    if (!code.is(i, "return")) continue;
    const Index close = i - 1;
    const Index start = code.is(close, ")") && code.partner(close) != none ? code.partner(close) - 1 : none;
    if (!found.empty() || start == none || !code.is(start, "if") || !code.is(i + 1, ";")) return {};
    found = {start, i + 2};
  }
  return found;
}

/// The place behind the last barrier and behind the loop around it.
Index behind_barriers(const Code& code, Range body) {
  const auto barriers = all_of(code, body, "__syncthreads");
  Index end = barriers.back() + 4;
  for (const LoopHead& loop : loops_in(code, body))
    if (loop.body.contains(barriers.back())) end = std::max(end, loop.body.end);
  return end;
}

/// Whether threads that now pass the former return read no array element without a guard.
bool reads_are_guarded(const Code& code, const Function& kernel, Range between) {
  for (const Range& parameter : code.arguments(kernel.parameters.begin - 1)) {
    if (!is_pointer(code, parameter)) continue;
    for (const Index at : all_of(code, between, code.declared_name(parameter))) {
      const Range statement = code.statement_around(at);
      const bool guarded =
          code.find(statement, "?") != statement.end || code.find(statement, "if") != statement.end;
      const bool is_member = code.is(at - 1, ".") || code.is(at - 1, "->");
      if (code.is(at + 1, "[") && !is_member && !guarded) return false;
    }
  }
  return true;
}

/// `__shared__ float name;`
Index shared_scalar(const Code& code, Range body, std::string_view name) {
  for (const Index at : all_of(code, body, "__shared__"))
    if (code.at(at + 2) == name && code.is(at + 3, ";")) return at;
  return none;
}

/// `c[index of the thread] = name`: the variable is not a total of all threads.
bool is_stored_by_each(const Code& code, Range body, std::string_view name) {
  for (const Index equals : all_of(code, body, "=")) {
    const Range value{equals + 1, code.behind_value(equals + 1)};
    const Index open = code.is(equals - 1, "]") ? code.partner(equals - 1) : none;
    if (open != none && code.find(value, name) != value.end && is_of_thread(code, body, {open, equals}))
      return true;
  }
  return false;
}

/// Whether the index uses the thread's x and not its y.
bool is_thread_x(const Code& code, Range body, Range index) {
  const Range value = index.end == index.begin + 1 ? first_value(code, body, code.at(index.begin)) : index;
  for (const Index at : all_of(code, value, "threadIdx"))
    if (!code.is(at + 2, "x")) return false;
  return code.find(value, "threadIdx") != value.end;
}

/// The length of the rows of `__shared__ float name[a][b]`, empty for another declaration.
Range row_of_shared(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin; i + 3 < body.end; ++i) {
    if (!code.is(i, name) || !code.is(i + 1, "[")) continue;
    const Range statement = code.statement_around(i);
    const Index second = code.partner(i + 1) + 1;
    if (code.is(statement.begin, "__shared__") && code.is(second, "["))
      return {second + 1, code.partner(second)};
  }
  return {};
}

}  // namespace

/// A barrier on the line: removes the condition in front of it, or moves the barrier out of the block.
Changes lift_barrier(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const Index barrier = only_one(code, line, "__syncthreads");
  if (barrier == none || scene.at_line == nullptr) return changes;
  const Index open = block_around(code, scene.at_line->body, barrier);
  if (code.is(line.begin, "if") && code.partner(line.begin + 1) == barrier - 1)
    changes.replace({line.begin, barrier}, "");
  else if (if_of_block(code, open) != none)
    move_out(code, barrier, open, changes);
  return changes;
}

/// Moves the only return in front of the barriers behind them.
Changes return_later(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Range body = scene.at_line->body, back = early_return(code, body);
  if (back.empty() || code.line(back.begin) != code.line(back.end - 1)) return changes;
  const Index end = behind_barriers(code, body);
  if (!reads_are_guarded(code, *scene.at_line, {back.end, end})) return changes;
  changes.replace(back, "");
  if (!code.is(end, "if")) changes.add_line(code.line(end - 1), code.text(back));
  return changes;
}

/// `if (lane < step)` in front of a shuffle by `step` that names all lanes.
Changes let_all_lanes_shuffle(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const Index shuffle = only_one(code, line, "__shfl_down_sync");
  if (shuffle == none || !code.is(line.begin, "if") || code.partner(line.begin + 1) == none) return changes;
  const auto arguments = code.arguments(shuffle + 1);
  const Index close = code.partner(line.begin + 1);
  if (arguments.size() < 3 || !code.at(arguments[0].begin).starts_with("0xffffffff")) return changes;
  const std::string condition = code.text({line.begin + 2, close});
  if (condition.ends_with("< " + code.text(arguments[2]))) changes.replace({line.begin, close + 1}, "");
  return changes;
}

/// Makes a shared variable of the line private, if all threads set and store it in a kernel without barriers.
Changes own_variable(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Range body = scene.at_line->body;
  for (const char* const word : {"__syncthreads", "atomicAdd", "__syncwarp"})
    if (code.find(body, word) != body.end) return changes;
  const Range line = words_of_line(code, scene.line);
  for (Index i = line.begin; i < line.end; ++i) {
    const Index shared =
        starts_a_line(code, scene.line) && i == line.begin ? shared_scalar(code, body, code.at(i)) : none;
    if (shared != none && code.is(i + 1, "=") && is_stored_by_each(code, body, code.at(i)))
      changes.replace({shared, shared + 1}, "");
  }
  return changes;
}

/// Adds one element to each row of the shared array whose columns the line reads.
Changes pad_rows(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Range line = words_of_line(code, scene.line);
  for (Index i = line.begin; i + 1 < line.end; ++i) {
    const Index close = code.is_name(i) && code.is(i + 1, "[") ? code.partner(i + 1) : none;
    if (close == none || !is_thread_x(code, scene.at_line->body, {i + 2, close})) continue;
    const Range row = row_of_shared(code, scene.at_line->body, code.at(i));
    if (row.empty() || !changes.empty()) return Changes(code);
    changes.replace(row, code.text(row) + " + 1");
  }
  return changes;
}

}  // namespace gridmark::repairs
