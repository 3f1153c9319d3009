// Tests of gridmark-profile --timeline from the command line.
#include "tests/profile/program_fixture.h"
#include "tests/profile/trace_rules.h"

namespace gridmark::profile {
namespace {

using testing::IsEmpty;
using testing::Not;
using TimelineOption = Program;

/// Two streams, a graph whose kernels run at the same time, and a pageable copy. Prints the time of its
/// kernels.
constexpr const char* many_commands = R"(#include <gridmark/timeline.h>
#include <cstdio>
__global__ void add(float* p) { p[threadIdx.x] += 1; }
int main() {
  float *d, *pinned, ordinary[32] = {};
  cudaMalloc(&d, 128), cudaMallocHost(&pinned, 128);
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t mark;
  cudaEventCreate(&mark);
  cudaMemset(d, 0, 128);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(d, pinned, 128, cudaMemcpyHostToDevice, one);
  cudaEventRecord(mark, one), cudaStreamWaitEvent(other, mark);
  for (int i = 0; i < 3; ++i) add<<<1, 32, 0, other>>>(d);
  cudaStreamSynchronize(other);
  cudaGraph_t graph;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(mark, one), cudaStreamWaitEvent(other, mark);
  add<<<1, 32, 0, one>>>(d), add<<<1, 32, 0, other>>>(d + 0);
  cudaEventRecord(mark, other), cudaStreamWaitEvent(one, mark);
  cudaStreamEndCapture(one, &graph);
  cudaGraphExec_t runs;
  cudaGraphInstantiate(&runs, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(runs, one);
  cudaMemcpy(ordinary, d, 128, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  double kernels = 0;
  for (const auto& span : gridmark::timeline::read().spans)
    if (span.kind == "kernel") kernels += span.end_ns - span.begin_ns;
  std::printf("kernels %.6f\n", kernels);
}
)";

double kernels_in(const std::string& output) { return std::stod(output.substr(output.find("kernels ") + 8)); }

TEST_F(TimelineOption, WritesATraceThatKeepsTheRules) {
  write("many.cu", many_commands);
  const Ran ran = profile({"--timeline", "kept.json", "many.cu"});
  EXPECT_EQ(ran.exit_code, 0) << ran.messages;
  const std::string trace = text_of("kept.json");
  EXPECT_THAT(TraceRules::broken_by(trace, kernels_in(ran.output)), IsEmpty());
  EXPECT_THAT(trace, HasSubstr(R"("name":"cudaGraphLaunch")"));
  EXPECT_THAT(trace, HasSubstr(R"("name":"stream 2, at the same time 1")"));
}

TEST_F(TimelineOption, PlacesAreTheProgramsLines) {
  write("launcher.h", R"(#pragma once
__global__ void twice(float* p) { *p *= 2; }
)");
  write("a.cu", R"(#include "launcher.h"
int main() {
  float *d, h = 1;
  cudaMalloc(&d, 4);
  cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(d);
  cudaMemset(d, 0, 4);
  cudaFree(d);
}
)");
  profile({"--timeline=kept.json", "a.cu"});
  const auto trace = nlohmann::json::parse(text_of("kept.json"));
  std::map<std::string, std::string> places;
  for (const auto& event : trace["traceEvents"])
    if (event["ph"] == "X" && event["args"].contains("place")) places[event["name"]] = event["args"]["place"];
  EXPECT_EQ(places, (std::map<std::string, std::string>{{"Memcpy HtoD (Pageable -> Device)", "a.cu:5"},
                                                        {"twice", "a.cu:6"},
                                                        {"Memset (Device)", "a.cu:7"}}));
}

TEST_F(TimelineOption, IsTheSameInEveryRun) {
  write("many.cu", many_commands);
  profile({"--timeline", "first.json", "many.cu"});
  profile({"--timeline", "second.json", "many.cu"});
  EXPECT_EQ(text_of("first.json"), text_of("second.json"));
  EXPECT_THAT(text_of("first.json"), Not(IsEmpty()));
}

TEST_F(TimelineOption, AFaultOfAKernelLeavesWhatRanBefore) {
  write("faults.cu", R"(__global__ void fill(float* p) { *p = 1; }
int main() {
  float* d;
  cudaMalloc(&d, 4);
  fill<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  fill<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
}
)");
  profile({"--timeline", "kept.json", "faults.cu"});
  const auto trace = nlohmann::json::parse(text_of("kept.json"), nullptr, false);
  ASSERT_TRUE(trace.is_object());
  EXPECT_EQ(trace["otherData"]["commands"], 1);
}

TEST_F(TimelineOption, AProgramThatIsKilledLeavesAMessageAndNoFile) {
  write("kept.json", "an older one");
  write("killed.cu", "#include <csignal>\nint main() { cudaFree(0); std::raise(SIGKILL); }\n");
  const Ran ran = profile({"--timeline", "kept.json", "killed.cu"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("there is no timeline kept.json: the program ended with status 137"));
  EXPECT_FALSE(fs::exists("kept.json"));
}

TEST_F(TimelineOption, AFileThatCannotBeWrittenIsNamed) {
  write_script("touches", "touch ran\n");
  Ran ran = profile({"--timeline", "no/such/folder.json", "./touches"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(
      ran.messages,
      HasSubstr(
          "cannot write no/such/folder.json: No such file or directory. Name another file with --timeline"));
  EXPECT_FALSE(fs::exists("ran"));
  write("a.cu", "int main() { cudaFree(0); }\n");
  ran = profile({"--timeline", "/dev/full", "a.cu"});
  EXPECT_THAT(ran.messages,
              HasSubstr("gridmark: cannot write the timeline /dev/full: No space left on device"));
}

}  // namespace
}  // namespace gridmark::profile
