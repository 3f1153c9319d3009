#pragma once
// "Did you mean": the valid name closest to an invalid one.
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gridmark {

/// Levenshtein distance: the number of bytes to insert, remove or replace to get from `a` to `b`.
std::size_t edits(std::string_view a, std::string_view b);

/// The candidate with the fewest edits from `name`, if that is at most a third of its length (at least 2).
/// The first of equal candidates wins. Names over 256 bytes have no match.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean "X"?" with the nearest name or the names that contain `name`. Otherwise the list "; the
/// ones there are: A, B", or "" without candidates.
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace gridmark
