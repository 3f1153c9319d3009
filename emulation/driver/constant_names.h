#pragma once
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// The names of the variables that rewritten text declares with the word __constant__, in order. Comments and
/// literals are skipped.
std::vector<std::string> constant_names(std::string_view source);

/// Finds a file's symbols for the variables of these names. If more variables have a name than are declared,
/// it finds none for it, because the right one is not known.
class DeclaredSymbols {
 public:
  explicit DeclaredSymbols(const std::vector<std::string>& names);

  /// Adds a variable's symbol. It can be added several times. The caller owns the text of `symbol`.
  void add(std::string_view symbol);
  std::vector<std::string_view> all() const;

 private:
  struct Found {
    std::size_t declared = 0;
    std::set<std::string> variables;  ///< instances of a template count as one
    std::set<std::string_view> symbols;
  };
  std::map<std::string, Found> names_;
};

/// The same for declarations with one of these words.
std::vector<std::string> declared_names(std::string_view source,
                                        std::initializer_list<std::string_view> words);

}  // namespace gridmark::driver
