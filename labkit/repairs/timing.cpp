// Calls of a benchmark: warm-up calls, timed calls, and superfluous ones.
#include <fmt/format.h>

#include <algorithm>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// Whether a line is one statement: a call, or an `if` with a call.
bool is_one_call(const Code& code, int line) {
  const Range words = words_of_line(code, line);
  const bool whole = starts_a_line(code, line) && only_one(code, words, ";") == words.end - 1;
  return whole && code.is_name(words.begin) && code.is(words.begin + 1, "(");
}

bool is_in_a_loop(const Code& code, const Function& function, int line) {
  const auto loops = loops_in(code, function.body);
  return std::any_of(loops.begin(), loops.end(), [&](const LoopHead& loop) {
    return code.line(loop.begin.begin) <= line && line <= code.line(loop.body.end - 1);
  });
}

/// The parameter that is a function: of the type Kernel, or with the name `kernel`.
std::string_view timed_function(const Code& code, const Function& function) {
  for (const Range& one : code.arguments(function.parameters.begin - 1))
    if (code.find(one, "Kernel") != one.end) return code.declared_name(one);
  return "";
}

/// The name of a lambda `call = [&] {...}` around the line, else "".
std::string_view lambda_at(const Code& code, int line) {
  const Range words = words_of_line(code, line);
  const Index equals = code.find(words, "=");
  return equals != words.end && code.is(equals + 1, "[") ? code.at(equals - 1) : "";
}

/// The statement of the timed loop that makes a call, without the loop's variable. "" if it is not on one
/// line.
std::string timed_statement(const Code& code, const Function& function, std::string_view callee) {
  std::string found;
  for (const LoopHead& loop : loops_in(code, function.body)) {
    const Index call = only_one(code, loop.body, callee);
    if (call == none) continue;
    const Range line = words_of_line(code, code.line(call)), statement = code.statement_around(call);
    const std::string_view variable = code.declared_name(loop.begin);
    const bool plain = line.begin == statement.begin && line.end == statement.end + 1;
    if (!found.empty() || !plain || code.find(line, variable) != line.end) return "";
    found = code.text(line);
  }
  return found;
}

/// The line that records the first event, before any loop. 0 if there is none.
int first_record(const Code& code, const Function& function) {
  const Index record = code.find(function.body, "cudaEventRecord");
  if (record == function.body.end || is_in_a_loop(code, function, code.line(record))) return 0;
  return starts_a_line(code, code.line(record)) ? code.line(record) : 0;
}

}  // namespace

/// Removes the call of the line, which passes null pointers.
Changes remove_trial(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const Index call =
      scene.at_line == nullptr ? none : only_one(code, line, timed_function(code, *scene.at_line));
  if (call == none || !is_one_call(code, scene.line) || is_in_a_loop(code, *scene.at_line, scene.line))
    return changes;
  const auto arguments = code.arguments(call + 1);
  if (!arguments.empty() && code.text(arguments[0]) == "nullptr") changes.replace(line, "");
  return changes;
}

/// Removes the last call of the function behind the loops: at the line, or through the lambda there.
Changes remove_last_call(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const std::string_view lambda = lambda_at(code, scene.line);
  const auto calls =
      all_of(code, scene.at_line->body, lambda.empty() ? timed_function(code, *scene.at_line) : lambda);
  const int line = calls.empty() ? 0 : code.line(calls.back());
  const bool is_here = lambda.empty() ? line == scene.line : line > scene.line;
  if (is_here && is_one_call(code, line) && !is_in_a_loop(code, *scene.at_line, line))
    changes.replace(words_of_line(code, line), "");
  return changes;
}

/// Repeats the statement of the timed loop in front of the first event.
Changes warm_up(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const std::string_view lambda = lambda_at(code, scene.line);
  const std::string statement =
      timed_statement(code, *scene.called, lambda.empty() ? timed_function(code, *scene.called) : lambda);
  const int first = first_record(code, *scene.called);
  if (!statement.empty() && first > 0) changes.add_line(first - 1, statement + " cudaDeviceSynchronize();");
  return changes;
}

/// Swaps the events of the only cudaEventElapsedTime.
Changes swap_events(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const Index call = only_one(code, scene.called->body, "cudaEventElapsedTime");
  const auto arguments = call == none ? std::vector<Range>{} : code.arguments(call + 1);
  if (arguments.size() != 3) return changes;
  changes.replace(arguments[1], code.text(arguments[2]));
  changes.replace(arguments[2], code.text(arguments[1]));
  return changes;
}

}  // namespace gridmark::repairs
