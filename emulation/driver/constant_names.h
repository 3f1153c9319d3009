#pragma once
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// The names of the variables that rewritten text declares with the word __constant__, in order. Comments and
/// literals declare none.
std::vector<std::string> constant_names(std::string_view source);

/// Which of a file's symbols are the variables of these names. Of a name that more variables have than are
/// declared, none: which one was meant is not known.
class DeclaredSymbols {
 public:
  explicit DeclaredSymbols(const std::vector<std::string>& names);

  /// A symbol of a variable, as often as it comes. `symbol` stays the caller's.
  void add(std::string_view symbol);
  std::vector<std::string_view> all() const;

 private:
  struct Found {
    std::size_t declared = 0;
    std::set<std::string> variables;  ///< a template's instances are one
    std::set<std::string_view> symbols;
  };
  std::map<std::string, Found> names_;
};

/// The same for what is declared with one of these words.
std::vector<std::string> declared_names(std::string_view source,
                                        std::initializer_list<std::string_view> words);

}  // namespace gridmark::driver
