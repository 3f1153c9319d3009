#pragma once
// Files that have no name any more take room on a disk that no walk over its folders sees.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridmark::sandbox {

/// Bytes of the removed files below `folders` that descendants of the calling process hold open or mapped.
/// How large a file is of which only mappings are left, nobody is told: it counts as `largest_file_bytes`.
/// None when one of them does not let itself be looked at: a program that its owner may run and not read.
std::optional<std::int64_t> nameless_bytes(const std::vector<std::string>& folders,
                                           std::int64_t largest_file_bytes);

}  // namespace gridmark::sandbox
