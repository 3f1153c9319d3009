#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// The bytes [begin, end) of a text became `length` others.
struct Replacement {
  std::size_t begin;
  std::size_t end;
  std::size_t length;
};

/// `replacement`, padded so that the text behind it stays in its line and, if there is room, in the column
/// where it was behind `old`. Newlines come last, as `newline`, because they are spliced in a macro.
std::string padded(std::string replacement, std::string_view old, std::string_view newline = "\n");

/// Replacements in a text, collected in any order and applied together.
class EditList {
 public:
  /// Replaces [begin, end) by `replacement`. apply() drops an edit that overlaps an earlier one.
  void replace(std::size_t begin, std::size_t end, std::string replacement);
  /// Returns the edited text. Edits are sorted by place, and those at the same place keep their order.
  std::string apply(std::string_view text) const;
  /// The replacements of apply(), sorted by place.
  std::vector<Replacement> replacements() const;
  bool empty() const { return edits_.empty(); }

 private:
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string replacement;
  };
  std::vector<Edit> without_overlaps() const;
  std::vector<Edit> edits_;
};

}  // namespace gridmark::rewrite
