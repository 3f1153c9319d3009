#include "emulation/engine/fault.h"

#include <unistd.h>

#include <atomic>
#include <cstring>

namespace gridmark::emulation {
namespace {

std::atomic<FaultHandler> fault_handler{nullptr};
std::atomic<bool> speaking{false};

void say(const char* text) {
  for (std::size_t left = std::strlen(text); left > 0;) {
    const ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0) return;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

}  // namespace

void set_fault_handler(FaultHandler handler) { fault_handler = handler; }

void end_with_fault(const char* sentence, const char* file, int line, int signal) {
  if (speaking.exchange(true))
    for (;;) pause();
  say("gridmark: ");
  say(sentence);
  say("\n");
  if (const FaultHandler handler = fault_handler) handler(sentence, file, line);
  std::signal(signal, SIG_DFL);
  sigset_t just_this;
  sigemptyset(&just_this);
  sigaddset(&just_this, signal);
  raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &just_this, nullptr);
  _exit(128 + signal);
}

}  // namespace gridmark::emulation
