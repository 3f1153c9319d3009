#pragma once
// A folder's files as one value, so that what is made from it can be compared before it is written.
#include <filesystem>
#include <map>
#include <string>

#include "labkit/starter/error.h"

namespace gridmark::starter {

/// Name relative to the folder, with `/` -> content.
using Tree = std::map<std::string, std::string>;

/// Every file below `folder`; no folder gives an empty tree.
///
/// errors  a symbolic link or another thing that is neither file nor folder; a file that cannot be read
Result<Tree> read_tree(const std::filesystem::path& folder);

/// Writes the files that differ from what `folder` holds; never deletes.
Result<void> write_tree(const Tree& tree, const std::filesystem::path& folder);

}  // namespace gridmark::starter
