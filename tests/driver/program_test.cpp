// Tests of the program gridmark-cc from the command line.
#include <gmock/gmock.h>

#include "tests/driver/program.h"

namespace gridmark::driver {
namespace {

using testing::HasSubstr;
using testing::Not;

const char* const hello = R"(#include <cstdio>
#include "answer.h"
__global__ void answer(int* out) { *out = ANSWER; }
int main() {
  int *device, host = 0;
  cudaMalloc(&device, sizeof(int));
  answer<<<1, 1>>>(device);
  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  cudaFree(device);
}
)";

TEST_F(Program, CompilesAndLinksInBothFlavours) {
  write("hello.cu", hello);
  write("answer.h", "#define ANSWER 42\n");
  for (const char* flavour : {"fast", "counted"}) {
    const Ran compiled = compile({"--flavour", flavour, "hello.cu", "-o", "hello"});
    EXPECT_EQ(compiled.exit_code, 0) << compiled.messages;
    EXPECT_EQ(compiled.messages, "");
    EXPECT_EQ(run({"./hello"}).output, "42\n") << flavour;
  }
  EXPECT_TRUE(temporary_files_are_gone());
}

TEST_F(Program, LinksSeveralFilesOfSeveralKinds) {
  write("kernel.cu", "__global__ void k(int* p) { *p = 7; }\nvoid launch(int* p) { k<<<1, 1>>>(p); }\n");
  write("main.cpp", R"(#include <cuda_runtime.h>
#include <cstdio>
void launch(int*);
int main() { int* p; int x; cudaMalloc(&p, 4); launch(p); cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost); std::printf("%d", x); cudaFree(p); }
)");
  EXPECT_EQ(compile({"-c", "kernel.cu"}).exit_code, 0);
  const Ran linked = compile({"main.cpp", "kernel.o", "-lm", "-o", "both"});
  EXPECT_EQ(linked.exit_code, 0) << linked.messages;
  EXPECT_EQ(run({"./both"}).output, "7");
}

// A source could check whether its object exists, and then show a different text.
TEST_F(Program, KeepsTheTextThatItCompiles) {
  const std::string asks =
      "#if __has_include(\"@.o\")\nint calm() { return 1; }\n#else\nint secret() { return 1; }\n"
      "#endif\n";
  for (const std::string name : {"asks.cpp", "other.cu"}) {
    std::string text = asks;
    const std::string stem = name.substr(0, name.find('.'));
    text.replace(text.find('@'), 1, stem);
    write(name, text);
    for (const char* flavour : {"fast", "counted"}) {
      fs::remove(stem + ".o");
      const Ran compiled = compile({"--flavour", flavour, "--keep-expanded", "-c", "-odir", ".", name});
      EXPECT_EQ(compiled.exit_code, 0) << compiled.messages;
      EXPECT_EQ(run({"grep", "-c", "int secret()", stem + ".ii"}).output, "1\n") << name << flavour;
      EXPECT_THAT(run({"nm", stem + ".o"}).output, HasSubstr("secret")) << name << flavour;
    }
  }
  write("wrong.cpp", "int f() { return x; }\n#warning look\n");
  EXPECT_THAT(compile({"--keep-expanded", "-c", "-odir", ".", "wrong.cpp"}).messages,
              testing::AllOf(HasSubstr("wrong.cpp:1:18: error"), HasSubstr("#warning look")));
}

