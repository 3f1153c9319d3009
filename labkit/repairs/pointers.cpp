// Host pointers in the place of device pointers, and copies between host and device.
#include <fmt/format.h>

#include <algorithm>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The device pointer in the only copy to or from this host array. "" if there are several.
std::string device_side(const Code& code, const Function& host, const std::string& pointer) {
  std::vector<std::string> found;
  for (const auto& copy : copies(code, host, "cudaMemcpyHostToDevice"))
    if (code.text(copy[1]) == pointer) found.push_back(code.text(copy[0]));
  for (const auto& copy : copies(code, host, "cudaMemcpyDeviceToHost"))
    if (code.text(copy[0]) == pointer) found.push_back(code.text(copy[1]));
  return found.size() == 1 ? found.front() : "";
}

bool is_from_new(const Code& code, const Function& host, std::string_view name) {
  return code.is(first_value(code, host.body, name).begin, "new");
}

/// An array from `new` that is copied to the device after the launch. The kernel may write to the device
/// directly.
void write_there_at_once(const Code& code, const Function& host, Range argument, Changes& changes) {
  const std::string name = code.text(argument);
  for (const Index call : all_of(code, host.body, "cudaMemcpy")) {
    const auto copy = code.arguments(call + 1);
    if (copy.size() != 4 || code.text(copy[1]) != name || call < argument.end) continue;
    const Range statement = code.statement_around(call);
    if (statement.begin != call) return;
    changes.replace(argument, code.text(copy[0]));
    changes.replace({call, statement.end + 1}, "");
    return;
  }
}

/// `for (...; i < count; ...) x[i] = y[i];` as the only statement of the line.
struct ElementLoop {
  std::string to, from, count;
};

std::optional<ElementLoop> element_loop(const Code& code, Range line) {
  const auto loops = loops_in(code, line);
  if (loops.size() != 1 || !code.is(line.begin, "for") || loops[0].body.end != line.end) return std::nullopt;
  const LoopHead& loop = loops.front();
  const Index to = loop.body.begin, equals = code.find(loop.body, "="), less = code.find(loop.condition, "<");
  if (less == loop.condition.end || equals < to + 4 || !code.is(loop.body.end - 2, "]")) return std::nullopt;
  const Index from = equals + 1, open = code.partner(loop.body.end - 2);
  if (!code.is(to + 1, "[") || !code.is(equals - 1, "]")) return std::nullopt;
  if (code.text({to + 2, equals - 1}) != code.text({open + 1, loop.body.end - 2})) return std::nullopt;
  return ElementLoop{std::string(code.at(to)), code.text({from, open}),
                     code.text({less + 1, loop.condition.end})};
}

}  // namespace

/// Replaces the launch's arguments that are host arrays.
Changes pass_device_memory(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto launch = only_launch(scene);
  if (!launch) return changes;
  const Function& host = *host_of(scene);
  for (const Range& argument : code.arguments(launch->words.end)) {
    const std::string name = code.text(argument);
    const Range parameter = parameter_named(code, host, name);
    const bool of_caller = !parameter.empty() && is_pointer(code, parameter);
    if (is_from_new(code, host, name)) write_there_at_once(code, host, argument, changes);
    const std::string there = of_caller ? device_side(code, host, name) : "";
    if (!there.empty()) changes.replace(argument, there);
  }
  return changes;
}

/// Replaces a host loop over device memory by a copy. If the copy exists already, only removes the loop.
Changes copy_elements(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const auto loop = element_loop(code, line);
  if (!loop || scene.at_line == nullptr) return changes;
  const auto back = copies(code, *scene.at_line, "cudaMemcpyDeviceToHost");
  const bool copied = std::any_of(back.begin(), back.end(), [&](const auto& copy) {
    return code.text(copy[0]) == loop->to && code.text(copy[1]) == loop->from;
  });
  changes.replace(
      line, copied ? ""
                   : fmt::format("cudaMemcpy({0}, {1}, ({2}) * sizeof({0}[0]), cudaMemcpyDeviceToHost);",
                                 loop->to, loop->from, loop->count));
  return changes;
}

