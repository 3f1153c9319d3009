#include "emulation/rewrite/program_names.h"

#include <algorithm>

namespace gridmark::rewrite {
namespace {

/// The limit keeps hostile text from costing n^2.
constexpr std::size_t most_overloads = 100;

}  // namespace

bool all_run_on(const std::vector<const DeclaredFunction*>& functions, RunsOn where) {
  return !functions.empty() &&
         std::all_of(functions.begin(), functions.end(),
                     [&](const DeclaredFunction* f) { return f->where == where && !f->defaulted; });
}

bool any_constexpr(const std::vector<const DeclaredFunction*>& functions) {
  return std::any_of(functions.begin(), functions.end(),
                     [](const DeclaredFunction* f) { return f->is_constexpr; });
}

void ProgramNames::index() {
  for (const DeclaredFunction& function : functions) {
    functions_by_name_.emplace(function.name, &function);
    ++declarations_[function.name];
  }
  for (const DeclaredVariable& variable : variables) variables_by_name_.emplace(variable.name, &variable);
}

std::vector<const DeclaredFunction*> ProgramNames::functions_of(std::string_view name,
                                                                std::string_view of_class) const {
  if (of_class.empty() &&
      (others.contains(name) || classes.contains(name) || variables_by_name_.contains(name)))
    return {};
  if (declarations(name) > most_overloads) return {};
  std::vector<const DeclaredFunction*> found;
  const auto [first, last] = functions_by_name_.equal_range(name);
  for (auto it = first; it != last; ++it)
    if (it->second->of_class == of_class) found.push_back(it->second);
  return found;
}

std::size_t ProgramNames::declarations(std::string_view name) const {
  const auto found = declarations_.find(name);
  return found == declarations_.end() ? 0 : found->second;
}

const DeclaredVariable* ProgramNames::variable(std::string_view name, std::string_view of_class) const {
  if (of_class.empty() && (others.contains(name) || classes.contains(name))) return nullptr;
  const DeclaredVariable* found = nullptr;
  const auto [first, last] = variables_by_name_.equal_range(name);
  for (auto it = first; it != last; ++it) {
    if (it->second->of_class != of_class) continue;
    if (found && found->kind != it->second->kind) return nullptr;
    found = it->second;
  }
  return found;
}

bool ProgramNames::declares(std::string_view name) const {
  return others.contains(name) || members.contains(name) || classes.contains(name) ||
         functions_by_name_.contains(name) || variables_by_name_.contains(name);
}

}  // namespace gridmark::rewrite
