// A host function's calls to the runtime, its checks and its return values.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The name of an integer parameter that is a count, "" for others.
std::string_view size_name(const Code& code, Range parameter) {
  static const std::set<std::string_view> whole = {"int",    "unsigned", "long",
                                                   "size_t", "int64_t",  "uint32_t"};
  const bool counts = std::any_of(whole.begin(), whole.end(), [&](std::string_view type) {
    return code.find(parameter, type) != parameter.end;
  });
  if (!counts || is_pointer(code, parameter)) return "";
  const std::string_view name = code.declared_name(parameter);
  for (const std::string_view other : {"stride", "offset", "seed", "device"})
    if (name.find(other) != name.npos) return "";
  return name;
}

/// Whether the size contains sizeof, or is a variable whose value does.
bool is_in_bytes(const Code& code, const Function& function, Range size) {
  if (code.find(size, "sizeof") != size.end) return true;
  if (size.end != size.begin + 1) return false;
  for (Index i = function.body.begin; i + 1 < function.body.end; ++i) {
    if (!code.is(i, code.at(size.begin)) || !code.is(i + 1, "=")) continue;
    const Range made{i + 2, code.behind_value(i + 2)};
    if (code.find(made, "sizeof") != made.end) return true;
  }
  return false;
}

/// `static T* name = nullptr; if (name == nullptr) cudaMalloc(&name, ...);` allocates once. Without `static`
/// each call allocates again.
bool is_fetched_once(const Code& code, Index word, Index call) {
  const Range declaration{word, code.find({word, call}, ";")};
  const std::string_view name = code.at(call + 3);
  const bool empty = code.declared_name(declaration) == name && code.is(declaration.end - 1, "nullptr");
  return empty && code.is(call - 6, "if") && code.is(call - 4, name) && code.is(call - 3, "==") &&
         code.is(call - 2, "nullptr");
}

bool is_freed(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin; i + 2 < body.end; ++i)
    if (code.is(i, "cudaFree") && code.is(i + 2, name)) return true;
  return false;
}

/// The pointers of this function that cudaMalloc(&name, ...) fills and no cudaFree frees, in their order.
std::vector<std::string_view> never_freed(const Code& code, Range body) {
  std::vector<std::string_view> found;
  for (Index i = body.begin; i + 4 < body.end; ++i) {
    if (!code.is(i, "cudaMalloc") || !code.is(i + 2, "&") || !code.is(i + 4, ",")) continue;
    const std::string_view name = code.at(i + 3);
    bool declared = false;
    for (Index j = body.begin + 1; j < i; ++j)
      declared = declared || (code.is(j - 1, "*") && code.is(j, name));
    if (declared && !is_freed(code, body, name) && std::find(found.begin(), found.end(), name) == found.end())
      found.push_back(name);
  }
  return found;
}

/// The size argument: the second of cudaMalloc, the third of cudaMemcpy.
Range size_of_call(const Code& code, Index call) {
  const bool allocates = code.is(call, "cudaMalloc");
  if (!allocates && !code.is(call, "cudaMemcpy") && !code.is(call, "cudaMemcpyAsync")) return {};
  const auto arguments = code.arguments(call + 1);
  const std::size_t number = allocates ? 1 : 2;
  return number < arguments.size() ? arguments[number] : Range{};
}

/// The only pointer parameter that the function may write through, which is the result.
std::string_view result_of(const Code& code, const Function& function) {
  std::string_view found;
  for (const Range& one : code.arguments(function.parameters.begin - 1)) {
    if (!is_pointer(code, one) || code.find(one, "const") != one.end) continue;
    if (!found.empty()) return "";
    found = code.declared_name(one);
  }
  return found;
}

/// The only pointer of the launch without a copy to it.
std::string device_result(const Code& code, const Function& function) {
  const auto launches = launches_in(code, function.body);
  if (launches.size() != 1) return "";
  std::set<std::string> filled;
  for (const auto& copy : copies(code, function, "cudaMemcpyHostToDevice")) filled.insert(code.text(copy[0]));
  std::string found;
  for (const Range& one : code.arguments(launches.front().words.end)) {
    const std::string text = code.text(one);
    if (filled.contains(text) || !size_name(code, parameter_named(code, function, text)).empty()) continue;
    if (!found.empty()) return "";
    found = text;
  }
  return found;
}

/// "0.5" and "1e-3", but not "0.5f", "1" or "."
bool is_double_constant(std::string_view word) {
  const bool starts = !word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) ||
                                        (word[0] == '.' && word.size() > 1));
  return starts && word.find_first_not_of("0123456789.eE+-'") == word.npos &&
         word.find_first_of(".eE") != word.npos;
}

}  // namespace

