#pragma once
// The calls of a program to a disk, in order.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gridmark::disk {

/// The files of a folder: name -> bytes.
using Contents = std::map<std::string, std::string>;

enum class Kind { create, write, fsync, close, rename, fsync_folder, remove, list, read, returned };

/// One call and its result.
struct Operation {
  Kind kind{};
  int client = 0;    ///< the caller: a rank, or 0
  int file = -1;     ///< the handle of create, write, fsync, close. Each create has a different one
  std::string name;  ///< of the file at the time of the call
  std::string to;    ///< of rename
  std::string data;  ///< of write
  int failed = 0;    ///< why it had no effect, from <cerrno>. 0 if it succeeded
};

struct Journal {
  Contents before;  ///< safe on the disk before the first operation
  std::vector<Operation> operations;
};

/// Whether a crash after it can leave a different state than a crash before it.
bool changes_disk(const Operation& operation);

/// "rename tmp to ckpt", "write 512 bytes to tmp"
std::string in_words(const Operation& operation);

/// The files as programs read them after all operations.
Contents contents_after(const Journal& journal);

}  // namespace gridmark::disk
