#include "labkit/channel/link.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace gridmark::channel {

int Link::open() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  far_end_ = std::make_shared<FileDescriptor>(ends[1]);
  return ends[0];
}

}  // namespace gridmark::channel
