// Feature: <gridmark/timeline.h>: the commands of each stream with their modelled times
// Nvcc: no, because a real device has no such header
#include <gridmark/timeline.h>

#include <algorithm>

#include "../check.h"

__global__ void twice(float* p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

namespace timeline = gridmark::timeline;

const timeline::Span& first_of(const timeline::Timeline& seen, const char* kind) {
  return *std::find_if(seen.spans.begin(), seen.spans.end(),
                       [&](const timeline::Span& span) { return span.kind == kind; });
}

int main() {
  constexpr int n = 1 << 16, bytes = n * sizeof(float);
  float *d, *h;
  CHECK(cudaMalloc(&d, 2 * bytes) == cudaSuccess && cudaMallocHost(&h, bytes) == cudaSuccess);
  CHECK(cudaMemset(d, 0, 2 * bytes) == cudaSuccess);
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  cudaDeviceSynchronize();

  timeline::keep_places(true);
  timeline::reset();
  CHECK(timeline::read().spans.empty() && timeline::read().host_waits == 0);
  cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, copies);
  twice<<<n / 256, 256, 0, kernels>>>(d + n);
  cudaDeviceSynchronize();
  const timeline::Timeline seen = timeline::read();
  CHECK(seen.spans.size() == 2 && seen.left_out == 0);

  const timeline::Span &copy = first_of(seen, "copy"), &kernel = first_of(seen, "kernel");
  CHECK(copy.direction == "host to device" && copy.bytes == bytes && copy.basis == "bytes");
  CHECK(kernel.name == "twice" && kernel.line == 32);
  CHECK(kernel.file.find("timeline.cu") != std::string::npos);
  CHECK(kernel.begin_ns < copy.end_ns && copy.begin_ns < kernel.end_ns);  // on two streams: at once
  CHECK(copy.stream != kernel.stream && copy.correlation != kernel.correlation);
  CHECK(seen.host_waits == 1 && seen.waits[0].name == "cudaDeviceSynchronize");
  CHECK(seen.waits[0].end_ns >= std::max(copy.end_ns, kernel.end_ns));
  const double whole = seen.end_ns - seen.begin_ns, busy = kernel.end_ns - kernel.begin_ns;
  CHECK(std::abs(timeline::busy_share(seen, 0) - busy / whole) < 1e-12);
  CHECK(timeline::busy_share(seen, 1) == 0);

  cudaFree(d), cudaFreeHost(h), cudaStreamDestroy(copies), cudaStreamDestroy(kernels);
  return coverage::result();
}
