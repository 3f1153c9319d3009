#pragma once
// "Did you mean": the valid name closest to one that is not.
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gridmark {

/// Levenshtein distance: how many bytes to insert, remove or replace to get from `a` to `b`.
std::size_t edits(std::string_view a, std::string_view b);

/// The candidate with the fewest edits from `name`, if that is at most a third of its length (at least 2).
/// The first of equals wins. Names over 256 bytes have no neighbour.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean "X"?" of the nearest, or of those that `name` is a part of; or the list "; the ones there
/// are: A, B" where there is none; or "" without candidates.
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace gridmark
