// The runtime's notes for contracts that answers do not show: the stream of queued work, objects that were
// never destroyed, and a program's actions after its work is refused.
#include "device_buffer.h"
#include "emulation/live_objects.h"
#include "emulation/refused_work.h"
#include "emulation/stray_work.h"

namespace {

using namespace gridmark::emulation;

__global__ void increment(int* p) { *p += 1; }

/// The work that a call with a stream queues elsewhere, in words, or "".
template <class Call>
std::string stray(Call call) {
  cudaStream_t given = nullptr;
  cudaStreamCreateWithFlags(&given, cudaStreamNonBlocking);
  DeviceBuffer<int> value(1);
  cudaDeviceSynchronize();
  watch_for_stray_work(given);
  call(given, static_cast<int*>(value));
  const std::string found = stray_work().message;
  cudaDeviceSynchronize();
  cudaStreamDestroy(given);
  return found;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(StrayWork, IsNoneInTheGivenStream) {
  EXPECT_EQ(stray([](cudaStream_t given, int* value) {
              increment<<<1, 1, 0, given>>>(value);
              cudaMemsetAsync(value, 0, sizeof(int), given);
            }),
            "");
}

TEST(StrayWork, IsALaunchInTheDefaultStream) {
  const std::string found = stray([](cudaStream_t, int* value) {
    increment<<<1, 1>>>(value);
    cudaDeviceSynchronize();  // still a fault: earlier work of the given stream may not have run
  });
  EXPECT_TRUE(has(found, "the launch of increment")) << found;
  EXPECT_TRUE(has(found, " went to the default stream")) << found;
}

TEST(StrayWork, IsACopyOrAFillThereThatTheHostDoesNotWaitFor) {
  const int one = 1;
  EXPECT_TRUE(has(stray([&](cudaStream_t, int* value) {
                    cudaMemcpyAsync(value, &one, sizeof one, cudaMemcpyHostToDevice);
                    cudaGetLastError();
                  }),
                  "pass the stream as its last argument"));
  EXPECT_TRUE(has(stray([](cudaStream_t, int* value) {
                    cudaMemset(value, 0, sizeof(int));
                    cudaGetLastError();
                  }),
                  "use cudaMemsetAsync, with the stream as its last argument"));
  EXPECT_EQ(stray([&](cudaStream_t, int* value) {
              cudaMemcpy(value, &one, sizeof one, cudaMemcpyHostToDevice);
              cudaGetLastError();
            }),
            "");
}

TEST(StrayWork, AStreamOfTheFunctionsMayBeWaitedForOrJoined) {
  cudaStream_t side;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaEvent_t end;
  cudaEventCreate(&end);
  const auto launch = [&](cudaStream_t, int* value) { increment<<<1, 1, 0, side>>>(value); };
  EXPECT_TRUE(has(stray(launch), "is in a stream that the given stream does not wait for"));
  EXPECT_EQ(stray([&](cudaStream_t given, int* value) {
              launch(given, value);
              cudaStreamSynchronize(side);
            }),
            "");
  EXPECT_EQ(stray([&](cudaStream_t given, int* value) {
              launch(given, value);
              cudaEventRecord(end, side);
              cudaStreamWaitEvent(given, end);
            }),
            "");
  cudaEventDestroy(end);
  cudaStreamDestroy(side);
}

TEST(LiveObjects, AreThoseThatNobodyHasDestroyed) {
  const std::uint64_t mark = objects_created();
  cudaEvent_t kept, destroyed;
  cudaEventCreate(&kept);
  cudaEventCreate(&destroyed);
  cudaEventDestroy(destroyed);
  const auto live = live_objects_since(mark);
  ASSERT_EQ(live.size(), 1u);
  EXPECT_EQ(live[0].what, "cudaEventCreate");
  EXPECT_TRUE(has(live[0].place.file, "contracts_test.cu")) << live[0].place.file;
  EXPECT_EQ(live_objects_since(objects_created()).size(), 0u);
  cudaEventDestroy(kept);
}

TEST(RefusedWork, FailsAndRunsNothing) {
  DeviceBuffer<int> value(1, 5);
  refuse_work(true);
  increment<<<1, 1>>>(value);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchOutOfResources);
  int found = 0;
  EXPECT_EQ(cudaMemcpy(&found, value, sizeof found, cudaMemcpyDeviceToHost), cudaErrorLaunchOutOfResources);
  cudaGetLastError();
  refuse_work(false);
  EXPECT_EQ(value.get()[0], 5);
}

}  // namespace
