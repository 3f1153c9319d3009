#include "grader/sandbox/channel.h"

#include <sys/socket.h>

#include <cstring>

namespace gridmark::sandbox {

bool send_message(int channel, const Message& message, int descriptor) {
  iovec part{const_cast<Message*>(&message), sizeof message};
  msghdr packet{};
  packet.msg_iov = &part;
  packet.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  if (descriptor >= 0) {
    packet.msg_control = control;
    packet.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&packet);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(channel, &packet, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof message);
}

std::optional<Received> receive_message(int channel, bool wait) {
  Received received;
  iovec part{&received.message, sizeof received.message};
  msghdr packet{};
  packet.msg_iov = &part;
  packet.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  packet.msg_control = control;
  packet.msg_controllen = sizeof control;
  const ssize_t size = recvmsg(channel, &packet, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
  const cmsghdr* header = CMSG_FIRSTHDR(&packet);
  if (size > 0 && header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    received.descriptor = FileDescriptor(descriptor);
  }
  if (size != static_cast<ssize_t>(sizeof received.message)) return std::nullopt;
  received.message.step[sizeof received.message.step - 1] = '\0';
  return received;
}

}  // namespace gridmark::sandbox
