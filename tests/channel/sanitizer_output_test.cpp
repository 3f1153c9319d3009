// The texts have the format in docs.nvidia.com/compute-sanitizer ("Understanding Memcheck Errors",
// "Understanding Racecheck Analysis Reports", "Initcheck", "Synccheck"). They do not come from a run on a
// GPU.
#include "labkit/channel/sanitizer_output.h"

#include <gtest/gtest.h>

namespace gridmark::channel {
namespace {

using Kind = emulation::Finding::Kind;

TEST(SanitizerOutput, AnAccessPastTheEndHasKernelLineAndThread) {
  const SanitizerReport report = read_sanitizer_output(R"(========= COMPUTE-SANITIZER
the program itself prints this line
========= Invalid __global__ write of size 4 bytes
=========     at tiled_kernel(float const *, float *, int)+0x160 in /submission/benchmark.cu:42
=========     by thread (31,0,0) in block (2,0,0)
=========     Address 0x7f1b40000190 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f1b40000000 of size 400 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main [0x88d2] in worker
=========
========= ERROR SUMMARY: 1 error
)");
  ASSERT_EQ(report.findings.size(), 1u);
  const emulation::Finding& finding = report.findings[0];
  EXPECT_EQ(finding.kind, Kind::out_of_bounds);
  EXPECT_EQ(finding.kernel, "tiled_kernel");
  EXPECT_EQ(finding.place.file, "benchmark.cu");
  EXPECT_EQ(finding.place.line, 42);
  EXPECT_EQ(
      finding.message,
      "illegal memory access, __global__ write of size 4 bytes, by block (2,0,0) thread (31,0,0) in kernel "
      "tiled_kernel at benchmark.cu:42: 1 bytes after the nearest allocation at 0x7f1b40000000 of size 400 "
      "bytes");
  EXPECT_TRUE(report.finished);
}

TEST(SanitizerOutput, MisalignedIsAKindOfItsOwn) {
  const SanitizerReport report = read_sanitizer_output(R"(========= Invalid __global__ write of size 4 bytes
=========     at unaligned_kernel()+0x160 in memcheck_demo.cu:6
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x400100001 is misaligned
)");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, Kind::misaligned);
  EXPECT_FALSE(report.finished) << "no summary: the run was cut off";
}

TEST(SanitizerOutput, ALineThatIsReportedForManyThreadsIsOneFinding) {
  std::string text;
  for (const char* thread : {"0", "1", "2"})
    text += std::string(
                "========= Uninitialized __global__ memory read of size 4 bytes\n"
                "=========     at add(int *)+0x70 in add.cu:41\n=========     by thread (") +
            thread + ",0,0) in block (1,0,0)\n=========     Address 0x7f3c7ec000fc\n=========\n";
  const SanitizerReport report = read_sanitizer_output(text);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, Kind::uninitialised_read);
  EXPECT_EQ(report.findings[0].place.line, 41);
  EXPECT_EQ(report.total, 3u);
}

TEST(SanitizerOutput, ARaceNamesBothLines) {
  const SanitizerReport report = read_sanitizer_output(
      "========= Error: Race reported between Write access at void sum<(int)256>(int *, int *)+0xf0 in "
      "sum.cu:12\n"
      "=========     and Read access at void sum<(int)256>(int *, int *)+0xd0 in sum.cu:15 [32 hazards]\n"
      "=========\n========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, Kind::race);
  EXPECT_EQ(report.findings[0].kernel, "sum");
  EXPECT_EQ(report.findings[0].place.line, 12);
  EXPECT_EQ(report.findings[0].message,
            "race in shared memory in kernel sum: a write at sum.cu:12 and a read at sum.cu:15 by another "
            "thread, with "
            "no barrier between them");
  EXPECT_TRUE(report.finished);
}

TEST(SanitizerOutput, ARaceOverSeveralLinesIsTheSame) {
  const SanitizerReport report = read_sanitizer_output(
      "========= Error: Race reported between Write access at\n=========     sum(float *)+0xb0 in "
      "demo.cu:28\n"
      "=========     and Read access at\n=========     sum(float *)+0xc0 in demo.cu:30\n=========     [1024 "
      "hazards]\n");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].place.line, 28);
  EXPECT_NE(report.findings[0].message.find("a read at demo.cu:30"), std::string::npos);
}

TEST(SanitizerOutput, ABarrierThatNotAllReachIsAFault) {
  const SanitizerReport report =
      read_sanitizer_output(R"(========= Barrier error detected. Divergent thread(s) in block.
=========     at half(int *)+0xa0 in half.cu:61
=========     by thread (19,0,0) in block (0,0,0)
)");
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].place.line, 61);
  EXPECT_TRUE(report.findings.empty());
}

TEST(SanitizerOutput, ALeakHasItsBytesAndTheFirstFrameWithALine) {
  const SanitizerReport report = read_sanitizer_output(R"(========= Leaked 4,092 bytes at 0x7b95b4000000
=========     Saved host backtrace up to driver entry point at allocation time
=========         Host Frame: cudaMalloc [0x527bb] in worker
=========         Host Frame: matmul_tiled in benchmark.cu:77 [0x89bb] in worker
=========
========= LEAK SUMMARY: 4092 bytes leaked in 1 allocations
========= ERROR SUMMARY: 1 error
)");
  ASSERT_EQ(report.leaks.size(), 1u);
  EXPECT_EQ(report.leaks[0].bytes, 4092u);
  EXPECT_EQ(report.leaks[0].place.line, 77);
}

TEST(SanitizerOutput, ACleanRunHasNothing) {
  const SanitizerReport report =
      read_sanitizer_output("========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n");
  EXPECT_TRUE(report.findings.empty() && report.leaks.empty() && report.faults.empty());
  EXPECT_TRUE(report.finished);
}

// A program may print anything between the tool's lines.
TEST(SanitizerOutput, BrokenTextBreaksNothing) {
  for (const char* text :
       {"=========", "========= Invalid ", "========= Error: Race reported between Write access at",
        "========= Race reported between  access at and  access at ", "========= Leaked many bytes",
        "========= Invalid x\n=========     at :\n",
        "\n\n========= Uninitialized \n=========     at k+ in x:0"})
    EXPECT_LE(read_sanitizer_output(text).findings.size(), 1u) << text;
}

}  // namespace
}  // namespace gridmark::channel
