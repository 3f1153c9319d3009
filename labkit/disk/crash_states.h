#pragma once
// Every state that a crash can leave, computed from the journal of a program's calls. No input or output.
//
// The model: a crash comes before the first operation or after any operation. Any number of name changes
// survive, in their order, and at least those before the last fsync_folder(). For the data that a file
// received since its last fsync(), none, half or all survives. Files are independent of each other. If
// create() truncated a file, the truncation also counts as unsynced data.
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "labkit/disk/folder.h"

namespace gridmark::disk {

struct CrashState {
  std::size_t operations = 0;     ///< operations in the journal that were done before the crash
  std::size_t returned = 0;       ///< marks among them: saves that had returned
  std::size_t names_kept = 0;     ///< unsafe name changes that survived
  std::size_t names_pending = 0;  ///< all unsafe name changes
  std::vector<std::pair<std::string, Share>> unsynced;  ///< of each file where it matters
  std::map<std::string, std::string_view> files;        ///< name -> bytes
};

struct Explored {
  std::size_t states = 0;  ///< number of different states, summed over the moments of the crash
  bool left_out = false;   ///< there are more than the limit
  std::string statement;   ///< "9 crash states", or how many states of how many were left out
};

/// Calls `visit` once for each crash state, earliest crash first. Crashes at different moments give two
/// states, even with equal files. The views in a state are valid until `visit` returns.
///
/// limit  the most states. If there are more, each moment gets an equal share, spread evenly
Explored for_each_crash_state(const Journal& journal, std::size_t limit,
                              const std::function<void(const CrashState&)>& visit);

constexpr std::size_t usual_limit = 10000;

}  // namespace gridmark::disk
