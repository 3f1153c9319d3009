// Feature: a host that waits without the API (for a condition variable or a word in mapped memory) sees its streams continue
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "../check.h"

struct Ticket {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void CUDART_CB finished(cudaStream_t, cudaError_t status, void* ticket_) {
  Ticket& ticket = *static_cast<Ticket*>(ticket_);
  const std::lock_guard<std::mutex> lock(ticket.mutex);
  ticket.done = status == cudaSuccess;
  ticket.changed.notify_one();
}

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }

/// Answers each question that the host writes, and ends with a negative one.
__global__ void serve(volatile int* question, volatile int* answer) {
  for (int served = 0;;) {
    const int asked = *question;
    if (asked < 0) break;
    if (asked == served) continue;
    *answer = asked * asked;
    __threadfence_system();
    served = asked;
  }
}

void a_callback_wakes_the_host() {
  coverage::Buffer<int> data(32, 1);
  cudaStream_t streams[2];
  Ticket ticket;
  for (cudaStream_t& stream : streams) CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t first;
  CUDA(cudaEventCreate(&first));
  add<<<1, 32, 0, streams[0]>>>(data, 2);
  CUDA(cudaEventRecord(first, streams[0]));
  CUDA(cudaStreamWaitEvent(streams[1], first, 0));
  add<<<1, 32, 0, streams[1]>>>(data, 3);
  CUDA(cudaStreamAddCallback(streams[1], finished, &ticket, 0));
  {
    std::unique_lock<std::mutex> lock(ticket.mutex);
    ticket.changed.wait(lock, [&] { return ticket.done; });
  }
  CHECK(cudaStreamQuery(streams[1]) == cudaSuccess);
  CHECK(data.get()[31] == 6);
  for (cudaStream_t stream : streams) CUDA(cudaStreamDestroy(stream));
  CUDA(cudaEventDestroy(first));
}

void a_host_asks_through_mapped_memory() {
  volatile int *words, *device;
  CUDA(cudaHostAlloc((void**)&words, 2 * sizeof(int), cudaHostAllocMapped));
  CUDA(cudaHostGetDevicePointer((void**)&device, (void*)words, 0));
  words[0] = words[1] = 0;
  serve<<<1, 1>>>(device, device + 1);
  for (int asked = 1; asked <= 3; ++asked) {
    words[0] = asked;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    while (words[1] != asked * asked) std::this_thread::yield();
  }
  words[0] = -1;
  CUDA(cudaDeviceSynchronize());
  CHECK(words[1] == 9);
  CUDA(cudaFreeHost((void*)words));
}

int main() {
  a_callback_wakes_the_host();
  a_host_asks_through_mapped_memory();
  return coverage::result();
}
