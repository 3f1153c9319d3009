// The errors in a function's body, and their messages.
#include <algorithm>

#include "emulation/rewrite/body_rules.h"
#include "emulation/rewrite/standard_names.h"

namespace gridmark::rewrite {

/// returns  true if the call is an error
bool BodyRules::check_call(std::size_t at, const Functions& functions, RunsOn where) {
  if (functions.empty()) return false;
  using Kind = DeclaredFunction::Kind;
  const Kind kind = functions[0]->kind;
  const std::string name = (kind == Kind::constructor  ? "the constructor of "
                            : kind == Kind::destructor ? "the destructor of "
                                                       : "") +
                           std::string(functions[0]->name);
  const auto line = [&] { return program_.line_of(functions[0]->at, at); };
  const bool device = where == RunsOn::device || where == RunsOn::kernel;
  if (all_run_on(functions, RunsOn::kernel)) {
    const std::size_t told = errors_.size();
    refuse(at, name + " is a kernel (__global__, " + line() +
                   "), and is called like a function: launch it with " + name + "<<<grid, block>>>(...)" +
                   quoted_rule("a __global__ function call must be configured"));
    const std::string settings = launch_settings(at);
    if (errors_.size() > told && code_.is(at + 1, "(") && !settings.empty()) repair(at + 1, settings);
    return true;
  }
  if (device && all_run_on(functions, RunsOn::host) && !has_device_version(name)) {
    if (!any_constexpr(functions))
      refuse_host(at, name + " is a host function", "declare it __host__ __device__ in " + line(),
                  functions[0]->name);
    else if (!program_.relaxed_constexpr)
      refuse_constexpr(at, name, "declare it __host__ __device__ in " + line());
    return true;
  }
  if (!runs_on_host(where) || function_.is_template || !all_run_on(functions, RunsOn::device)) return false;
  refuse(at, name + " is a __device__ function (" + line() + "), and " + here() +
                 (where == RunsOn::host ? " is a host function" : " runs on the host too") +
                 ": launch a kernel that calls it, or declare it __host__ __device__" +
                 quoted_rule("calling a __device__ function from a __host__ function is not allowed"));
  return true;
}

/// "<<<grid, block, 0, stream>>>" of the two dim3 that the function has made before, and of its stream. Empty
/// if there are others.
std::string BodyRules::launch_settings(std::size_t before) const {
  std::vector<std::string_view> shapes;
  std::string stream;
  for (std::size_t at = function_.open; at < before; ++at) {
    if (code_.is(at, "cudaStream_t") && code_.is_identifier(at + 1)) stream = code_.text(at + 1);
    if (code_.is(at, "dim3") && code_.is_identifier(at + 1)) shapes.push_back(code_.text(at + 1));
  }
  if (shapes.size() != 2) return "";
  const auto is_grid = [](std::string_view name) {
    return name.find("grid") != name.npos || name.find("Grid") != name.npos;
  };
  if (is_grid(shapes[0]) == is_grid(shapes[1])) return "";
  if (is_grid(shapes[1])) std::swap(shapes[0], shapes[1]);
  return "<<<" + std::string(shapes[0]) + ", " + std::string(shapes[1]) +
         (stream.empty() ? "" : ", 0, " + stream) + ">>>";
}

/// A function for both sides counts if nvcc checks it in any case.
bool BodyRules::runs_on_host(RunsOn where) const {
  return where == RunsOn::host ||
         (where == RunsOn::both && function_.where == RunsOn::both && !function_.when_used);
}

void BodyRules::check_variable(std::size_t at, const DeclaredVariable& variable) {
  using Kind = DeclaredVariable::Kind;
  if (variable.kind != Kind::ordinary && variable.kind != Kind::constant_array) return;
  if (variable.kind == Kind::constant_array && is_constant_operand(at)) return;
  const std::string name = std::string(variable.name);
  refuse(at, name + " is a host variable (" + program_.line_of(variable.at, at) + "), and " + here() +
                 " runs on the device: pass it as an argument, or declare it __device__ or __constant__" +
                 quoted_rule("identifier \"" + name + "\" is undefined in device code"));
}

/// In `constexpr int x = table[0]`, `int x[table[0]]` and `A<table[0]>` the compiler needs only the value.
bool BodyRules::is_constant_operand(std::size_t at) const {
  if (code_.is(at - 1, "<")) return true;
  const std::size_t farthest = std::max(function_.body, at - std::min<std::size_t>(at, 400));
  for (std::size_t t = at - 1; t > farthest && !code_.is_any(t, {";", "{", "}"}); --t) {
    if (code_.is_any(t, {")", "]"}))
      t = code_.partner(t);
    else if (code_.is_any(t, {"[", "constexpr"}))
      return true;
  }
  return false;
}

void BodyRules::refuse_host(std::size_t at, const std::string& what, const std::string& way,
                            std::string_view name) {
  refuse(at, what + ", and " + here() + " runs on the device: " + way +
                 quoted_rule("calling a __host__ function(\"" + std::string(name) + "\") from a __" +
                             (where_is_kernel() ? "global" : "device") + "__ function is not allowed"));
}

void BodyRules::refuse_constexpr(std::size_t at, const std::string& name, const std::string& way) {
  refuse(at, name + " is a constexpr function of the host, and " + here() + " runs on the device: " + way +
                 " (nvcc --expt-relaxed-constexpr would allow it)" +
                 quoted_rule("calling a constexpr __host__ function is not allowed"));
}

void BodyRules::repair(std::size_t at, const std::string& text) {
  errors_.back().repaired_at = program_.source.position(program_.source[program_.code.token(at)].begin);
  errors_.back().repair = text;
}

void BodyRules::refuse(std::size_t at, const std::string& message) {
  if (told_.insert(code_.text(at)).second) errors_.push_back(program_.diagnostic(at, message));
}

bool BodyRules::where_is_kernel() const { return function_.where == RunsOn::kernel && !in_lambda_; }

std::string BodyRules::here() const {
  if (in_lambda_) return "a __device__ lambda in " + std::string(function_.name);
  const bool kernel = function_.where == RunsOn::kernel;
  return (kernel ? "the kernel " : "") + std::string(function_.name);
}

}  // namespace gridmark::rewrite
