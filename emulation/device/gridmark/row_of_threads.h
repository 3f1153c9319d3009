#pragma once
// The loop over a row of threads inside a kernel of straight code.
//
// Theory of operation
// The rewriter (emulation/rewrite/kernel_rows.h) puts this loop around the body of a kernel that cannot wait
// for another thread and never asks which thread it is. From the thread of its call on, the kernel then runs
// all threads of the row in x, and sets turn.fibers to report it. run_threads continues with the next row.
// Inside, threadIdx is a local constant, no store per thread is needed, and g++ can vectorise across threads.
//
// The loop counts blockIdx.x * blockDim.x + threadIdx.x, in int. Nearly every such kernel computes this value
// and compares it with the number of its elements. So the kernel's value is the loop's variable, and g++
// splits the loop where the comparison changes.
//
// At a fault there is no thread index in memory. The engine then runs the block once more, one thread per
// call (turn.rows is 0), until the fault comes again. A kernel that has faulted is over, so its earlier
// writes do not matter.
#include "gridmark/engine.h"

namespace gridmark::emulation {

class RowOfThreads {
 public:
  const uint3 block = ::blockIdx;
  const dim3 block_size = ::blockDim, grid_size = ::gridDim;

  __attribute__((always_inline)) RowOfThreads() {
    const unsigned x = first_thread_.x;
    element_ = static_cast<int>(first_element_ + x);
    end_ = static_cast<int>(first_element_ + x + 1);
    constexpr unsigned most = 0x7fffffff - 1024;  // an int counts to the end of the row
    if (!turn.rows || first_element_ > most || !take_row()) return;
    end_ = static_cast<int>(first_element_ + block_size.x);
  }
  RowOfThreads(const RowOfThreads&) = delete;

  __attribute__((always_inline)) uint3 thread() const {
    return {static_cast<unsigned>(element_) - first_element_, first_thread_.y, first_thread_.z};
  }
  /// The thread with number INT_MAX is a row by itself, and the count beyond it is not below the end.
  __attribute__((always_inline, no_sanitize("signed-integer-overflow"))) bool next() {
    return ++element_ < end_;
  }

 private:
  /// False if the threads have separate stacks. This must be one instruction, because the watcher
  /// (emulation/engine/preemption.h) could interrupt between two and give them such stacks.
  __attribute__((always_inline)) static bool take_row() {
    unsigned found = 0;
    __asm__ volatile("cmpxchgl %2, %1" : "+a"(found), "+m"(turn.fibers) : "r"(Turn::row_taken) : "cc");
    return found == 0;
  }

  const uint3 first_thread_ = ::threadIdx;
  const unsigned first_element_ = block.x * block_size.x;
  int element_, end_;
};

}  // namespace gridmark::emulation
