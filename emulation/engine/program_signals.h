#pragma once
#include <signal.h>

#include <initializer_list>

namespace gridmark::emulation {

/// While an object lives, new threads do not take the program's signals, which stay with its own threads.
/// Faults still come to the thread that causes them.
class ProgramSignalsElsewhere {
 public:
  ProgramSignalsElsewhere() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~ProgramSignalsElsewhere() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  ProgramSignalsElsewhere(const ProgramSignalsElsewhere&) = delete;
  ProgramSignalsElsewhere& operator=(const ProgramSignalsElsewhere&) = delete;

 private:
  sigset_t before_;
};

}  // namespace gridmark::emulation
