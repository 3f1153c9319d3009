#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// Replacements in a text, collected in any order and applied together.
class EditList {
 public:
  /// [begin, end) becomes `replacement`. An edit that overlaps an earlier one is dropped by apply().
  void replace(std::size_t begin, std::size_t end, std::string replacement);
  /// Sorted by place; edits at the same place keep their order.
  std::string apply(std::string_view text) const;
  bool empty() const { return edits_.empty(); }

 private:
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string replacement;
  };
  std::vector<Edit> edits_;
};

}  // namespace gridmark::rewrite
