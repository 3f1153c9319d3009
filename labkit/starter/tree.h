#pragma once
// The files of a folder as one value, so that results can be compared before they are written.
#include <filesystem>
#include <map>
#include <string>

#include "labkit/starter/error.h"

namespace gridmark::starter {

/// Name relative to the folder, with `/` -> content.
using Tree = std::map<std::string, std::string>;

/// Every file below `folder`. A missing folder gives an empty tree.
///
/// errors  a symbolic link or another entry that is neither file nor folder, or a file that cannot be read
Result<Tree> read_tree(const std::filesystem::path& folder);

/// Writes the files that differ from those in `folder`. Never deletes.
Result<void> write_tree(const Tree& tree, const std::filesystem::path& folder);

}  // namespace gridmark::starter
