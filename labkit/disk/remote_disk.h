#pragma once
// A disk that another process owns. Each call is a message on a socket that the program inherited.
#include <cstdint>

#include "labkit/disk/disk.h"

namespace gridmark::disk {

enum class Call : std::uint32_t;

/// Sends every call to the DiskServer at the other end of `descriptor`, and waits for the answer.
///
/// errors  DiskError of the server's disk, or EPIPE if the server has closed the socket
class RemoteDisk : public Disk {
 public:
  /// descriptor  one end of a stream socketpair, which the disk closes
  /// errors      DiskError: it is not a socket
  explicit RemoteDisk(int descriptor);
  ~RemoteDisk() override;

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

 private:
  struct Told;
  struct Reply;
  Reply ask(const Told& told) const;

  int socket_;
};

}  // namespace gridmark::disk
