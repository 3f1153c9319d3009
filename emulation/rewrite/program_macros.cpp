#include "emulation/rewrite/program_macros.h"

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {

ProgramMacros::ProgramMacros(const Source& source) : source_(source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].kind != Token::Kind::macro) continue;
    const MacroHead head = read_macro_head(source.text(i));
    Macro macro{head.parameters, i + 1, i + 1, source.text(i).find('(') != std::string_view::npos, false};
    while (macro.end < source.size() && source[macro.end].kind != Token::Kind::macro_end) ++macro.end;
    macro.defined_twice = macros_.contains(head.name);
    macros_[head.name] = std::move(macro);
  }
}

const ProgramMacros::Macro* ProgramMacros::find(std::string_view name) const {
  const auto found = macros_.find(name);
  return found == macros_.end() ? nullptr : &found->second;
}

std::set<std::string_view> ProgramMacros::words(std::string_view name) const {
  std::set<std::string_view> seen;
  std::vector<std::string_view> open{name};
  while (!open.empty()) {
    const Macro* macro = find(open.back());
    open.pop_back();
    for (std::size_t t = macro ? macro->begin : 0; macro && t < macro->end; ++t) {
      if (!source_.is_identifier(t) || !seen.insert(source_.text(t)).second) continue;
      open.push_back(source_.text(t));
    }
  }
  return seen;
}

}  // namespace gridmark::rewrite
