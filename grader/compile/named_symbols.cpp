#include "grader/compile/named_symbols.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "grader/compile/symbol_names.h"
#include "grader/core/test_pattern.h"

namespace gridmark::compile {
namespace {

bool means(const std::string& name, const std::string& qualified) {
  return matches(name, qualified) || matches(name + "::*", qualified);
}

std::vector<std::string> offered_of_gridmark(const WorkerNames& worker) {
  std::vector<std::string> found;
  for (const std::string& symbol : worker.offered)
    if (symbol.find("gridmark") != symbol.npos) found.push_back(qualified_name(symbol));
  return found;
}

}  // namespace

bool are_named(const std::vector<std::string>& names, const std::string& symbol) {
  if (names.empty()) return false;
  const std::string qualified = qualified_name(symbol);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return means(name, qualified); });
}

Result<void> check_denied_names(const Lab& lab, const WorkerNames& worker) {
  std::vector<std::string> offered;
  const std::vector<std::string>& denied = lab.permissions.symbols.deny;
  for (std::size_t i = 0; i < denied.size(); ++i) {
    if (denied[i].find("gridmark") == denied[i].npos) continue;
    if (offered.empty()) offered = offered_of_gridmark(worker);
    if (std::any_of(offered.begin(), offered.end(),
                    [&](const std::string& name) { return means(denied[i], name); }))
      continue;
    const auto meant = nearest(denied[i], offered);
    return failure(Error::Source::lab,
                   fmt::format("{}: /symbols/deny/{}", (lab.folder / "lab.json").string(), i),
                   fmt::format("found no function or class of gridmark called \"{}\"{}", denied[i],
                               meant ? fmt::format("; did you mean \"{}\"?", *meant) : ""));
  }
  return {};
}

}  // namespace gridmark::compile
