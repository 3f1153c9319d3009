#include "grader/system/stop_flag.h"

#include <sys/eventfd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace gridmark::system {
namespace {

std::atomic<StopFlag*> signalled_flag = nullptr;

extern "C" void on_stop_signal(int) {
  const int saved = errno;
  if (StopFlag* flag = signalled_flag.load()) flag->request();
  errno = saved;
}

}  // namespace

StopFlag::StopFlag() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void StopFlag::request() {
  requested_.store(true);
  const std::uint64_t one = 1;
  if (write(event_.get(), &one, sizeof one) < 0) return;  // full: it is readable already
}

void stop_on_signals(StopFlag& flag) {
  signalled_flag.store(&flag);
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

}  // namespace gridmark::system
