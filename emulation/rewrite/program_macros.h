#pragma once
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The macros of a program's own files, by name.
class ProgramMacros {
 public:
  struct Macro {
    std::vector<std::string_view> parameters;
    std::size_t begin = 0;  ///< the tokens of its body
    std::size_t end = 0;
    bool has_parameters = false;
    bool defined_twice = false;
  };

  explicit ProgramMacros(const Source& source);

  const Macro* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// The identifiers of its body, and of the bodies of the macros in it.
  std::set<std::string_view> words(std::string_view name) const;

 private:
  const Source& source_;
  std::map<std::string_view, Macro> macros_;
};

}  // namespace gridmark::rewrite
