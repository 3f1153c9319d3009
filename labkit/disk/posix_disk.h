#pragma once
// A disk that uses a real folder.
#include "labkit/disk/disk.h"

namespace gridmark::disk {

/// The files of one folder. Links and subfolders in it are not files: list() omits them, and no call follows
/// a link. A handle is a descriptor of the process.
class PosixDisk : public Disk {
 public:
  /// errors  DiskError: the folder does not exist or cannot be read
  explicit PosixDisk(const std::string& folder);
  ~PosixDisk() override;

  int create(const std::string& name) override;
  void write(int file, const void* data, std::size_t bytes) override;
  void fsync(int file) override;
  void close(int file) override;
  void rename(const std::string& from, const std::string& to) override;
  void fsync_folder() override;
  void remove(const std::string& name) override;
  std::vector<std::string> list() const override;
  std::string read(const std::string& name) const override;

 private:
  void check_open(const char* call, int file) const;
  void check_regular(const char* call, const std::string& name) const;

  int folder_;
  std::vector<int> open_;  ///< the handles of this disk. Others are not written to
};

}  // namespace gridmark::disk
