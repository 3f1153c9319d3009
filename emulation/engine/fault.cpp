#include "emulation/engine/fault.h"

#include <unistd.h>

#include <atomic>
#include <cstring>

#include "emulation/engine/block.h"
#include "emulation/engine/pool.h"

namespace gridmark::emulation {
namespace {

std::atomic<FaultHandler> fault_handler{nullptr};
std::atomic<pid_t> speaker{0};  ///< the operating-system thread that ends the process

void say_text(const char* text) {
  for (std::size_t left = std::strlen(text); left > 0;) {
    const ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0) return;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

void say(const char* message) {
  say_text("gridmark: ");
  say_text(message);
  say_text("\n");
}

/// The system kernel calls no handler for a fault that is blocked.
__attribute__((no_sanitize("undefined"))) [[noreturn]] void die_of_a_blocked_fault() {
  sigset_t fault;
  sigemptyset(&fault);
  sigaddset(&fault, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &fault, nullptr);
  for (volatile int* volatile nothing = nullptr;;) *nothing = 0;
}

}  // namespace

bool (*keep_kernel_fault)(int error) = nullptr;
void (*tell_fault_of_row)() = nullptr;

void set_fault_handler(FaultHandler handler) { fault_handler = handler; }

bool kernel_faults_are_kept() { return keep_kernel_fault && !fault_handler.load(); }

void end_with_fault(const char* message, const char* file, int line, int signal) {
  pid_t nobody = 0;
  if (speaker.compare_exchange_strong(nobody, gettid())) {
    say(message);
    if (const FaultHandler handler = fault_handler) handler(message, file, line);
  } else if (nobody != gettid()) {
    for (;;) pause();
  }  // otherwise the fault handler itself has a fault
  if (std::signal(signal, SIG_DFL) == SIG_ERR) die_of_a_blocked_fault();  // see emulation/distrust.h
  sigset_t just_this;
  sigemptyset(&just_this);
  sigaddset(&just_this, signal);
  raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &just_this, nullptr);
  _exit(128 + signal);
}

std::string past_the_end(std::uintptr_t bytes) {
  if (bytes == 0) return "just past the end of ";
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " past the end of ";
}

void fault_of_grid(const char* message, const SourcePlace& place, int error) {
  if (!kernel_faults_are_kept()) end_with_fault(message, place.file.c_str(), place.line);
  if (keep_kernel_fault(error)) say(message);
  Pool::instance().give_up();
}

void fault_of_block(const char* message, const SourcePlace& place, int error) {
  fault_of_grid(message, place, error);
  Block::here().give_up();
}

}  // namespace gridmark::emulation
