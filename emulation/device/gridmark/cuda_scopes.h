#pragma once
// cuda::thread_scope and the memory orders. If CCCL's headers are found, its definitions are used, so that a
// program can mix both.
#include <atomic>

#if __has_include(<cuda/std/__atomic/scopes.h>) && __has_include(<cuda/std/__atomic/order.h>)
#include <cuda/std/__atomic/order.h>
#include <cuda/std/__atomic/scopes.h>
namespace cuda {
using std::thread_scope;
using std::thread_scope_block;
using std::thread_scope_device;
using std::thread_scope_system;
using std::thread_scope_thread;
}  // namespace cuda
#else
namespace cuda {
enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};
namespace std {
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
}  // namespace cuda
#endif
