// The uses of signals that remain for an untrusted program.
#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <semaphore.h>
#include <signal.h>

#include <cerrno>
#include <ctime>
#include <thread>
#include <vector>

#include "emulation/distrust.h"

namespace {

using gridmark::emulation::distrust_program;

__global__ void write_through(int** array) { **array = 1; }

__global__ void wait_for(sem_t* begun, sem_t* done) {
  sem_post(begun);
  sem_wait(done);
}

/// This kernel's arrays are not announced. Without protection keys its pages open by a fault.
bool writes_through() {
  int *array = nullptr, **there = nullptr;
  cudaMalloc(&array, sizeof(int));
  cudaMalloc(&there, sizeof(int*));
  cudaMemcpy(there, &array, sizeof(int*), cudaMemcpyHostToDevice);
  write_through<<<1, 1>>>(there);
  int written = 0;
  cudaMemcpy(&written, array, sizeof(int), cudaMemcpyDeviceToHost);
  return written == 1;
}

void leave_with_success(int) { _exit(0); }

TEST(DistrustDeathTest, TheHandlersOfFaultsStay) {
  const auto try_to_replace = [] {
    distrust_program();
    for (const int fault : {SIGSEGV, SIGTRAP})
      if (signal(fault, leave_with_success) != SIG_ERR) _exit(1);
    _exit(writes_through() ? 0 : 2);
  };
  EXPECT_EXIT(try_to_replace(), testing::ExitedWithCode(0), "");
}

TEST(DistrustDeathTest, OtherSignalsAreTheProgramsOwn) {
  for (const int mine : {SIGUSR1, SIGALRM, SIGFPE}) {
    const auto handle = [&] {
      distrust_program();
      signal(mine, leave_with_success);
      raise(mine);
      _exit(1);
    };
    EXPECT_EXIT(handle(), testing::ExitedWithCode(0), "") << mine;
  }
}

/// mov $0xc3050f,%eax; ret. One byte later a processor finds syscall; ret.
__attribute__((noinline)) unsigned constant() { return 0x00c3050f; }

/// read() with an invalid file number, by the bytes of the constant. read is call number 0. A call without
/// floating-point arguments to a function with "..." sets %al, and here %rax, to 0.
int read_by_a_constant() {
  const auto* at = reinterpret_cast<const unsigned char*>(constant);
  while (at[0] != 0x0f || at[1] != 0x05) ++at;
  return reinterpret_cast<int (*)(int, ...)>(const_cast<unsigned char*>(at))(-1);
}

TEST(DistrustDeathTest, ACallOfTheKernelFromTheProgramsOwnBytesEndsIt) {
  EXPECT_EQ(read_by_a_constant(), -EBADF);  // so it is one
  const auto call = [] {
    distrust_program();
    read_by_a_constant();
    _exit(0);
  };
  EXPECT_EXIT(call(), testing::KilledBySignal(SIGSYS), "");
}

TEST(DistrustDeathTest, LibrariesCallTheKernelAsBefore) {
  const auto use_libraries = [] {
    distrust_program();
    std::thread([] { raise(SIGUSR1); }).join();
    std::vector<char> large(64 << 20, 1);
    timespec now{};
    _exit(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && writes_through() && large.back() == 1 ? 0 : 1);
  };
  signal(SIGUSR1, SIG_IGN);
  EXPECT_EXIT(use_libraries(), testing::ExitedWithCode(0), "");
}

TEST(DistrustDeathTest, AFaultIsToldAndEndsTheProgram) {
  int* array = nullptr;
  cudaMalloc(&array, sizeof(int));
  const auto touch = [&] {
    distrust_program();
    *static_cast<volatile int*>(array) = 1;
  };
  EXPECT_EXIT(touch(), testing::KilledBySignal(SIGSEGV), "host code used a device pointer");
  cudaFree(array);
}

TEST(DistrustDeathTest, WorkAfterTheSectionIsRefusedToOtherThreads) {
  using gridmark::emulation::allow_work_of_other_threads;
  const auto work_on_a_thread = [] { std::thread(writes_through).join(); };
  const auto come_too_late = [&] {
    allow_work_of_other_threads(false);
    writes_through();
    work_on_a_thread();
  };
  EXPECT_DEATH(come_too_late(), "after the function that started it");
  work_on_a_thread();
}

// Without protection keys the kernel has opened its arrays for all threads. Other arrays stay closed.
TEST(DistrustDeathTest, AThreadBesideAKernelOpensNothing) {
  static sem_t begun, done;
  sem_init(&begun, 0, 0);
  sem_init(&done, 0, 0);
  const auto touch_beside = [] {
    int* array = nullptr;
    cudaMalloc(&array, sizeof(int));
    std::thread touching([=] {
      sem_wait(&begun);
      *static_cast<volatile int*>(array) = 1;
      sem_post(&done);
    });
    wait_for<<<1, 1>>>(&begun, &done);
    cudaDeviceSynchronize();
    touching.join();
  };
  EXPECT_DEATH(touch_beside(), "host code used a device pointer");
}

void launch(int) { _exit(writes_through() ? 0 : 1); }

TEST(DistrustDeathTest, AFaultThatIsBlockedEndsTheProgram) {
  const char* keys = std::getenv("GRIDMARK_PROTECTION_KEYS");
  if (!keys || std::string(keys) != "0") GTEST_SKIP() << "with protection keys no page is closed here";
  const auto launch_in_handler = [] {
    distrust_program();
    struct sigaction blocking {};
    blocking.sa_handler = launch;
    sigfillset(&blocking.sa_mask);
    sigaction(SIGUSR1, &blocking, nullptr);
    raise(SIGUSR1);
  };
  EXPECT_EXIT(launch_in_handler(), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
