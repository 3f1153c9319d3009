#pragma once
// Every state that a crash can leave, from the journal of what a program did. Pure.
//
// The model: a crash comes before the first operation or after any of them. Changes of names survive in their
// order, any number of them, at least those before the last fsync_folder(). Of the data that a file got since
// its last fsync() none, half or all survives, for each file on its own. A file that create() truncated
// counts the truncation as unsynced data too.
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
  std::size_t operations = 0;     ///< of the journal, done before the crash
  std::size_t returned = 0;       ///< marks among them: saves that had returned
  std::size_t names_kept = 0;     ///< changes of names that survived, of those that were not safe
  std::size_t names_pending = 0;  ///< changes of names that were not safe
  std::vector<std::pair<std::string, Share>> unsynced;  ///< of each file for which it makes a difference
  std::map<std::string, std::string_view> files;        ///< name -> bytes
};

struct Explored {
  std::size_t states = 0;  ///< different ones for each moment of the crash
  bool left_out = false;   ///< there are more than the limit
  std::string statement;   ///< "9 crash states", or how many of how many were left out
};

/// Calls `visit` with each crash state once, earliest crash first. Two crashes at different moments count as
/// two states, also with equal files. The views in a state end when `visit` returns.
///
/// limit  on the number of states. Where there are more, each moment gets an equal share, spread evenly
Explored for_each_crash_state(const Journal& journal, std::size_t limit,
                              const std::function<void(const CrashState&)>& visit);

constexpr std::size_t usual_limit = 10000;

}  // namespace gridmark::disk