TEST_F(Program, MakesSharedAndStaticLibraries) {
  write("kernel.cu",
        "__global__ void k(int* p) { __shared__ int s; s = 7; __syncthreads(); *p = s; }\n"
        "void launch(int* p) { k<<<1, 1>>>(p); }\n");
  write("main.cu", R"(#include <cstdio>
void launch(int*);
int main() { int* p; int x; cudaMalloc(&p, 4); launch(p); cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost); std::printf("%d", x); cudaFree(p); }
)");
  EXPECT_EQ(compile({"-lib", "kernel.cu", "-o", "libkernel.a"}).exit_code, 0);
  EXPECT_EQ(compile({"main.cu", "-L.", "-lkernel", "-o", "static"}).exit_code, 0);
  EXPECT_EQ(run({"./static"}).output, "7");
  EXPECT_EQ(compile({"libkernel.a", "main.cu", "-o", "before"}).exit_code, 0);  // in either order, like nvcc
  EXPECT_EQ(run({"./before"}).output, "7");
  write("load.cpp", R"(#include <dlfcn.h>
#include <cstdio>
int main() { auto run = (int (*)())dlsym(dlopen("./libwhole.so", RTLD_NOW), "run"); std::printf("%d", run ? run() : -1); }
)");
  write(
      "whole.cu",
      R"(__global__ void k(int* p) { __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; __syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x]; }
extern "C" int run() { int *p, x = -1; cudaMalloc(&p, 256); k<<<1, 64>>>(p); cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost); cudaFree(p); return x; }
)");
  const Ran shared = compile({"-shared", "-Xcompiler", "-fPIC", "whole.cu", "-o", "libwhole.so"});
  EXPECT_EQ(shared.exit_code, 0) << shared.messages;
  EXPECT_EQ(run({"g++", "load.cpp", "-o", "load", "-ldl"}).exit_code, 0);
  EXPECT_EQ(run({"./load"}).output, "63");
}

TEST_F(Program, MakesModulesThatProgramsLoad) {
  write("kernel.cu", R"(__constant__ int table[4];
__device__ int total = 5;
extern "C" __global__ void rotate(int* p, int by) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[(threadIdx.x + by) % 64] + table[3] + total;
}
)");
  write("main.cpp", R"(#include <cuda.h>
#include <cstdio>
#include <fstream>
#include <sstream>
int main() {
  CUcontext context; CUmodule module; CUfunction rotate; CUdeviceptr p, table; size_t bytes = 0;
  cuInit(0);
  cuCtxCreate(&context, 0, 0);
  std::ostringstream image;
  image << std::ifstream("kernel.fatbin", std::ios::binary).rdbuf();
  if (cuModuleLoadData(&module, image.str().c_str())) return 1;
  if (cuModuleGetFunction(&rotate, module, "rotate") || cuModuleGetGlobal(&table, &bytes, module, "table")) return 2;
  if (cuModuleGetFunction(&rotate, module, "other") != CUDA_ERROR_NOT_FOUND) return 3;
  const int values[4] = {0, 0, 0, 100};
  if (cuMemcpyHtoD(table, values, bytes)) return 6;
  cuMemAlloc(&p, 256);
  int by = 2, x[64];
  void* arguments[] = {&p, &by};
  if (cuLaunchKernel(rotate, 1, 1, 1, 64, 1, 1, 0, 0, arguments, 0)) return 4;
  cuMemcpyDtoH(x, p, sizeof x);
  std::printf("%d %d %d\n", (int)bytes, x[0], x[63]);
  if (cuModuleLoadData(&module, ".version 7.0") != CUDA_ERROR_NO_BINARY_FOR_GPU) return 5;
  cuMemFree(p);
  return cuModuleUnload(module);
}
)");
  for (const std::string flavour : {"fast", "counted"}) {
    const Ran module = compile({"--flavour", flavour, "-fatbin", "kernel.cu"});
    EXPECT_EQ(module.exit_code, 0) << module.messages;
    EXPECT_EQ(compile({"--flavour", flavour, "main.cpp", "-lcuda", "-o", "loads"}).exit_code, 0);
    EXPECT_EQ(run({"./loads"}).output, "16 107 106\n") << flavour;
  }
}

TEST_F(Program, LinksDeviceCodeAsNvccDoesInTwoSteps) {
  write("hello.cu", hello);
  write("answer.h", "#define ANSWER 42\n");
  fs::create_directory("objects");
  EXPECT_EQ(compile({"-arch=sm_80", "-dc", "-odir", "objects", "hello.cu"}).exit_code, 0);
  EXPECT_EQ(compile({"-dlink", "objects/hello.o", "-o", "objects/link.o"}).exit_code, 0);
  EXPECT_EQ(
      compile({"objects/hello.o", "objects/link.o", "-lcudadevrt", "-lcudart", "-o", "hello"}).exit_code, 0);
  EXPECT_EQ(run({"./hello"}).output, "42\n");
}

