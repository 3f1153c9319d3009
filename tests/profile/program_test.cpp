// Tests of the program gridmark-profile from the command line.
#include <cstdlib>

#include "tests/profile/program_fixture.h"

namespace gridmark::profile {
namespace {

using testing::Not;

/// Puts a folder first in the PATH.
class WithPath {
 public:
  explicit WithPath(const fs::path& folder) { setenv("PATH", (folder.string() + ":" + before_).c_str(), 1); }
  ~WithPath() { setenv("PATH", before_.c_str(), 1); }
  WithPath(const WithPath&) = delete;
  WithPath& operator=(const WithPath&) = delete;

 private:
  const std::string before_ = std::getenv("PATH");
};

TEST_F(Program, CompilesRunsAndShowsWhatWasCounted) {
  write("add.cu", R"(#include <cstdlib>
__global__ void twice(float* p) { p[threadIdx.x * 8] *= 2; }
int main(int count, char** words) {
  float* p;
  cudaMalloc(&p, 32 * 8 * sizeof(float));
  cudaMemset(p, 0, 32 * 8 * sizeof(float));
  twice<<<1, std::atoi(words[count - 1])>>>(p);
  cudaFree(p);
  return 5;
}
)");
  const Ran ran = profile({"--json", "kept.json", "add.cu", "--", "32"});
  EXPECT_EQ(ran.exit_code, 5) << ran.messages;
  EXPECT_THAT(ran.output, HasSubstr("1 launch, 1 block, 32 threads"));
  EXPECT_THAT(ran.output, HasSubstr("  add.cu:2 in twice\n      | __global__ void twice(float* p) {"));
  EXPECT_THAT(ran.output, HasSubstr("1 request, 32 sectors, 8.00 x the sectors needed, 128 bytes asked for"));
  EXPECT_EQ(ran.messages, "");
  EXPECT_THAT(text_of("kept.json"), HasSubstr("\"format\": \"gridmark-profile\""));
}

/// A kernel without linkage, a kernel with C linkage, and a launch with deduced arguments, which does not
/// name a function.
constexpr const char* three_kernels = R"(namespace {
__global__ void twice(float* p) { *p *= 2; }
}
extern "C" __global__ void once(float* p) { *p += 1; }
template <class T> __global__ void thrice(T* p) { *p *= 3; }
int main() {
  float* p;
  cudaMalloc(&p, sizeof(float));
  cudaMemset(p, 0, sizeof(float));
  twice<<<1, 32>>>(p);
  once<<<1, 32>>>(p);
  thrice<<<1, 32>>>(p);
  cudaFree(p);
}
)";

TEST_F(Program, RegistersAreNvccsAndLimitTheOccupancy) {
  write("three.cu", three_kernels);
  write_script("nvcc", R"(cat >&2 <<'END'
ptxas info    : Compiling entry function '_ZN36_GLOBAL__N__aed37a88_4_p_cu_fbfbe14f5twiceEPf' for 'sm_80'
ptxas info    : Used 200 registers, used 0 barriers, 360 bytes cmem[0]
ptxas info    : Compiling entry function 'once' for 'sm_80'
ptxas info    : Used 8 registers, used 0 barriers, 360 bytes cmem[0]
ptxas info    : Compiling entry function '_Z6thriceIfEvPT_' for 'sm_80'
ptxas info    : Used 33 registers, used 0 barriers, 360 bytes cmem[0]
END
)");
  const WithPath path(fs::current_path());
  const Ran ran = profile({"--json", "kept.json", "three.cu"});
  EXPECT_THAT(ran.output,
              HasSubstr("8 blocks a processor, occupancy 12 % (limited by registers; 200 registers"));
  EXPECT_THAT(ran.output, HasSubstr("32 blocks a processor, occupancy 50 % (limited by blocks; 8 registers"));
  EXPECT_THAT(ran.output,
              HasSubstr("32 blocks a processor, occupancy 50 % (limited by blocks; 33 registers"));
  EXPECT_THAT(text_of("kept.json"), HasSubstr("\"limited_by\": \"registers\""));
}

TEST_F(Program, RegistersThatNvccDoesNotTellAreUnknown) {
  write("three.cu", three_kernels);
  write_script("nvcc", "echo 'three.cu(1): error: no' >&2; exit 1\n");
  const WithPath path(fs::current_path());
  const Ran ran = profile({"three.cu"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.messages, "");
  EXPECT_THAT(ran.output, HasSubstr("(limited by blocks; registers unknown)"));
  EXPECT_THAT(ran.output, Not(HasSubstr("registers a thread")));
}

TEST_F(Program, TheNvccOfThisMachineIsUnderstood) {
  write("three.cu", three_kernels);
  const bool has_nvcc = std::system("command -v nvcc >/dev/null") == 0;
  const Ran ran = profile({"three.cu"});
  EXPECT_EQ(ran.exit_code, 0) << ran.messages;
  EXPECT_THAT(ran.output, testing::ContainsRegex(has_nvcc ? "limited by blocks; [0-9]+ registers a thread"
                                                          : "limited by blocks; registers unknown"));
  EXPECT_EQ(ran.output.find("registers unknown") == std::string::npos, has_nvcc);
}

TEST_F(Program, ASourceWithErrorsIsTheCompilersAffair) {
  write("a.cu", "int main() { return x; }\n");
  const Ran ran = profile({"a.cu"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.messages, HasSubstr("a.cu:1:21: error:"));
  EXPECT_EQ(ran.output, "");
}

TEST_F(Program, SaysWhyThereIsNoProfile) {
  write_script("plain", "exit 3\n");
  Ran ran = profile({"plain"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("build plain with gridmark-cc --flavour counted"));
  EXPECT_THAT(ran.messages, HasSubstr("status is 3"));
  write_script("crashes", "kill -SEGV $$\n");
  ran = profile({"./crashes"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("signal 11 (Segmentation fault) ended the program"));
  ran = profile({"./nowhere"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("cannot run ./nowhere: No such file or directory"));
}

TEST_F(Program, AProfileThatIsNoneIsRefused) {
  write_script("broken", "echo '{\"format\":' > \"$GRIDMARK_PROFILE\"\n");
  const Ran ran = profile({"--json", "broken.json", "./broken"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("broken.json is not JSON"));
  EXPECT_THAT(ran.messages, Not(HasSubstr("exception")));
}

TEST_F(Program, AFileThatCannotBeWrittenIsNamedBeforeAnythingRuns) {
  write_script("touches", "touch ran\n");
  const Ran ran = profile({"--json", "no/such/folder.json", "./touches"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.messages, HasSubstr("cannot write no/such/folder.json: No such file or directory"));
  EXPECT_FALSE(fs::exists("ran"));
}

TEST_F(Program, AnOldProfileIsNotTakenForANewOne) {
  write("old.json", "{\"format\": \"gridmark-profile\", \"version\": 1}");
  write_script("plain", "exit 0\n");
  EXPECT_THAT(profile({"--json", "old.json", "./plain"}).messages, HasSubstr("there is no profile"));
}

}  // namespace
}  // namespace gridmark::profile
