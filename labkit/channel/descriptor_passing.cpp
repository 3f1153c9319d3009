#include "labkit/channel/descriptor_passing.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace gridmark::channel {
namespace {

struct Message {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  Message() {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
};

bool send_one(int socket, int descriptor) {
  Message message;
  cmsghdr* control = CMSG_FIRSTHDR(&message.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
  ssize_t sent = 0;
  do sent = sendmsg(socket, &message.header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

int receive_one(int socket) {
  Message message;
  ssize_t received = 0;
  do received = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  const cmsghdr* control = received == 1 ? CMSG_FIRSTHDR(&message.header) : nullptr;
  if (control == nullptr || control->cmsg_type != SCM_RIGHTS) return -1;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(control), sizeof descriptor);
  return descriptor;
}

}  // namespace

bool send_descriptors(int socket, const std::vector<int>& descriptors) {
  for (const int descriptor : descriptors)
    if (!send_one(socket, descriptor)) return false;
  return true;
}

std::vector<int> receive_descriptors(int socket, int count) {
  std::vector<int> descriptors;
  for (int i = 0; i < count; ++i) {
    const int descriptor = receive_one(socket);
    if (descriptor < 0) break;
    descriptors.push_back(descriptor);
  }
  return descriptors;
}

}  // namespace gridmark::channel
