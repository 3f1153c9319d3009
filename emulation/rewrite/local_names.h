#pragma once
#include <map>
#include <string>
#include <string_view>

#include "emulation/rewrite/code_tokens.h"

namespace gridmark::rewrite {

/// The parameters and variables of a function and of the lambdas in it. A name counts in the whole function,
/// even behind the end of its block.
class LocalNames {
 public:
  struct Local {
    std::string_view type;  ///< the last word of its type, `vector` for std::vector<float>, or "" if unclear
    bool of_std = false;    ///< the type has std:: in front
    bool is_pointer = false;
    std::size_t at = 0;
  };

  /// first, end  places from the `(` of the parameters to the end of the body
  LocalNames(const CodeTokens& code, std::size_t first, std::size_t end);

  bool contains(std::string_view name) const { return names_.contains(name); }
  const Local* find(std::string_view name) const;

 private:
  void visit(std::size_t at);
  void add_parameters(std::size_t open);
  bool is_declared_at(std::size_t at) const;
  bool continues_declaration(std::size_t comma) const;
  bool begins_declaration(std::size_t type) const;
  std::size_t type_before(std::size_t at) const;
  void add(std::size_t at);

  const CodeTokens& code_;
  std::size_t first_;
  std::map<std::string_view, Local> names_;
};

}  // namespace gridmark::rewrite