TEST_F(Program, RunsWhatItLinkedAndReturnsItsStatus) {
  write("seven.cu", "#include <cstdio>\nint main() { std::puts(\"here\"); return 7; }\n");
  const Ran ran = compile({"--run", "seven.cu", "-o", "seven"});
  EXPECT_EQ(ran.exit_code, 7);
  EXPECT_EQ(ran.output, "here\n");
  write("echo.cu",
        "#include <cstdio>\nint main(int n, char** w) { for (int i = 1; i < n; ++i) std::puts(w[i]); }\n");
  EXPECT_EQ(compile({"--run", "echo.cu", "-o", "echo", "--", "-O3", "two words"}).output, "-O3\ntwo words\n");
}

TEST_F(Program, ADryRunPrintsCommandsAndWritesNothing) {
  write("hello.cu", hello);
  const Ran ran = compile({"--dryrun", "hello.cu", "-o", "hello"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.messages, HasSubstr("-fdirectives-only"));
  EXPECT_THAT(ran.messages, HasSubstr("libgridmark_emulation_fast.a"));
  EXPECT_FALSE(fs::exists("hello"));
}

TEST_F(Program, NamesTheStudentsFileLineAndColumn) {
  write("benchmark.cu",
        "__global__ void k(int* p) { *p = 1; }\nvoid f() {\n    k<<<1, threads>>>(nullptr);\n}\n");
  const Ran compiled = compile({"-c", "benchmark.cu"});
  EXPECT_EQ(compiled.exit_code, 1);
  EXPECT_THAT(compiled.messages, HasSubstr("benchmark.cu:3:12: error: "));
  EXPECT_THAT(compiled.messages, HasSubstr("threads"));
  EXPECT_THAT(compiled.messages, HasSubstr("    k<<<1, threads>>>(nullptr);"));
  EXPECT_THAT(compiled.messages, Not(HasSubstr("_G(")));
  EXPECT_TRUE(temporary_files_are_gone());
}

TEST_F(Program, ShowsTheRewritersErrorsAsTheCompilerWould) {
  write("benchmark.cu", "int x;\n\tk<<<1, 2;\n");
  const Ran compiled = compile({"-c", "benchmark.cu"});
  EXPECT_EQ(compiled.exit_code, 1);
  EXPECT_THAT(compiled.messages, HasSubstr("benchmark.cu:2:3: error: there is no '>>>(arguments)'"));
  EXPECT_THAT(compiled.messages, HasSubstr("    2 | \tk<<<1, 2;\n      | \t ^"));
  EXPECT_TRUE(temporary_files_are_gone());
}

TEST_F(Program, PrintsTheRewrittenText) {
  write("a.cu", "__global__ void k();\nvoid f() {   k<<<1, 2>>>(); }\n");
  const Ran ran = compile({"-E", "a.cu"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, HasSubstr("void f() {_G(k)( 1, 2)  (); }"));
}

TEST_F(Program, PassesAToolkitsHeadersBy) {
  fs::create_directories("cuda/include");
  for (const char* header : {"cuda_runtime_api.h", "cuda_runtime.h", "fatbinary_section.h"})
    write(std::string("cuda/include/") + header, "#error the wrong header\n");
  write("a.cu", "#include <cuda_runtime.h>\nint main() {}\n");
  const Ran compiled = compile({"-Icuda/include", "-c", "a.cu"});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.messages;
}

TEST_F(Program, SaysWhatTheEmulatedDeviceLacksAndTheWayRound) {
  write("missing.cu", R"(#include <cublas_v2.h>
#include <cuda.h>
int main() {
  cuGraphCreate(nullptr, 0);
  cublasSgelsBatched();
  cudaMallocc();
  cuteness();
}
)");
  const std::string messages = compile({"-c", "missing.cu"}).messages;
  EXPECT_THAT(messages,
              HasSubstr("note: the emulated device has no cuGraphCreate of the CUDA driver API: use "
                        "cudaGraphCreate of the CUDA runtime. docs/emulation.md lists all that it has\n"));
  EXPECT_THAT(messages, HasSubstr("has no cublasSgelsBatched of cuBLAS: use its level 1 to 3 functions"));
  EXPECT_THAT(messages, HasSubstr("has no cudaMallocc of the CUDA runtime. docs"));
  EXPECT_THAT(messages, Not(HasSubstr("has no cuteness")));
}

const char* const sides = R"(#include <cstdlib>
#include <vector>
__device__ float twice(float x) { return 2 * sqrtf(x); }
__global__ void fine(float* p, int n) {
  __shared__ float tile[32];
  extern __shared__ float more[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x % 32] = twice(p[i]) + max(i, n) + __shfl_down_sync(0xffffffff, more[0], 1);
  __syncthreads();
  atomicAdd(p, tile[0]);
  if (i == 0) printf("%f\n", p[0]);
}
#ifdef WRONG
__global__ void wrong(int* p) { p[0] = mblen("", 1); }
struct Host { float v; Host() : v(twice(1)) {} };
#ifdef REFUSED
int refused = nonsense;
#endif
#endif
int main() { fine<<<1, 32>>>(nullptr, 3); }
)";

/// The names alone do not decide this, so gridmark-cc accepts it. self-test installs clang.
TEST_F(Program, WarnsOfWhatNvccRefusesWhereClangSeesIt) {
  write("sides.cu", sides);
  EXPECT_EQ(compile({"-c", "sides.cu"}).messages, "");
  const Ran wrong = compile({"-DWRONG", "-c", "sides.cu"});
  EXPECT_EQ(wrong.exit_code, 0);
  EXPECT_THAT(wrong.messages,
              HasSubstr("sides.cu:14:40: warning: a __global__ function calls mblen, which is __host__"));
  EXPECT_THAT(wrong.messages,
              HasSubstr("sides.cu:15:35: warning: a __host__ function calls twice, which is __device__"));
  EXPECT_EQ(compile({"-DWRONG", "--no-syntax-pass", "-c", "sides.cu"}).messages, "");
  const Ran refused = compile({"-DWRONG", "-DREFUSED", "-c", "sides.cu"});
  EXPECT_THAT(refused.messages, AllOf(HasSubstr("sides.cu:17:15: error:"), Not(HasSubstr("calls mblen"))));
}

TEST_F(Program, CountsAHostsCallAsTheHostSeesIt) {
  write("each.cu",
        "#ifdef __CUDA_ARCH__\n__device__ int side() { return 1; }\n#else\nint side() { return 2; }\n#endif\n"
        "__device__ int device_alone() { return 3; }\nint main() { return CALLED(); }\n");
  EXPECT_EQ(compile({"-DCALLED=side", "-c", "each.cu"}).messages, "");
  EXPECT_THAT(compile({"-DCALLED=device_alone", "-c", "each.cu"}).messages, HasSubstr("each.cu:7:"));
}

TEST_F(Program, TellsAnEditorHowToReadTheFiles) {
  write("sides.cu", sides);
  const Ran ran = compile({"--clangd", "-DWRONG"});
  EXPECT_EQ(ran.exit_code, 0) << ran.messages;
  write(".clangd", ran.output);
  const Ran checked = run({"clangd", "--check=sides.cu"});
  EXPECT_THAT(checked.messages, HasSubstr("[ovl_no_viable_function_in_call]"));
  EXPECT_THAT(checked.messages, HasSubstr("Line 14"));
  EXPECT_THAT(checked.messages, Not(HasSubstr("Line 9")));
}

TEST_F(Program, WritesDependencies) {
  write("hello.cu", hello);
  write("answer.h", "#define ANSWER 42\n");
  EXPECT_EQ(compile({"-c", "hello.cu", "-o", "x.o", "-MD", "-MF", "x.d"}).exit_code, 0);
  std::stringstream rule;
  rule << std::ifstream("x.d").rdbuf();
  EXPECT_THAT(rule.str(), testing::StartsWith("x.o: hello.cu"));
  EXPECT_THAT(rule.str(), HasSubstr("answer.h"));
}

}  // namespace
}  // namespace gridmark::driver
