#include "emulation/engine/preemption.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include "emulation/engine/block.h"
#include "emulation/engine/interruptible_code.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/sanitizers.h"

// The function that the handler makes an interrupted thread call. The stack pointer is below the 128 bytes
// that a function may use without moving it, and points to the interrupted instruction's address. XSAVE's
// header must be clear.
asm(R"(
.text
.globl gridmark_preempted
.type gridmark_preempted,@function
gridmark_preempted:
  pushfq
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rbx
  pushq %rbp
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp,%rbp
  movq 128(%rbp),%rdi
  cld
  subq gridmark_vector_state_bytes(%rip),%rsp
  andq $-64,%rsp
  xorl %eax,%eax
  movq %rax,512(%rsp)
  movq %rax,520(%rsp)
  movq %rax,528(%rsp)
  movq %rax,536(%rsp)
  movq %rax,544(%rsp)
  movq %rax,552(%rsp)
  movq %rax,560(%rsp)
  movq %rax,568(%rsp)
  movl $0xe7,%eax
  xorl %edx,%edx
  xsave (%rsp)
  call gridmark_preempt
  movl $0xe7,%eax
  xorl %edx,%edx
  xrstor (%rsp)
  movq %rbp,%rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rbp
  popq %rbx
  popq %rdx
  popq %rcx
  popq %rax
  popfq
  ret $128
.size gridmark_preempted,.-gridmark_preempted
)");

extern "C" {
void gridmark_preempted();
/// Room for the vector registers' state. 0 if the processor cannot save it in the needed form.
__attribute__((visibility("hidden"))) std::uint64_t gridmark_vector_state_bytes = 0;
void gridmark_preempt(const void* place) { gridmark::emulation::Block::here().preempt(place); }
}

namespace gridmark::emulation {

void (*tell_endless_kernel)(void* context) = nullptr;

namespace {

using Clock = std::uint64_t;  ///< nanoseconds

/// In nanoseconds: the time that the watcher sleeps between looks, and the processor time that a thread has
/// before it is interrupted. The last two are for a block in which no thread returns, until another block has
/// its turn. A block that works without others is seldom that slow, and each block that is put aside keeps
/// its stacks.
struct Rhythm {
  long usual = 10'000'000, spinning = 1'000'000;
  Clock least_turn = 500'000;
  Clock new_block_turn = 200'000'000, block_turn = 5'000'000;
};
constexpr unsigned idle_looks = 200;
constexpr unsigned most_watched = 512;

/// The watcher's knowledge of one operating-system thread.
struct Place {
  std::atomic<bool> taken{false};
  std::atomic<pid_t> thread{0};  ///< 0 if there is nothing to look at, set after all other members
  clockid_t clock = 0;
  const volatile Turn* turn = nullptr;
  const volatile uint3* index = nullptr;
  const volatile std::uint64_t* progress = nullptr;
  std::atomic<bool> endless{false};        ///< the watchdog's verdict, for the handler
  std::atomic<bool> late{false};           ///< the program's time was running out, too
  std::atomic<bool> held_by_block{false};  ///< another block must have its turn
  // The last look.
  uint3 seen{};
  std::uint64_t seen_progress = 0;
  Clock progress_at = 0;  ///< processor time when the last progress was seen
  Clock since = 0;        ///< processor time when this thread was first seen unchanged
  Clock block_end = 0;    ///< processor time until which its block may stay
};

std::array<Place, most_watched> places;
std::mutex places_mutex;  ///< held while a place is read, so that it is not given back
std::atomic<std::uint32_t> sleeping{0};
std::atomic<bool> spinning{false};  ///< a thread was preempted lately
std::atomic<bool> started{false};

Clock read_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<Clock>(now.tv_sec) * 1'000'000'000 + static_cast<Clock>(now.tv_nsec);
}

/// Counting makes programs slower by a factor of ten and more.
Clock patience() {
  static const Clock limit = [] {
    const char* setting = std::getenv("GRIDMARK_WATCHDOG_SECONDS");
    const double seconds = setting ? std::strtod(setting, nullptr) : observer ? 300 : 30;
    return seconds > 0 ? static_cast<Clock>(seconds * 1e9) : 0;
  }();
  return limit;
}

/// Processor time of the program at which a spinning grid is ended, because the system would soon end the
/// program. If many blocks spin, each makes room for the next one, so blocks always begin.
Clock last_moment() {
  static const Clock limit = [] {
    const char* setting = std::getenv("GRIDMARK_LAST_CPU_SECOND");
    return setting ? static_cast<Clock>(std::max(std::strtod(setting, nullptr), 0.0) * 1e9) : 0;
  }();
  return limit;
}

/// GRIDMARK_LOOK_MICROSECONDS, for tests: interrupts wherever it can, as a busy machine does now and then.
Rhythm rhythm() {
  static const Rhythm kept = [] {
    const char* setting = std::getenv("GRIDMARK_LOOK_MICROSECONDS");
    const long period = setting ? std::strtol(setting, nullptr, 10) * 1000 : 0;
    return period > 0 && period < 1'000'000 ? Rhythm{period, period, 1000} : Rhythm{};
  }();
  return kept;
}

bool same(const uint3& a, const uint3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// A value that changes when a thread returns or a block begins.
std::uint64_t progress_of(const Place& place, const uint3& index) {
  const std::uint64_t returned = *place.progress;
  if (place.turn->fibers) return returned << 32;
  return returned << 32 | (index.z << 20 | index.y << 10 | index.x);
}

bool look_at(Place& place) {
  const pid_t thread = place.thread;
  // The last look still counts: a block whose threads only yield is seldom met between two others.
  if (!thread || !place.turn->in_kernel) return false;
  const uint3 index{place.index->x, place.index->y, place.index->z};
  const std::uint64_t progress = progress_of(place, index);
  const bool stuck = place.progress_at && progress == place.seen_progress;
  const Clock now = read_clock(place.clock);
  if (!stuck) place.progress_at = now, place.block_end = now + rhythm().new_block_turn;
  constexpr Clock short_while = 20'000'000;  // a block may only just have begun
  const bool late = stuck && last_moment() && now - place.progress_at > short_while &&
                    read_clock(CLOCK_PROCESS_CPUTIME_ID) > last_moment();
  const bool endless = late || (stuck && patience() && now - place.progress_at > patience());
  if (endless) place.late = late, place.endless = true;
  // Processor time is used because the thread may just not have run on a busy machine.
  if (!stuck || !same(index, place.seen)) place.since = now;
  const bool spins = now - place.since > rhythm().least_turn && !observer && gridmark_vector_state_bytes;
  const bool held = stuck && now > place.block_end && place.turn->fibers && !observer;
  if (held) place.held_by_block = true, place.block_end = now + rhythm().block_turn;
  if (spins || endless || held) learn_interruptible_code();
  place.seen = index;
  place.seen_progress = progress;
  if (endless || spins || held) syscall(SYS_tgkill, getpid(), thread, preemption_signal);
  return true;
}

void sleep_for(long nanoseconds) {
  const timespec period{0, nanoseconds};
  nanosleep(&period, nullptr);
}

[[noreturn]] void watch() {
  for (unsigned idle = 0;;) {
    sleep_for(spinning.exchange(false) ? rhythm().spinning : rhythm().usual);
    bool busy = false;
    {
      const std::lock_guard lock(places_mutex);
      for (Place& place : places) busy |= look_at(place);
    }
    idle = busy ? 0 : idle + 1;
    if (idle < idle_looks) continue;
    sleeping = 1;
    sleeping.wait(1);
    idle = 0;
  }
}

/// Arranges that the interrupted thread calls gridmark_preempted.
void inject_call(ucontext_t& context) {
  greg_t* registers = context.uc_mcontext.gregs;
  constexpr greg_t red_zone = 128;
  const greg_t stack = registers[REG_RSP] - red_zone - 8;
  *reinterpret_cast<greg_t*>(stack) = registers[REG_RIP];
  registers[REG_RSP] = stack;
  registers[REG_RIP] = reinterpret_cast<greg_t>(gridmark_preempted);
}

thread_local Place* place_here = nullptr;

void on_signal(int, siginfo_t*, void* data) {
  auto& context = *static_cast<ucontext_t*>(data);
  if (!turn.in_kernel || !place_here) return;
  if (place_here->endless.exchange(false) && tell_endless_kernel) return tell_endless_kernel(data);
  if (observer || !Block::current() || Block::runs_a_row()) return;
  if (place_here->seen_progress != progress_of(*place_here, threadIdx)) return;
  const bool held = place_here->held_by_block.exchange(false);
  if (held) Block::here().ask_to_stand_aside();
  // The thread is not the one that was found unchanged. It has just begun.
  if (!held && !same(place_here->seen, threadIdx)) return;
  constexpr std::size_t room = 16 * 1024;
  const auto* stack = reinterpret_cast<const char*>(context.uc_mcontext.gregs[REG_RSP]);
  if (!Block::current()->stacks().has_left(stack, room)) return;
  if (!is_interruptible(static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]))) return;
  spinning = true;
  inject_call(context);
}

