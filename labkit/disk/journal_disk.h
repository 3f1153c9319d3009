#pragma once
// A disk in memory that keeps a journal of its calls.
#include <cstddef>

#include "labkit/disk/disk.h"
#include "labkit/disk/folder.h"

namespace gridmark::disk {

/// A call beyond one of these limits throws DiskError with EDQUOT and does not enter the journal.
struct JournalLimits {
  std::size_t operations = 100000;
  std::size_t bytes = std::size_t{256} << 20;  ///< written bytes, over all operations
  std::size_t open_files = 256;
};

class JournalDisk : public Disk {
 public:
  /// before  files that are safe on the disk at the start
  explicit JournalDisk(Contents before = {}, JournalLimits limits = {});

  int create(const std::string& name) override;
  void write(int file, const void* data, std::size_t bytes) override;
  void fsync(int file) override;
  void close(int file) override;
  void rename(const std::string& from, const std::string& to) override;
  void fsync_folder() override;
  void remove(const std::string& name) override;
  std::vector<std::string> list() const override;
  std::string read(const std::string& name) const override;
  void returned() override;

  /// Sets the client of the following calls. A handle belongs to the client that created it.
  void set_client(int client) { client_ = client; }

  /// Call when the process of `client` has ended. Closes its files, which is not an operation. The disk stays
  /// usable.
  void end_client(int client);

  /// Lets the next call fail with `code` from <cerrno> and without an effect.
  void fail_next(int code) { fail_next_ = code; }

  /// Bytes that may still be written.
  std::size_t bytes_left() const { return limits_.bytes - bytes_; }

  const Journal& journal() const { return journal_; }

  /// The current files as programs read them.
  Contents contents() const { return folder_.contents(); }

 private:
  struct Opened {
    int client;
    std::string created_as;
  };
  void record(Operation operation) const;
  Operation of_handle(Kind kind, int file) const;

  JournalLimits limits_;
  int client_ = 0;
  int next_file_ = 0;
  std::size_t bytes_ = 0;
  std::map<int, Opened> open_;
  // Reading is also an operation, because a lab checks whether a rank read a file before another removed it.
  mutable int fail_next_ = 0;
  mutable Journal journal_;
  mutable Folder folder_;
};

}  // namespace gridmark::disk