Index call_at(const Code& code, int line, std::string_view name) {
  const Range words = words_of_line(code, line);
  Index found = none;
  for (Index i = words.begin; i + 1 < words.end; ++i) {
    if (!code.is(i, name) || !code.is(i + 1, "(") || code.partner(i + 1) == none) continue;
    if (found != none) return none;
    found = i;
  }
  return found;
}

Range parameter_named(const Code& code, const Function& function, std::string_view name) {
  for (const Range& one : code.arguments(function.parameters.begin - 1))
    if (code.declared_name(one) == name) return one;
  return {};
}

bool is_pointer(const Code& code, Range parameter) {
  return code.find(parameter, "*") != parameter.end || code.find(parameter, "[") != parameter.end;
}

bool returns_error(const Code& code, const Function& function) {
  return function.name > 0 && code.is(function.name - 1, "cudaError_t");
}

Index last_return(const Code& code, const Function& function) {
  Index found = function.body.end;
  for (Index i = function.body.begin; i < function.body.end; ++i)
    if (code.is(i, "return")) found = i;
  return found;
}

std::vector<std::vector<Range>> copies(const Code& code, const Function& function,
                                       std::string_view direction) {
  std::vector<std::vector<Range>> found;
  for (Index i = function.body.begin; i + 1 < function.body.end; ++i) {
    if (!code.is(i, "cudaMemcpy") || !code.is(i + 1, "(")) continue;
    auto arguments = code.arguments(i + 1);
    if (arguments.size() == 4 && code.text(arguments[3]) == direction) found.push_back(std::move(arguments));
  }
  return found;
}

Changes check_sizes(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.called == nullptr) return changes;
  std::string condition;
  for (const Range& one : scene.code.arguments(scene.called->parameters.begin - 1)) {
    const auto name = size_name(scene.code, one);
    if (name.empty()) continue;
    if (one.end == one.begin + 1) return changes;  // only a type
    condition += fmt::format("{}{} < 1", condition.empty() ? "" : " || ", name);
  }
  const Index open = scene.called->body.begin - 1;
  if (condition.empty() || scene.code.line(open) == scene.code.line(scene.called->body.end)) return changes;
  changes.add_line(scene.code.line(open),
                   fmt::format("if ({}) return {};", condition,
                               returns_error(scene.code, *scene.called) ? "cudaErrorInvalidValue" : "{}"));
  return changes;
}

/// The host's pointer is a parameter. A pointer to const is read, another one is written.
Changes turn_copy(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index call = call_at(code, scene.line, "cudaMemcpy");
  if (call == none || scene.at_line == nullptr) return changes;
  const auto arguments = code.arguments(call + 1);
  if (arguments.size() != 4) return changes;
  const bool to_host = code.text(arguments[3]) == "cudaMemcpyDeviceToHost";
  const Range host = to_host ? arguments[1] : arguments[0];  // its place in the call, and the wrong one
  const Range parameter = parameter_named(code, *scene.at_line, code.text(host));
  if (parameter.empty() || !is_pointer(code, parameter)) return changes;
  const bool is_read = code.find(parameter, "const") != parameter.end;
  if (is_read == to_host) {
    changes.replace(arguments[3], to_host ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost");
  } else {
    changes.replace(arguments[0], code.text(arguments[1]));
    changes.replace(arguments[1], code.text(arguments[0]));
  }
  return changes;
}

/// The only size in the function that is not a number of bytes.
Changes copy_bytes(const Scene& scene) {
  Changes changes(scene.code);
  const Function* function = scene.called != nullptr ? scene.called : scene.at_line;
  if (function == nullptr) return changes;
  for (Index i = function->body.begin; i + 1 < function->body.end; ++i) {
    const Range size = scene.code.is(i + 1, "(") ? size_of_call(scene.code, i) : Range{};
    if (size.empty() || is_in_bytes(scene.code, *function, size)) continue;
    if (!changes.empty()) return Changes(scene.code);
    const bool plain = size.end == size.begin + 1;
    const std::string text = scene.code.text(size);
    changes.replace(size, fmt::format("{} * sizeof(float)", plain ? text : "(" + text + ")"));
  }
  return changes;
}

Changes copy_back(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.called == nullptr || !returns_error(scene.code, *scene.called)) return changes;
  const Code& code = scene.code;
  const std::string result(result_of(code, *scene.called)), device = device_result(code, *scene.called);
  std::set<std::string> sizes;
  for (const auto& copy : copies(code, *scene.called, "cudaMemcpyHostToDevice"))
    sizes.insert(code.text(copy[2]));
  const Index back = last_return(code, *scene.called);
  if (result.empty() || device.empty() || sizes.size() != 1 || !code.is(back + 1, "cudaSuccess"))
    return changes;
  changes.replace({back + 1, back + 2}, fmt::format("cudaMemcpy({}, {}, {}, cudaMemcpyDeviceToHost)", result,
                                                    device, *sizes.begin()));
  return changes;
}

