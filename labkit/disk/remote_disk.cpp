#include "labkit/disk/remote_disk.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "labkit/disk/frames.h"
#include "labkit/disk/names.h"

namespace gridmark::disk {

/// One call to the server.
struct RemoteDisk::Told {
  const char* words;  ///< for the text of an error
  Call call;
  int file = 0;
  std::string name;
  const void* data = nullptr;
  std::size_t bytes = 0;
};

struct RemoteDisk::Reply {
  int file = 0;
  std::string data;
};

namespace {

/// Transfers bytes between the two ends of a socket. Transfers all of them or throws DiskError.
class Wire {
 public:
  Wire(int socket, const char* call) : socket_(socket), call_(call) {}

  void send(const void* data, std::size_t bytes) const {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
      const ssize_t count = ::send(socket_, next, bytes, MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) gone();
      next += count;
      bytes -= static_cast<std::size_t>(count);
    }
  }

  void receive(void* data, std::size_t bytes) const {
    char* next = static_cast<char*>(data);
    while (bytes > 0) {
      const ssize_t count = ::recv(socket_, next, bytes, 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) gone();
      next += count;
      bytes -= static_cast<std::size_t>(count);
    }
  }

 private:
  [[noreturn]] void gone() const {
    throw DiskError(call_, "", EPIPE, "the disk is gone: its owner has closed the connection");
  }

  int socket_;
  const char* call_;
};

}  // namespace

RemoteDisk::RemoteDisk(int descriptor) : socket_(descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode))
    throw DiskError("open", "", ENOTSOCK,
                    "descriptor " + std::to_string(descriptor) + " is not a socket of a disk's owner");
  // Programs that this one starts must not write between two messages.
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

RemoteDisk::~RemoteDisk() { ::close(socket_); }

RemoteDisk::Reply RemoteDisk::ask(const Told& told) const {
  const Wire wire(socket_, told.words);
  const Request request{told.call, told.file, told.name.size(), told.bytes};
  wire.send(&request, sizeof request);
  wire.send(told.name.data(), told.name.size());
  wire.send(told.data, told.bytes);
  Answer answer;
  wire.receive(&answer, sizeof answer);
  Reply reply{answer.file, std::string(answer.data_bytes, '\0')};
  wire.receive(reply.data.data(), reply.data.size());
  if (answer.code != 0) throw DiskError(told.words, told.name, answer.code, reply.data);
  return reply;
}

int RemoteDisk::create(const std::string& name) {
  check_name("create", name);
  return ask({"create", Call::create, 0, name}).file;
}

void RemoteDisk::write(int file, const void* data, std::size_t bytes) {
  ask({"write", Call::write, file, "", data, bytes});
}

void RemoteDisk::fsync(int file) { ask({"fsync", Call::fsync, file, ""}); }

void RemoteDisk::close(int file) { ask({"close", Call::close, file, ""}); }

void RemoteDisk::rename(const std::string& from, const std::string& to) {
  check_name("rename", from);
  check_name("rename", to);
  ask({"rename", Call::rename, 0, from, to.data(), to.size()});
}

void RemoteDisk::fsync_folder() { ask({"fsync_folder", Call::fsync_folder, 0, ""}); }

void RemoteDisk::remove(const std::string& name) {
  check_name("remove", name);
  ask({"remove", Call::remove, 0, name});
}

std::vector<std::string> RemoteDisk::list() const {
  const std::string text = ask({"list", Call::list, 0, ""}).data;
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\0', begin);
    names.push_back(text.substr(begin, end - begin));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return names;
}

std::string RemoteDisk::read(const std::string& name) const {
  check_name("read", name);
  return ask({"read", Call::read, 0, name}).data;
}

void RemoteDisk::returned() { ask({"returned", Call::returned, 0, ""}); }

}  // namespace gridmark::disk
