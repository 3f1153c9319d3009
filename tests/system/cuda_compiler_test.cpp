#include "grader/system/cuda_compiler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

TEST(NvccVersion, IsTheReleaseThatItPrints) {
  EXPECT_EQ(nvcc_version_in(
                "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 12.4, V12.4.99\n"),
            "12.4");
  EXPECT_EQ(nvcc_version_in("release 13.0"), "13.0");
  EXPECT_EQ(nvcc_version_in("something else"), "");
  EXPECT_EQ(nvcc_version_in("release none"), "");
}

TEST(FindCudaProgram, LooksInCudaHomeAlone) {
  const fs::path folder = fs::path(testing::TempDir()) / "a cuda";
  fs::create_directories(folder / "bin");
  setenv("CUDA_HOME", folder.c_str(), 1);
  EXPECT_FALSE(find_cuda_program("nvcc")) << "whatever else this machine has";
  std::ofstream(folder / "bin" / "nvcc") << "#!/bin/sh\n";
  EXPECT_FALSE(find_cuda_program("nvcc")) << "it cannot be started";
  fs::permissions(folder / "bin" / "nvcc", fs::perms(0755));
  EXPECT_EQ(find_cuda_program("nvcc"), folder / "bin" / "nvcc");
  unsetenv("CUDA_HOME");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace gridmark::system
