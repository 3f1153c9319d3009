#pragma once
// Waiting between a submission's threads in std::latch, std::barrier, std::counting_semaphore and
// std::atomic::wait. The C++ library's headers make the system call with syscall(). A submission may not use
// syscall(), because it can make any other call as well. In the headers' namespace this function replaces it.
#include <ctime>

/// The system call of this name between threads of this process, even if `operation` asks for other
/// processes.
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
