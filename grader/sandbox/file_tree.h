#pragma once
// File trees of a hostile command: deeper than a path can name, closed to their owner, of any size.
#include <cstdint>
#include <string>

namespace gridmark::sandbox {

struct TreeSize {
  std::int64_t entries = 0;  ///< below the folder, without the folder
  std::int64_t bytes = 0;    ///< on the disk, without holes, each file counted once
  bool complete = true;      ///< false if a folder could not be read or the count was cut short
  bool disturbed = false;    ///< an entry was removed or renamed during the walk
};

/// Counts until `most_entries` is exceeded. Follows no links. Changes the working folder while it runs.
TreeSize measure_tree(const std::string& folder, std::int64_t most_entries);

/// Removes `folder`, if this user owns it, and everything below it, including other users' files and closed
/// folders. Follows no links, even if a link replaces a folder during the removal. True if nothing is left.
bool remove_tree(const std::string& folder);

}  // namespace gridmark::sandbox
