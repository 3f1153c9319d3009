#pragma once
// How a submission's threads wait for one another in std::latch, std::barrier, std::counting_semaphore and
// std::atomic::wait. The C++ library's headers make the system call themselves, by syscall(), which can make
// any other call as well and is none that a submission may ask for. In their namespace that name is this
// function's.
#include <ctime>

/// The system call of this name between threads of this process, whatever `operation` says of others.
///
/// errors  those of the system call; ENOSYS: an operation that neither waits nor wakes
extern "C" long gridmark_futex(const void* word, int operation, int value, const timespec* timeout, int bits);

namespace std {
namespace __detail {

inline long syscall(long, const void* word, int operation, int value, const timespec* timeout = nullptr,
                    const void* = nullptr, int bits = 0) {
  return gridmark_futex(word, operation, value, timeout, bits);
}

}  // namespace __detail
}  // namespace std
