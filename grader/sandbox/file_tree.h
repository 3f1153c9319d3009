#pragma once
// Trees that a hostile command has made: deeper than a path can name, closed to their owner, of any size.
#include <cstdint>
#include <string>

namespace gridmark::sandbox {

struct TreeSize {
  std::int64_t entries = 0;  ///< below the folder, without itself
  std::int64_t bytes = 0;    ///< on the disk; holes take no room, nor do further names of a file
  bool complete = true;      ///< false when a folder could not be read, or the count was cut short
  bool disturbed = false;    ///< something was removed or renamed between being listed and being looked at
};

/// Counts until `most_entries` is passed. Follows no links. Changes the working folder while it runs.
TreeSize measure_tree(const std::string& folder, std::int64_t most_entries);

/// Removes `folder`, if it is this user's, and all below it, whoever's it is, closed folders too. Follows no
/// links, not even those that take a folder's place meanwhile. True when nothing is left.
bool remove_tree(const std::string& folder);

}  // namespace gridmark::sandbox
