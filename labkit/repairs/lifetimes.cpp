// The lifetime of memory and events, and the size of memory.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// `~Name() {` of the struct with these brackets, `none` if it has no such body.
Index destructor_in(const Code& code, Range type) {
  for (Index i = type.begin; i + 4 < type.end; ++i)
    if (code.is(i, "~") && code.at(i + 1) == code.at(type.begin - 1) && code.is(i + 4, "{")) return i + 4;
  return none;
}

/// A copy would destroy the same event a second time.
bool forbids_copies(const Code& code, Range type) {
  const std::string_view name = code.at(type.begin - 1);
  for (Index i = type.begin; i + 7 < type.end; ++i)
    if (code.at(i) == name && code.is(i + 1, "(") && code.is(i + 2, "const") && code.is(i + 4, "&") &&
        code.is(i + 6, "=") && code.is(i + 7, "delete"))
      return true;
  return false;
}

/// The range of `for (cudaEvent_t& event : events)` around the word, or "".
std::string list_looped_over(const Code& code, int line, std::string_view event) {
  const Range words = words_of_line(code, line);
  const Index colon = code.find(words, ":");
  if (!code.is(words.begin, "for") || colon == words.end || code.at(colon - 1) != event) return "";
  return code.text({colon + 1, code.partner(words.begin + 1)});
}

/// "cudaEventDestroy(start);" for one event or for all events of a loop.
std::string destroying(const Code& code, int line, std::string_view event) {
  const std::string list = list_looped_over(code, line, event),
                    call = fmt::format("cudaEventDestroy({});", event);
  return list.empty() ? call : fmt::format("for (cudaEvent_t {} : {}) {}", event, list, call);
}

/// Destroys a function's local events in front of its last return.
Changes destroy_before_return(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Index back = last_return(code, *scene.at_line);
  std::string calls;
  for (const Index create : all_of(code, scene.at_line->body, "cudaEventCreate")) {
    if (!code.is(create + 2, "&") || !code.is(create + 4, ")")) return changes;
    calls += fmt::format("{}cudaEventDestroy({});", calls.empty() ? "" : " ", code.at(create + 3));
  }
  const bool destroys = code.find(scene.at_line->body, "cudaEventDestroy") != scene.at_line->body.end;
  if (calls.empty() || destroys || back == scene.at_line->body.end) return changes;
  const Range value{back, code.find({back, code.size()}, ";")};
  const bool plain = code.text(value).find("cudaEvent") == std::string::npos;
  if (plain && starts_a_line(code, code.line(back))) changes.add_line(code.line(back) - 1, calls);
  return changes;
}

/// The place where `name(value)` of a constructor or `name = value` gives a size without sizeof. Empty if the
/// size has one.
Range made_without_sizeof(const Code& code, Range where, std::string_view name) {
  for (Index i = where.begin + 1; i + 1 < where.end; ++i) {
    if (code.at(i) != name) continue;
    const bool member = (code.is(i - 1, ":") || code.is(i - 1, ",")) && code.is(i + 1, "(");
    if (!member && !code.is(i + 1, "=")) continue;
    const Range value = member ? Range{i + 2, code.partner(i + 1)} : Range{i + 2, code.behind_value(i + 2)};
    return code.find(value, "sizeof") == value.end ? value : Range{};
  }
  return {};
}

/// Whether `name / 4` is an argument of a declaration or a call, and not of a grid.
bool is_share_of(const Code& code, Index word, std::string_view name) {
  if (code.at(word) != name || !code.is(word + 1, "/") || code.is_name(word + 2)) return false;
  const bool argument = (code.is(word - 1, "(") || code.is(word - 1, ",")) &&
                        (code.is(word + 3, ")") || code.is(word + 3, ","));
  const Range statement = code.statement_around(word);
  return argument && code.find(statement, "dim3") == statement.end &&
         code.find(statement, "<<<") == statement.end;
}

}  // namespace

/// Destroys the events of the line: in the destructor of the struct around it, else in front of the last
/// return.
Changes destroy_events(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index call = call_at(code, scene.line, "cudaEventCreate");
  if (call == none) return changes;
  const std::string_view event = code.at(code.partner(call + 1) - 1);
  const Range type = struct_around(code, call);
  if (type.empty()) return destroy_before_return(scene);
  if (code.find(type, "cudaEventDestroy") != type.end) return changes;
  const std::string destroys = destroying(code, scene.line, event);
  const Index body = destructor_in(code, type);
  const Index last = words_of_line(code, scene.line).end - 1;
  if (body != none && code.line(body) < code.line(code.partner(body)))
    changes.add_line(code.line(body), destroys);
  else if (body == none && forbids_copies(code, type) && code.is(last, "}") && code.is(call + 2, "&"))
    changes.add_line(scene.line, fmt::format("~{}() {{ {} }}", code.at(type.begin - 1), destroys));
  return changes;
}

/// Frees the pointer that is never freed, instead of one that is freed twice.
Changes free_other(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index call = call_at(code, scene.line, "cudaFree");
  if (call == none || scene.at_line == nullptr || !code.is(call + 3, ")")) return changes;
  const Range type = struct_around(code, call);
  const auto names = allocated_in(code, type.empty() ? scene.at_line->body : type);
  std::set<std::string_view> left(names.begin(), names.end());
  int times = 0;
  for (const Index free : all_of(code, scene.at_line->body, "cudaFree")) {
    left.erase(code.at(free + 2));
    if (code.at(free + 2) == code.at(call + 2)) ++times;
  }
  if (left.size() == 1 && times == 2) changes.replace({call + 2, call + 3}, std::string(*left.begin()));
  return changes;
}

/// Changes all sizes of cudaMalloc around the line that are numbers of elements.
Changes allocate_bytes(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.at_line == nullptr) return changes;
  const Range type = struct_around(code, scene.at_line->name),
              where = type.empty() ? scene.at_line->body : type;
  std::set<Index> made;
  for (const Index call : all_of(code, scene.at_line->body, "cudaMalloc")) {
    const auto arguments = code.arguments(call + 1);
    if (arguments.size() != 2 || code.find(arguments[1], "sizeof") != arguments[1].end) continue;
    const bool named = arguments[1].end == arguments[1].begin + 1;
    const Range value = named ? made_without_sizeof(code, where, code.at(arguments[1].begin)) : arguments[1];
    if (value.empty()) return Changes(code);
    if (!made.insert(value.begin).second) continue;
    const bool sum = code.find(value, "+") != value.end || code.find(value, "-") != value.end;
    changes.replace(value, fmt::format(fmt::runtime(sum ? "sizeof(float) * ({})" : "sizeof(float) * {}"),
                                       code.text(value)));
  }
  return changes;
}

/// Fixes a copy at the line of `count * sizeof(float)` bytes into an allocation of `count / 4`.
Changes allocate_all(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index call = call_at(code, scene.line, "cudaMemcpy");
  if (call == none || scene.at_line == nullptr) return changes;
  const auto arguments = code.arguments(call + 1);
  if (arguments.size() != 4) return changes;
  const Range body = scene.at_line->body;
  Range size = arguments[2];
  std::set<std::string_view> names{code.at(size.begin)};
  if (size.end == size.begin + 1) size = first_value(code, body, code.at(size.begin));
  if (code.is(size.begin + 1, "*")) names.insert(code.at(size.begin));
  for (Index i = body.begin; i + 3 < body.end; ++i)
    if (names.contains(code.at(i)) && is_share_of(code, i, code.at(i)))
      changes.replace({i, i + 3}, std::string(code.at(i)));
  return changes;
}

}  // namespace gridmark::repairs
