#pragma once
// A disk behind a server, and the socket ends for its programs.
#include <sys/socket.h>

#include <memory>
#include <stdexcept>

#include "labkit/disk/disk_server.h"
#include "labkit/disk/remote_disk.h"

namespace gridmark::disk {

struct ServedDisk {
  explicit ServedDisk(JournalLimits limits = {}) : disk({}, limits), server(disk) {}

  /// The other end of a socket that the server serves as `client`.
  int socket(int client) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("socketpair");
    server.add(FileDescriptor(ends[0]), client);
    return ends[1];
  }
  std::unique_ptr<RemoteDisk> connect(int client) { return std::make_unique<RemoteDisk>(socket(client)); }

  JournalDisk disk;
  DiskServer server;
};

}  // namespace gridmark::disk
