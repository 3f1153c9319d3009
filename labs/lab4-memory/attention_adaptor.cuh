#pragma once
// Runs flash_attention.cu and the lab's unfused attention: a part of adaptor.cu.
#include <cstdlib>

#include "labkit/channel/device_array.h"
#include "labkit/channel/resident_memory.h"
#include "labs/lab4-memory/include/flash_attention.h"
#include "labs/lab4-memory/operations.h"
#include "labs/lab4-memory/unfused_attention.cuh"

#ifdef __GRIDMARK__
extern "C" char __data_start[], _end[];
#endif

namespace gridmark::lab4 {

/// Bytes of the program's variables. On the emulated device these include __device__ variables, which no
/// cudaMalloc shows. On a real one they are only the host's.
inline std::uint64_t bytes_of_variables() {
#ifdef __GRIDMARK__
  return static_cast<std::uint64_t>(_end - __data_start);
#else
  return 1;
#endif
}

/// Emulated kernels can use all memory of the process, so its peak counts. A real device's memory is
/// separate.
inline std::uint64_t peak_of_process() {
#ifdef __GRIDMARK__
  return channel::peak_resident_bytes();
#else
  return 0;
#endif
}

/// Each host thread that runs blocks has stacks for one block, and the stacks lie far apart. With huge pages,
/// or with many threads, their bytes would depend on the machine.
inline void take_little_beside() {
  channel::use_small_pages();
  setenv("GRIDMARK_THREADS", "1", 1);
}

/// Arrays of exactly the operation's sizes. An access after the end is detected.
template <class Function>
channel::Status with_arrays(AttentionFields& op, Function attention) {
  if (op.one_block_at_a_time) take_little_beside();
  const channel::DeviceArray<float> q(op.q, "q"), k(op.k, "k"), v(op.v, "v");
  channel::DeviceArray<float> o(op.o.size(), "o"), lse(op.lse.size(), "lse");
  const channel::GivenStream stream(op.circumstance);
  const channel::Status status = channel::graded(
      [&] { return attention(q.data(), k.data(), v.data(), o.data(), lse.data(), stream.get()); });
  o.copy_to(op.o);
  lse.copy_to(op.lse);
  op.variables.writable()[0] = bytes_of_variables();
  op.resident.writable()[0] = peak_of_process();
  return status;
}

GRIDMARK_OPERATION(Flash, op) {
  const AttentionShape& s = op.shape;
  return with_arrays(op, [&](const float* q, const float* k, const float* v, float* o, float* lse,
                              cudaStream_t stream) {
    return flash_attention_fwd(q, k, v, o, lse, s.batch, s.heads, s.queries, s.keys, s.d, s.causal, stream);
  });
}

GRIDMARK_OPERATION(Refusals, op) {
  return channel::graded([&] {
    for (std::size_t i = 0; i < op.codes.size(); ++i) {
      const int* s = op.sizes.data() + 5 * i;
      op.codes.writable()[i] = static_cast<int>(
          flash_attention_fwd(nullptr, nullptr, nullptr, nullptr, nullptr, s[0], s[1], s[2], s[3], s[4], false, nullptr));
    }
    cudaGetLastError();
    return cudaSuccess;
  });
}

GRIDMARK_OPERATION(Unfused, op) {
  const AttentionShape& s = op.shape;
  return with_arrays(op, [&](const float* q, const float* k, const float* v, float* o, float* lse,
                              cudaStream_t stream) {
    return unfused_attention(q, k, v, o, lse, s.batch, s.heads, {s.queries, s.keys, s.d, s.causal}, stream);
  });
}

}  // namespace gridmark::lab4
