#pragma once
// Runs transfers.cu: a part of adaptor.cu.
#include "labs/lab0-warm-up/adaptor_values.cuh"
#include "labs/lab0-warm-up/include/transfers.h"

namespace gridmark::lab0 {

GRIDMARK_OPERATION(HelloMatmul, op) {
  channel::refuse_work(op.circumstance == channel::Circumstance::refused_work);
  return graded([&] { return hello_matmul(op.a.data(), op.b.data(), op.c.writable().data(), op.n); });
}

/// Milliseconds of a copy of `bytes` bytes there and back, measured with events.
inline void time_plain_copies(const void* from, void* to, std::size_t bytes, double* ms) {
  void* device = nullptr;
  require(cudaMalloc(&device, bytes));
  cudaEvent_t events[3];
  for (cudaEvent_t& event : events) require(cudaEventCreate(&event));
  require(cudaEventRecord(events[0]));
  require(cudaMemcpy(device, from, bytes, cudaMemcpyHostToDevice));
  require(cudaEventRecord(events[1]));
  require(cudaMemcpy(to, device, bytes, cudaMemcpyDeviceToHost));
  require(cudaEventRecord(events[2]));
  require(cudaEventSynchronize(events[2]));
  for (int i = 0; i < 2; ++i) {
    float elapsed = 0;
    require(cudaEventElapsedTime(&elapsed, events[i], events[i + 1]));
    ms[i] = elapsed;
  }
  for (const cudaEvent_t event : events) require(cudaEventDestroy(event));
  require(cudaFree(device));
}

GRIDMARK_OPERATION(TimeTransfers, op) {
  std::vector<float> scratch(op.host.size());
  time_plain_copies(op.host.data(), scratch.data(), op.host.size() * sizeof(float),
                    op.expected.writable().data());
  TransferTimes times;
  channel::refuse_work(op.circumstance == channel::Circumstance::refused_work);
  const Status status = graded(
      [&] { return time_transfers(op.host.data(), op.back.writable().data(), op.host.size(), times); });
  put(std::vector<double>{times.to_device_ms, times.to_host_ms, times.to_device_mb_per_s,
                          times.to_host_mb_per_s},
      op.found);
  return status;
}

GRIDMARK_OPERATION(CopyRows, op) {
  DeviceArray<float> device(op.device.size(), "device");
  channel::refuse_work(op.circumstance == channel::Circumstance::refused_work);
  const auto copy = op.at_once ? copy_rows_at_once : copy_rows_one_by_one;
  const Status status =
      graded([&] { return copy(op.host.data(), op.stride, device.data(), op.rows, op.columns); });
  device.copy_to(op.device);
  return status;
}

GRIDMARK_OPERATION(Step, op) {
  std::vector<float> host = values_of(op.before);
  channel::refuse_work(op.circumstance == channel::Circumstance::refused_work);
  const auto step = op.resident ? step_resident : step_with_round_trips;
  const Status status = graded([&] { return step(host.data(), host.size(), op.steps); });
  put(host, op.after);
  return status;
}

GRIDMARK_OPERATION(Upload, op) {
  DeviceArray<float> device(op.values.size(), "device");
  const channel::GivenStream given(channel::Circumstance::own_stream);
  const cudaStream_t stream = given.get();
  float* pinned = nullptr;
  bool waits = false;
  Status status = graded([&] {
    if (const cudaError_t error = make_pinned(op.values.size(), pinned); error != cudaSuccess) return error;
    if (pinned == nullptr) return cudaErrorInvalidHostPointer;
    cudaPointerAttributes attributes{};
    const cudaError_t known = cudaPointerGetAttributes(&attributes, pinned);
    op.facts.writable()[0] = known == cudaSuccess && attributes.type == cudaMemoryTypeHost;
    std::copy(op.values.values().begin(), op.values.values().end(), pinned);
    const cudaError_t error = start_upload(pinned, device.data(), op.values.size(), stream);
    waits = cudaStreamQuery(stream) == cudaErrorNotReady;
    op.facts.writable()[1] = waits;
    return error;
  });
  require(cudaStreamSynchronize(stream));
  device.copy_to(op.uploaded);
  if (pinned != nullptr && op.facts.writable()[0] == 1) {
    const cudaError_t error = release_pinned(pinned);
    if (status.code == 0) status = status_of(error);
  }
  cudaGetLastError();
  return status;
}

GRIDMARK_OPERATION(RefusedUpload, op) {
  DeviceArray<float> device(1, "device");
  const channel::GivenStream stream(op.circumstance);
  float* pinned = nullptr;
  require(cudaMallocHost(&pinned, sizeof(float)));
  const Status status = graded([&] { return start_upload(pinned, device.data(), op.count, stream.get()); });
  require(cudaFreeHost(pinned));
  return status;
}

}  // namespace gridmark::lab0