std::uint64_t vector_state_bytes() {
  unsigned a = 1, b = 0, c = 0, d = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  if (!(c >> 27 & 1)) return 0;  // the system does not use XSAVE
  a = 13, c = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return c + 64;  // for all state that the processor can save, and room to align
}

void start_watching() {
  gridmark_vector_state_bytes = vector_state_bytes();
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(preemption_signal, &action, nullptr);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread(watch).detach();
  } catch (const std::system_error&) {
    // The system limits threads. Without the watcher, spinning threads spin on.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

std::string watchdog_words() {
  const bool late = place_here && place_here->late;
  char words[96];
  std::snprintf(words, sizeof words,
                late ? "the program has used %g s of processor time"
                     : "no thread has finished for %g s of processor time",
                static_cast<double>(late ? last_moment() : patience()) * 1e-9);
  return words;
}

void watch_grids() {
  if (!signals_come_at_once) return;
  if (!started.load(std::memory_order_relaxed)) {
    if (started.exchange(true)) return;
    start_watching();
    static const int registered = pthread_atfork(nullptr, nullptr, [] { started = false; });
    static_cast<void>(registered);
  }
  if (sleeping.load(std::memory_order_relaxed)) {
    sleeping = 0;
    sleeping.notify_one();
  }
}

Watched::Watched() {
  Block::count_progress_in(&progress_);
  const pid_t self = gettid();
  for (Place& place : places) {
    if (place.taken.exchange(true)) continue;
    pthread_getcpuclockid(pthread_self(), &place.clock);
    place.turn = &turn;
    place.index = &threadIdx;
    place.progress = &progress_;
    place.progress_at = 0;
    place_here = &place;
    place.thread = self;
    return;
  }
}

Watched::~Watched() {
  const std::lock_guard lock(places_mutex);
  if (!place_here) return;
  place_here->thread = 0;
  place_here->taken = false;
  place_here = nullptr;
}

}  // namespace gridmark::emulation
