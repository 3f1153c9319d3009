#include "labkit/channel/link.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace gridmark::channel {

int OwnedDescriptor::release() { return std::exchange(number_, -1); }

void OwnedDescriptor::reset() {
  if (const int number = release(); number >= 0) close(number);
}

int Link::open() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  far_end_ = std::make_shared<OwnedDescriptor>(ends[1]);
  return ends[0];
}

}  // namespace gridmark::channel
