#pragma once
// A disk in memory that keeps a journal of its calls.
#include <cstddef>

#include "labkit/disk/disk.h"
#include "labkit/disk/folder.h"

namespace gridmark::disk {

/// Past one of these a call throws DiskError with EDQUOT and is not in the journal.
struct JournalLimits {
  std::size_t operations = 100000;
  std::size_t bytes = std::size_t{256} << 20;  ///< that are written, over all operations
  std::size_t open_files = 256;
};

class JournalDisk : public Disk {
 public:
  /// before  files that are safe on the disk from the start
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

  /// The calls from here on come from this client. A handle belongs to the client that created it.
  void set_client(int client) { client_ = client; }

  /// The process of `client` has ended: closes its files, which is not an operation. The disk goes on.
  void end_client(int client);

  /// Lets the next call fail with `code`, as in <cerrno>, and have no effect.
  void fail_next(int code) { fail_next_ = code; }

  /// Bytes that may still be written.
  std::size_t bytes_left() const { return limits_.bytes - bytes_; }

  const Journal& journal() const { return journal_; }

  /// The files as programs read them now.
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
  // Reading is an operation too: a lab asks whether a rank read a file before another one removed it.
  mutable int fail_next_ = 0;
  mutable Journal journal_;
  mutable Folder folder_;
};

}  // namespace gridmark::disk
