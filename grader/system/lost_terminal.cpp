#include "grader/system/lost_terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace gridmark::system {
namespace {

volatile std::sig_atomic_t on_terminal[2] = {0, 0};  // standard output, standard error
volatile std::sig_atomic_t nowhere = -1;

/// Redirects output, because writing to a lost terminal would be an error.
extern "C" void on_lost_terminal(int) {
  const int saved = errno;
  for (int stream = 0; stream < 2; ++stream)
    if (on_terminal[stream] != 0 && nowhere >= 0) dup2(nowhere, stream + 1);
  errno = saved;
}

}  // namespace

void outlive_the_terminal() {
  for (int stream = 0; stream < 2; ++stream) on_terminal[stream] = isatty(stream + 1) == 1;
  nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  struct sigaction action {};
  action.sa_handler = on_lost_terminal;
  sigaction(SIGHUP, &action, nullptr);
}

bool wait_or_stop(const StopFlag& stop, double seconds) {
  pollfd event{stop.descriptor(), POLLIN, 0};
  poll(&event, 1, static_cast<int>(seconds * 1000));
  return stop.requested();
}

}  // namespace gridmark::system
