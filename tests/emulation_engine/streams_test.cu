// The order of execution: deferred launches, the default stream, events, asynchronous copies.
#include "device_buffer.h"

namespace {

__global__ void append(int* log, int what) {
  const int at = ++log[0];
  log[at] = what;
}
__global__ void increment(int* p) { *p += 1; }
__global__ void increment_each(int* p) { p[blockIdx.x] += 1; }

struct Stream {
  cudaStream_t handle = nullptr;
  explicit Stream(unsigned flags = cudaStreamDefault) { cudaStreamCreateWithFlags(&handle, flags); }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }
};
struct Event {
  cudaEvent_t handle = nullptr;
  Event() { cudaEventCreate(&handle); }
  ~Event() { cudaEventDestroy(handle); }
  operator cudaEvent_t() const { return handle; }
};

std::vector<int> entries(const DeviceBuffer<int>& log) {
  const std::vector<int> all = log.get();
  return {all.begin() + 1, all.begin() + 1 + all[0]};
}

TEST(Streams, ALaunchHasNotRunBeforeSomebodyWaits) {
  int* managed;
  ASSERT_EQ(cudaMallocManaged(&managed, sizeof(int)), cudaSuccess);
  *managed = 41;
  increment<<<1, 1>>>(managed);
  EXPECT_EQ(*managed, 41);
  cudaDeviceSynchronize();
  EXPECT_EQ(*managed, 42);
  cudaFree(managed);
}

TEST(Streams, ABlockingCopyWaitsForTheLaunchBeforeIt) {
  DeviceBuffer<int> value(1, 1);
  increment<<<1, 1>>>(value);
  EXPECT_EQ(value.get()[0], 2);
}

TEST(Streams, TheDefaultStreamIsOrderedWithBlockingStreams) {
  DeviceBuffer<int> log(16, 0);
  Stream a, b;
  append<<<1, 1, 0, a>>>(log, 1);
  append<<<1, 1>>>(log, 2);
  append<<<1, 1, 0, b>>>(log, 3);
  append<<<1, 1>>>(log, 4);
  cudaDeviceSynchronize();
  EXPECT_EQ(entries(log), (std::vector<int>{1, 2, 3, 4}));
}

TEST(Streams, WorkOfOneStreamKeepsItsOrder) {
  DeviceBuffer<int> log(16, 0);
  Stream stream(cudaStreamNonBlocking);
  for (int i = 1; i <= 5; ++i) append<<<1, 1, 0, stream>>>(log, i);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(entries(log), (std::vector<int>{1, 2, 3, 4, 5}));
}

// Old commands do not pile up, and new ones still wait after any number of them.
TEST(Streams, AfterManyCommandsANewOneStillWaits) {
  DeviceBuffer<int> value(1, 0);
  for (int i = 0; i < 3000; ++i) increment<<<1, 1>>>(value);
  Stream stream(cudaStreamNonBlocking);
  int* result = nullptr;
  cudaMallocHost(&result, sizeof(int));
  *result = -1;
  cudaMemcpyAsync(result, value, sizeof(int), cudaMemcpyDeviceToHost, stream);
  EXPECT_EQ(*result, -1);
  cudaDeviceSynchronize();
  EXPECT_GT(*result, 0);
  cudaFreeHost(result);
}

TEST(Streams, WithoutAnEventACopyInAnotherStreamMissesTheResult) {
  DeviceBuffer<int> value(1, 0);
  Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  int result = -1;
  increment<<<1, 1, 0, a>>>(value);
  cudaMemcpyAsync(&result, value, sizeof result, cudaMemcpyDeviceToHost, b);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(result, 0);
}

TEST(Streams, AnEventOrdersTwoStreams) {
  DeviceBuffer<int> value(1, 0);
  Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  Event done;
  int result = -1;
  increment<<<1, 1, 0, a>>>(value);
  cudaEventRecord(done, a);
  increment<<<1, 1, 0, a>>>(value);
  cudaStreamWaitEvent(b, done, 0);
  cudaMemcpyAsync(&result, value, sizeof result, cudaMemcpyDeviceToHost, b);
  cudaStreamSynchronize(b);
  EXPECT_EQ(result, 1);
}

TEST(Streams, ACopyFromPageableMemoryTakesTheBytesAtTheCall) {
  DeviceBuffer<int> value(1, 0);
  Stream stream;
  int source = 5;
  cudaMemcpyAsync(value, &source, sizeof source, cudaMemcpyHostToDevice, stream);
  source = 6;
  cudaStreamSynchronize(stream);
  EXPECT_EQ(value.get()[0], 5);
}

TEST(Streams, ACopyFromPageLockedMemoryTakesTheBytesWhenItRuns) {
  DeviceBuffer<int> value(1, 0);
  Stream stream;
  int *source, *result;
  cudaMallocHost(&source, sizeof(int));
  cudaMallocHost(&result, sizeof(int));
  *source = 5;
  *result = -1;
  cudaMemcpyAsync(value, source, sizeof(int), cudaMemcpyHostToDevice, stream);
  *source = 6;
  cudaMemcpyAsync(result, value, sizeof(int), cudaMemcpyDeviceToHost, stream);
  EXPECT_EQ(*result, -1);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(*result, 6);
  cudaFreeHost(source);
  cudaFreeHost(result);
}

TEST(Streams, AQueryMakesProgressUntilTheStreamIsIdle) {
  DeviceBuffer<int> value(1, 0);
  Stream stream;
  increment<<<1, 1, 0, stream>>>(value);
  increment<<<1, 1, 0, stream>>>(value);
  int polls = 0;
  while (cudaStreamQuery(stream) == cudaErrorNotReady) ++polls;
  EXPECT_GE(polls, 1);
  EXPECT_EQ(value.get()[0], 2);
}

TEST(Streams, AHostFunctionRunsInItsTurn) {
  DeviceBuffer<int> value(1, 0);
  Stream stream;
  bool called = false;
  increment<<<1, 1, 0, stream>>>(value);
  cudaLaunchHostFunc(
      stream, [](void* flag) { *static_cast<bool*>(flag) = true; }, &called);
  EXPECT_FALSE(called);
  cudaStreamSynchronize(stream);
  EXPECT_TRUE(called);
}

TEST(Streams, AProgramThatNeverWaitsDoesNotQueueForEver) {
  DeviceBuffer<int> value(1, 0);
  for (int i = 0; i < 5000; ++i) increment<<<1, 1>>>(value);
  EXPECT_EQ(value.get()[0], 5000);
}

TEST(Streams, ADestroyedStreamIsNoStream) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

/// Modelled milliseconds of one launch.
float elapsed(int blocks) {
  DeviceBuffer<int> values(blocks, 0);
  Event start, end;
  float milliseconds = -1;
  cudaEventRecord(start);
  increment_each<<<blocks, 1>>>(values);
  cudaEventRecord(end);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorNotReady);
  EXPECT_EQ(cudaEventQuery(end), cudaErrorNotReady);
  EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  cudaGetLastError();
  return milliseconds;
}

TEST(Events, ElapsedTimeIsModelledFromTheWorkBetweenThem) {
  const float small = elapsed(1), large = elapsed(60000);
  EXPECT_GT(small, 0.0f);
  EXPECT_GT(large, small);
  EXPECT_FLOAT_EQ(elapsed(60000), large);
}

TEST(Events, AnEventThatWasNeverRecordedHasNoTime) {
  Event start, end;
  float milliseconds;
  EXPECT_EQ(cudaEventSynchronize(start), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

}  // namespace