/// A line with only one statement, a call.
Changes remove_call(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  const bool is_call = starts_a_line(code, scene.line) && code.is_name(line.begin) &&
                       code.is(line.begin + 1, "(") && code.partner(line.begin + 1) == line.end - 2 &&
                       code.is(line.end - 1, ";");
  if (is_call) changes.replace(line, "");
  return changes;
}

/// Frees the memory from cudaMalloc(&name, ...) at the line, in front of the function's last return, with the
/// other memory that the function allocates and never frees.
Changes free_memory(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Index call = call_at(code, scene.line, "cudaMalloc");
  if (call == none || scene.at_line == nullptr || !code.is(call + 2, "&") || !code.is(call + 4, ","))
    return changes;
  const std::string_view name = code.at(call + 3);
  if (is_freed(code, scene.at_line->body, name)) return changes;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    if (!code.is(i, "static")) continue;
    if (!is_fetched_once(code, i, call)) return Changes(code);
    changes.replace({i, i + 1}, "");
  }
  const Index back = last_return(code, *scene.at_line);
  if (back == scene.at_line->body.end || !returns_error(code, *scene.at_line) || back < call)
    return Changes(code);
  const Range value{back + 1, code.find({back, code.size()}, ";")};
  std::string frees = fmt::format("cudaFree({}); ", name);
  for (const std::string_view other : never_freed(code, scene.at_line->body))
    if (other != name) frees += fmt::format("cudaFree({}); ", other);
  changes.replace({back, value.end + 1},
                  fmt::format("const cudaError_t result = {}; {}return result;", code.text(value), frees));
  return changes;
}

Changes return_error(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr || !returns_error(scene.code, *scene.at_line)) return changes;
  const Index last = scene.at_line->body.end - 1;
  if (scene.code.is(scene.code.statement_around(last).begin, "return")) return changes;
  if (scene.code.line(last) < scene.code.line(scene.at_line->body.end))
    changes.add_line(scene.code.line(last), "return cudaGetLastError();");
  return changes;
}

/// Removes the print of the only kernel that prints.
Changes remove_print(const Scene& scene) {
  const Code& code = scene.code;
  Changes changes(code);
  for (const Function& one : code.functions()) {
    const Index print = code.find(one.body, "printf");
    if (print == one.body.end || !code.is(print + 1, "(") ||
        code.find(code.statement_around(one.name), "__global__") > one.name)
      continue;
    const Index end = code.partner(print + 1);
    if (!changes.empty() || end == none || !starts_a_line(code, code.line(print))) return Changes(code);
    changes.replace({print, end + 2}, "");
  }
  return changes;
}

Changes synchronise(const Scene& scene) {
  Changes changes(scene.code);
  if (starts_a_line(scene.code, scene.line)) changes.add_line(scene.line - 1, "cudaDeviceSynchronize();");
  return changes;
}

Changes wait_for_event(const Scene& scene) {
  Changes changes(scene.code);
  const Index call = call_at(scene.code, scene.line, "cudaEventElapsedTime");
  if (call == none || !starts_a_line(scene.code, scene.line)) return changes;
  const auto arguments = scene.code.arguments(call + 1);
  if (arguments.size() == 3)
    changes.add_line(scene.line - 1, fmt::format("cudaEventSynchronize({});", scene.code.text(arguments[2])));
  return changes;
}

/// Changes all of the function: constants without f, variables, and the <cmath> functions that take double.
Changes use_single_precision(const Scene& scene) {
  static const std::set<std::string_view> of_double = {"exp", "log",  "sqrt", "pow",  "sin",
                                                       "cos", "tanh", "fabs", "fmax", "fmin"};
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (Index i = scene.at_line->parameters.begin; i < scene.at_line->body.end; ++i) {
    const std::string word(code.at(i));
    if (is_double_constant(word)) changes.replace({i, i + 1}, word + "f");
    if (word == "double") changes.replace({i, i + 1}, "float");
    if (of_double.contains(word) && code.is(i + 1, "(")) changes.replace({i, i + 1}, word + "f");
  }
  return changes;
}

}  // namespace gridmark::repairs
