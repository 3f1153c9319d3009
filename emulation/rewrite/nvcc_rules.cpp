#include "emulation/rewrite/nvcc_rules.h"

#include "emulation/rewrite/body_rules.h"

namespace gridmark::rewrite {
namespace {

constexpr std::size_t most_refusals = 20;

void check_kernel(const Program& program, const DeclaredFunction& kernel, std::vector<Diagnostic>& errors) {
  const std::string name(kernel.name);
  if (!kernel.of_class.empty())
    errors.push_back(program.diagnostic(
        kernel.at, "the kernel " + name +
                       " is a member of a class: a __global__ function must stand outside of "
                       "classes. Pass the object as an argument" +
                       quoted_rule("a __global__ function or function "
                                   "template cannot be a member function")));
  else if (kernel.returns_value)
    errors.push_back(program.diagnostic(
        kernel.at, "the kernel " + name +
                       " returns a value: a __global__ function must return void. Write the "
                       "result to memory that an argument points to" +
                       quoted_rule("a __global__ function must have a void return type")));
}

/// True if the function is used. nvcc checks such functions only then.
bool is_used(const Program& program, const DeclaredFunction& function) {
  if (!function.when_used || function.name.starts_with("operator") || function.name == function.of_class)
    return true;
  const auto mentions = program.names.mentions.find(function.name);
  return mentions != program.names.mentions.end() &&
         mentions->second > program.names.declarations(function.name);
}

}  // namespace

std::vector<Diagnostic> refused_by_nvcc(const Source& source, bool relaxed_constexpr) {
  const Program program(source, relaxed_constexpr);
  std::vector<Diagnostic> errors;
  for (const DeclaredFunction& function : program.names.functions) {
    if (errors.size() >= most_refusals) break;
    if (function.where == RunsOn::kernel) check_kernel(program, function, errors);
    if (function.body != 0 && is_used(program, function)) BodyRules(program, function, errors).check();
  }
  if (errors.size() > most_refusals) errors.resize(most_refusals);
  return errors;
}

}  // namespace gridmark::rewrite
