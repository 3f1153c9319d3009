#pragma once
// The communication stream: messages that overlap with computation.
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

/// Runs posted work in order. Each work starts when its event was reached and the work before it was done.
/// Its messages and its commands in stream() take their time in parallel with the host and the other streams.
///
/// The emulated device runs the work no later than the next wait of the host: in wait(), in wait_all(), and
/// in any call of the Comm that waits. The modelled time is that of a separate thread.
class Queue {
 public:
  explicit Queue(Comm& comm);
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  /// Drops work that was never waited for.
  ~Queue();

  /// ready  an event that is already recorded, or null to start at once
  Work post(cudaEvent_t ready, std::function<void()> work);
  /// Waits until the work is done. Throws the work's exception, and drops the work after it.
  void wait(const Work& work);
  void wait_all();

  /// A stream that does not synchronize with others, for kernels inside the work.
  cudaStream_t stream() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace gridmark::comm
