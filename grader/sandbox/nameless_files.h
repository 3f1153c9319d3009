#pragma once
// Files without a name, which take room on a disk but are not seen by a walk over its folders.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridmark::sandbox {

/// Bytes of the removed files below `folders` that descendants of the calling process hold open or mapped.
/// The size of a file that is only mapped is not known, so it counts as `largest_file_bytes`. Empty if a
/// process cannot be inspected, such as a program that its owner may run but not read.
std::optional<std::int64_t> nameless_bytes(const std::vector<std::string>& folders,
                                           std::int64_t largest_file_bytes);

}  // namespace gridmark::sandbox
