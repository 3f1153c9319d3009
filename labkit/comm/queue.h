#pragma once
// The communication stream: messages beside computing.
//
//   Queue queue(comm);
//   cudaEventRecord(ready, compute);                            // the gradients are there
//   const Work sum = queue.post(ready, [&] { ring_all_reduce(comm, gradients, count, queue.stream()); });
//   ...                                                         // the rest of the backward pass
//   queue.wait(sum);
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "labkit/comm/comm.h"

namespace gridmark::comm {

/// Work that was posted.
struct Work {
  std::uint64_t number = 0;
};

/// Runs posted work in order, each from the moment on at which its event was reached and the work before
/// it was done. Its messages, and its commands in stream(), take their time beside the host and
/// the other streams.
///
/// The emulated device runs the work at the latest when the host waits: in wait(), in wait_all(), and in any
/// call of the Comm that waits. Its modelled time is that of a separate thread.
class Queue {
 public:
  explicit Queue(Comm& comm);
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  /// Work that was never waited for is left out.
  ~Queue();

  /// ready  an event that is recorded already; null: at once
  Work post(cudaEvent_t ready, std::function<void()> work);
  /// Waits until the work is done. An exception of the work comes out here, and the work after it is left
  /// out.
  void wait(const Work& work);
  void wait_all();

  /// A stream that waits for no other, for kernels within the work.
  cudaStream_t stream() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace gridmark::comm