/// Fixes `a = values.data();` of a std::vector, if a already has device memory.
Changes copy_vector(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const Function& one : code.functions()) {
    const auto device = allocated_in(code, one.body);
    for (Index i = one.body.begin + 1; i + 6 < one.body.end; ++i) {
      const bool assigns =
          code.is(i + 1, "=") && code.is(i + 3, ".") && code.is(i + 4, "data") && code.is(i + 7, ";");
      if (!assigns || std::find(device.begin(), device.end(), code.at(i)) == device.end()) continue;
      if (!changes.empty()) return Changes(code);
      const std::string_view values = code.at(i + 2);
      changes.replace(
          {i, i + 7},
          fmt::format("cudaMemcpy({}, {}.data(), {}.size() * sizeof({}[0]), cudaMemcpyHostToDevice)",
                      code.at(i), values, values, values));
    }
  }
  return changes;
}

/// Changes the pitches and the width of the only cudaMemcpy2D.
Changes pitch_bytes(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const Index call = only_one(code, scene.called->body, "cudaMemcpy2D");
  if (call == none) return changes;
  const auto arguments = code.arguments(call + 1);
  if (arguments.size() != 7) return changes;
  for (const std::size_t number : {1, 3, 4}) {
    const Range size = arguments[number];
    const bool plain = size.end == size.begin + 1;
    const Range made = plain ? first_value(code, scene.called->body, code.at(size.begin)) : size;
    if (code.find(made, "sizeof") != made.end) continue;
    changes.replace(size, fmt::format(fmt::runtime(plain ? "{} * sizeof(float)" : "({}) * sizeof(float)"),
                                      code.text(size)));
  }
  return changes;
}

/// Changes one cudaMemcpy of all rows, which are `stride` elements apart on the host.
Changes copy_rows(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr) return changes;
  const Index call = only_one(code, scene.called->body, "cudaMemcpy");
  for (const char* const name : {"rows", "columns", "stride"})
    if (parameter_named(code, *scene.called, name).empty()) return changes;
  if (call == none) return changes;
  const auto arguments = code.arguments(call + 1);
  if (arguments.size() != 4 || code.text(arguments[3]) != "cudaMemcpyHostToDevice") return changes;
  changes.replace(
      {call, code.partner(call + 1) + 1},
      fmt::format("cudaMemcpy2D({}, columns * sizeof(float), {}, stride * sizeof(float), columns * "
                  "sizeof(float), rows, cudaMemcpyHostToDevice)",
                  code.text(arguments[0]), code.text(arguments[1])));
  return changes;
}

/// Loads `*reinterpret_cast<const float4*>(&array[index])` at the line element by element.
Changes load_elements(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const Index cast = only_one(code, line, "reinterpret_cast");
  const Index open = cast == none ? none : code.find({cast, line.end}, "(");
  if (cast == none || open >= line.end || !code.is(cast - 1, "*") || !code.is(open + 1, "&")) return changes;
  const std::string_view type = code.at(open - 3);
  const Range element{open + 2, code.partner(open)};
  const std::size_t count = type == "float4" ? 4 : type == "float2" ? 2 : 0;
  if (count == 0 || !code.is(element.begin + 1, "[") || code.partner(element.begin + 1) + 1 != element.end)
    return changes;
  std::string parts = code.text(element);
  for (std::size_t i = 1; i < count; ++i)
    parts += fmt::format(", {} + {}]", code.text({element.begin, element.end - 1}), i);
  changes.replace({cast - 1, element.end + 1}, fmt::format("make_{}({})", type, parts));
  return changes;
}

/// Adds the newline at the end of the only text that ends like scene.array.
Changes end_line(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.array.empty()) return changes;
  for (Index i = 0; i < code.size(); ++i) {
    const std::string_view word = code.at(i);
    const bool is_text = word.size() > 3 && word.front() == '"' && word.back() == '"';
    if (!is_text || !scene.array.ends_with(word.substr(1, word.size() - 2))) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({i, i + 1}, std::string(word.substr(0, word.size() - 1)) + "\\n\"");
  }
  return changes;
}

}  // namespace gridmark::repairs
