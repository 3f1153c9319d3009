#include "emulation/rewrite/body_rules.h"

#include <algorithm>
#include <utility>

#include "emulation/rewrite/standard_names.h"

namespace gridmark::rewrite {
namespace {

constexpr int deepest_lambda = 20;
constexpr std::size_t longest_lambda_head = 200;

std::string text_of(std::string_view view) { return std::string(view); }

bool is_number(const CodeTokens& code, std::size_t at) {
  return code.source()[code.token(at)].kind == Token::Kind::number;
}

}  // namespace

BodyRules::BodyRules(const Program& program, const DeclaredFunction& function,
                     std::vector<Diagnostic>& errors)
    : program_(program),
      code_(program.code),
      function_(function),
      locals_(program.code, function.open, program.code.partner(function.body)),
      errors_(errors) {}

void BodyRules::check() {
  for (std::size_t at = function_.body; at < code_.partner(function_.body); ++at)
    if (code_.is(at, "GRIDMARK_ON_DEVICE")) return;  // each side has its own body
  walk(function_.body + 1, code_.partner(function_.body), function_.where, 0);
}

void BodyRules::walk(std::size_t at, std::size_t end, RunsOn where, int depth) {
  while (at < end && depth < deepest_lambda) {
    const std::size_t behind = step_over(at, where, depth);
    if (behind == at) visit(at, where);
    at = std::max(behind, at + 1);
  }
}

/// Steps over lambdas, which are walked separately, operands that are not evaluated, and classes.
std::size_t BodyRules::step_over(std::size_t at, RunsOn where, int depth) {
  if (code_.is(at, "[")) return walk_lambda(at, where, depth);
  if (code_.is_any(at, {"sizeof", "decltype", "alignof", "noexcept", "typeid", "static_assert"}) ||
      code_.text(at).starts_with("NV_"))
    return code_.is(at + 1, "(") ? code_.partner(at + 1) + 1 : at + 1;
  if (code_.is_any(at, {"using", "typedef"})) {
    while (at < code_.end() && !code_.is_any(at, {";", "("})) ++at;
    return at;
  }
  if (!code_.is_any(at, {"struct", "class", "union", "enum"})) return at;
  std::size_t brace = at;
  while (brace < at + 20 && !code_.is_any(brace, {"{", ";", "(", ")", "="})) ++brace;
  return code_.is(brace, "{") ? code_.partner(brace) + 1 : at + 1;
}

/// `[=] __device__ (int x) { ... }`. A `[` of an array does not begin a lambda.
std::size_t BodyRules::walk_lambda(std::size_t at, RunsOn where, int depth) {
  if (code_.is_identifier(at - 1) ? !code_.is(at - 1, "return") : code_.is_any(at - 1, {"]", ")", "["}))
    return at;
  bool device = false, host = false;
  std::size_t t = code_.partner(at) + 1;
  for (const std::size_t limit = t + longest_lambda_head; t < limit && !code_.is_any(t, {"{", ";", ")", ","});
       ++t) {
    device |= code_.is(t, "__device__");
    host |= code_.is(t, "__host__");
    if (code_.opens(t)) t = code_.partner(t);
  }
  if (!code_.is(t, "{")) return at;
  const RunsOn inside = device                    ? (host ? RunsOn::both : RunsOn::device)
                        : where == RunsOn::kernel ? RunsOn::device
                                                  : where;
  const bool outer = std::exchange(in_lambda_, in_lambda_ || device);
  walk(t + 1, code_.partner(t), inside, depth + 1);
  in_lambda_ = outer;
  return code_.partner(t) + 1;
}

void BodyRules::visit(std::size_t at, RunsOn where) {
  if (told_.contains(code_.text(at))) return;
  if (code_.is(at, "<<<")) return visit_launch(at);
  if (!code_.is_identifier(at)) return;
  const bool device = where == RunsOn::device || where == RunsOn::kernel;
  if (device && code_.is_any(at, {"throw", "try"}))
    return refuse(at, "device code cannot throw or catch exceptions: write an error code to memory instead" +
                          quoted_rule("device code does not support exception handling"));
  if (where == RunsOn::host && !function_.is_template && code_.is(at, "__shared__"))
    return refuse(
        at,
        here() +
            " declares a __shared__ variable, but it is a host function: only device code has "
            "shared memory. If it is a kernel, declare it __global__" +
            quoted_rule("a \"__shared__\" variable declaration is not allowed inside a host function body"));
  visit_name(at, where);
}

/// The function in front of `<<<` must be a kernel.
void BodyRules::visit_launch(std::size_t at) {
  std::size_t name = at - 1;
  if (code_.is(name, ">")) name = code_.open_angle(name) == code_.end() ? at : code_.open_angle(name) - 1;
  if (!code_.is_identifier(name) || code_.is_any(name - 1, {".", "->", "::"}) || is_local(name)) return;
  const Functions functions = program_.names.functions_of(code_.text(name));
  if (functions.empty() || program_.macros.contains(code_.text(name))) return;
  for (const DeclaredFunction* f : functions)
    if (f->where != RunsOn::host && f->where != RunsOn::device) return;
  const bool host = all_run_on(functions, RunsOn::host);
  const std::size_t told = errors_.size();
  refuse(name, text_of(code_.text(name)) +
                   " is launched with <<<...>>>, but it is not a kernel: declare it __global__ in " +
                   program_.line_of(functions[0]->at, name) +
                   quoted_rule(host ? "a host function call cannot be configured"
                                    : "a __device__ function call cannot be configured"));
  if (errors_.size() > told && host && functions.size() == 1 && !functions[0]->is_template)
    repair(functions[0]->begin, "__global__ ");
}

void BodyRules::visit_name(std::size_t at, RunsOn where) {
  if (code_.is(at + 1, "::")) return;
  if (code_.is_any(at - 1, {".", "->"})) return visit_member(at, where);
  if (code_.is(at - 1, "::")) return visit_qualified(at, where);
  if (is_local(at)) return visit_local(at, where);
  if (!function_.of_class.empty() && program_.names.members.contains(code_.text(at))) return;
  if (program_.macros.contains(code_.text(at))) return visit_macro(at, where);
  visit_plain(at, where);
}

void BodyRules::visit_qualified(std::size_t at, RunsOn where) {
  const bool device = where == RunsOn::device || where == RunsOn::kernel;
  std::size_t owner = at - 2;
  const bool has_arguments = code_.is(owner, ">");
  if (has_arguments && code_.open_angle(owner) != code_.end()) owner = code_.open_angle(owner) - 1;
  if (!code_.is_identifier(owner)) return visit_plain(at, where);  // ::name
  const bool inner = code_.is(owner - 1, "::");
  const std::string_view word = code_.text(owner);
  if (device && word == "numeric_limits" && is_call(at) && !program_.relaxed_constexpr && inner &&
      code_.is(owner - 2, "std") && !code_.is(owner - 3, "::"))
    return refuse_constexpr(at, "std::numeric_limits<...>::" + text_of(code_.text(at)),
                            "use a constant such as FLT_MAX or INT_MAX");
  if (word == "std" && !inner) return visit_standard(at, where);
  if (has_arguments || inner) return;
  if (program_.names.classes.contains(word) && !program_.names.others.contains(word)) {
    check_call(at, is_call(at) ? program_.names.functions_of(code_.text(at), word) : Functions{}, where);
    const DeclaredVariable* variable = program_.names.variable(code_.text(at), word);
    if (device && variable) check_variable(at, *variable);
  } else if (program_.names.namespaces.contains(word)) {
    visit_plain(at, where);
  }
}

void BodyRules::visit_plain(std::size_t at, RunsOn where) {
  const std::string_view name = code_.text(at);
  const bool device = where == RunsOn::device || where == RunsOn::kernel;
  const ProgramNames& names = program_.names;
  if (is_call(at) && check_call(at, names.functions_of(name), where)) return;
  if (names.classes.contains(name)) return visit_class(at, where);
  if (const DeclaredVariable* variable = names.variable(name); variable && device)
    check_variable(at, *variable);
  if (names.declares(name)) return;
  if (where == RunsOn::host && !function_.is_template && is_call(at) && is_device_function_of_cuda(name))
    return refuse(at,
                  here() + " is a host function, and calls " + text_of(name) +
                      ", which only device code can call. If it is a kernel, declare it __global__" +
                      quoted_rule("calling a __device__ function from a __host__ function is not allowed"));
  if (!device) return;
  const bool stream = name == "stderr" || name == "stdout" || name == "stdin";
  if (is_host_name_of_c(name) && (stream || is_call(at)))
    return refuse_host(
        at, text_of(name) + " is " + (stream ? "a variable" : "a function") + " of the host's C library",
        way_without(name), name);
  if (names.uses_namespace_std && !has_device_version(name)) visit_standard(at, where);
}

/// The names in a macro's body count as if they stood at its use.
void BodyRules::visit_macro(std::size_t at, RunsOn where) {
  const ProgramMacros::Macro& macro = *program_.macros.find(code_.text(at));
  if (macro.defined_twice || (where != RunsOn::device && where != RunsOn::kernel)) return;
  const Source& source = program_.source;
  for (std::size_t t = macro.begin; t < macro.end; ++t) {
    const std::string_view name = source.text(t);
    if (!source.is_identifier(t) || !source.is(source.next(t), "(") || locals_.contains(name)) continue;
    if (is_one_of(source, source.previous(t), {".", "->", "::", "##", "#"})) continue;
    if (std::find(macro.parameters.begin(), macro.parameters.end(), name) != macro.parameters.end()) continue;
    const Functions functions = program_.names.functions_of(name);
    const bool of_c = is_host_name_of_c(name) && !program_.names.declares(name);
    if (!of_c &&
        (!all_run_on(functions, RunsOn::host) || has_device_version(name) || any_constexpr(functions)))
      continue;
    refuse_host(at, "the macro " + text_of(code_.text(at)) + " calls " + text_of(name) + ", a host function",
                "use a separate macro in device code", name);
  }
}

/// x.name( and x->name( if the type of x is known.
void BodyRules::visit_member(std::size_t at, RunsOn where) {
  if (!is_call(at) || at < 3 || !is_local(at - 2) || code_.is_any(at - 3, {".", "->", "::"})) return;
  const LocalNames::Local& local = *locals_.find(code_.text(at - 2));
  if (local.of_std || program_.names.others.contains(local.type) ||
      !program_.names.classes.contains(local.type))
    return;
  if (local.is_pointer == code_.is(at - 1, "->"))
    check_call(at, program_.names.functions_of(code_.text(at), local.type), where);
}

/// A local variable of a class whose functions run on the host.
void BodyRules::visit_local(std::size_t at, RunsOn where) {
  if (where != RunsOn::device && where != RunsOn::kernel) return;
  const LocalNames::Local& local = *locals_.find(code_.text(at));
  if (local.at == at || local.type.empty()) return;
  const bool in_std =
      local.of_std || (program_.names.uses_namespace_std && !program_.names.declares(local.type));
  const bool used = local.is_pointer ? code_.is(at + 1, "->") : code_.is_any(at + 1, {"[", ".", "->"});
  if (in_std && used && is_host_class(local.type))
    return refuse_host(
        at,
        text_of(code_.text(at)) + " is a std::" + text_of(local.type) + ", whose functions run on the host",
        "pass a pointer to device memory, and the size",
        "std::" + text_of(local.type) +
            "::" + (code_.is(at + 1, "[") ? "operator[]" : text_of(code_.text(at + 2))));
  const bool known =
      program_.names.classes.contains(local.type) && !program_.names.others.contains(local.type);
  if (known && !local.of_std && !local.is_pointer) check_operator(at, local);
}

/// a + b, a[i] and a(i) if the type of `a` is known.
void BodyRules::check_operator(std::size_t at, const LocalNames::Local& local) {
  static constexpr std::string_view simple = "+-*/%<>=!&|^[(";
  const std::string_view sign = code_.text(at + 1);
  if (sign.empty() || simple.find(sign[0]) == simple.npos || sign == "<<<" ||
      program_.names.classes.at(local.type).has_bases)
    return;
  if (code_.is_any(at - 1, {"*", "&", ".", "->"})) return;
  std::string name = "operator" + text_of(sign) + (sign == "[" ? "]" : sign == "(" ? ")" : "");
  if (code_.is(at + 2, "=") && sign.size() == 1 && sign != "[" && sign != "(") name += "=";
  if (name == "operator=") return;
  Functions functions = program_.names.functions_of(name, local.type);
  for (const DeclaredFunction* f : program_.names.functions_of(name)) {
    bool takes_it = f->is_template;
    for (std::size_t t = f->open; t < code_.partner(f->open); ++t) takes_it |= code_.text(t) == local.type;
    if (takes_it) functions.push_back(f);
  }
  check_call(at + 1, functions, RunsOn::device);
}

/// `C x;`, `C x(1, 2)` and `C(1, 2)` of a class whose constructors are only for the host.
void BodyRules::visit_class(std::size_t at, RunsOn where) {
  const std::string_view name = code_.text(at);
  if (program_.names.others.contains(name) || function_.of_class == name) return;
  const std::size_t type_end = code_.is(at + 1, "<") ? code_.behind_angles(at + 1) : at + 1;
  const bool declares = code_.is_identifier(type_end);
  const std::size_t behind = declares ? type_end + 1 : type_end;
  const bool arguments = code_.is_any(behind, {"(", "{"}) && code_.partner(behind) > behind + 1;
  const bool nothing =
      declares ? code_.is_any(behind, {";", "["}) : code_.is_any(behind, {"(", "{"}) && !arguments;
  // One argument may be an object of the class, which is copied. A number is not one.
  bool several = arguments && code_.partner(behind) == behind + 2 && is_number(code_, behind + 1);
  for (std::size_t t = behind; arguments && t < code_.partner(behind); ++t) {
    several |= code_.is(t, ",");
    if (t > behind && code_.opens(t)) t = code_.partner(t);
  }
  Functions constructors, destructors;
  for (const DeclaredFunction* f : program_.names.functions_of(name, name)) {
    const bool takes_nothing = code_.partner(f->open) == f->open + 1;
    if (f->kind == DeclaredFunction::Kind::destructor)
      destructors.push_back(f);
    else if (nothing ? takes_nothing : several)
      constructors.push_back(f);
  }
  const bool made = nothing || several;
  if (made && check_call(at, constructors, where)) return;
  if (declares && (made || arguments)) check_call(at, destructors, where);
}

/// std::name
void BodyRules::visit_standard(std::size_t at, RunsOn where) {
  if (where != RunsOn::device && where != RunsOn::kernel) return;
  const std::string_view name = code_.text(at);
  const StandardName kind = standard_name(name);
  if (kind == StandardName::constant) {
    if (is_call(at) && !program_.relaxed_constexpr)
      refuse_constexpr(at, "std::" + text_of(name), way_without(name));
    return;
  }
  if (kind != StandardName::host) return;
  const std::size_t behind = code_.is(at + 1, "<") ? code_.behind_angles(at + 1) : at + 1;
  if (code_.is_any(behind, {"*", "&", "::", ">", ","}) && is_host_class(name)) return;  // only named
  refuse_host(at, "std::" + text_of(name) + " belongs to the host",
              is_host_class(name) ? "use an array, or a pointer to device memory" : way_without(name), name);
}

/// `name(` and `name<...>(`.
bool BodyRules::is_call(std::size_t at) const {
  if (code_.is(at + 1, "<")) {
    const std::size_t behind = code_.behind_angles(at + 1);
    return behind != at + 1 && code_.is(behind, "(");
  }
  return code_.is(at + 1, "(");
}

bool BodyRules::is_local(std::size_t at) const { return locals_.contains(code_.text(at)); }

}  // namespace gridmark::rewrite
