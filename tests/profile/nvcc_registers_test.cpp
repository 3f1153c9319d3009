// The questions to nvcc, and its answers.
#include "emulation/profile/nvcc_registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::profile {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

TEST(NvccRegisters, AKernelsNumberStandsBehindItsName) {
  EXPECT_THAT(registers_in("ptxas info    : 0 bytes gmem\n"
                           "ptxas info    : Compiling entry function '_Z2stPf' for 'sm_80'\n"
                           "ptxas info    : Function properties for _Z2stPf\n"
                           "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                           "ptxas info    : Used 8 registers, used 0 barriers, 360 bytes cmem[0]\n"
                           "ptxas info    : Compiling entry function 'k' for 'sm_80'\n"
                           "ptxas info    : Used 255 registers\n"),
              ElementsAre(Pair("_Z2stPf", 8), Pair("k", 255)));
}

TEST(NvccRegisters, OtherTextsTellNothing) {
  for (const char* report : {"", "Used 8 registers", "ptxas info    : Used 8 registers\n",
                             "Compiling entry function 'k\n", "Compiling entry function 'k' for 'sm_80'\n",
                             "Compiling entry function 'k' for\n : Used many registers\n",
                             "Compiling entry function 'k' for\n : Used 99999999999 registers\n"})
    EXPECT_THAT(registers_in(report), IsEmpty()) << report;
}

TEST(NvccRegisters, EachCudaFileIsCompiledAsTheUserSaid) {
  const auto commands = nvcc_commands({"a.cu", "b.cpp", "c.cu", "-DN=3", "-I", "include", "-O3", "-lcublas",
                                       "-std=gnu++20", "-maxrregcount", "40", "--use_fast_math", "-o", "x"});
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].back(), "a.cu");
  EXPECT_EQ(commands[1].back(), "c.cu");
  EXPECT_THAT(commands[0], AllOf(Contains("-DN=3"), Contains("-Iinclude"), Contains("-std=c++20"),
                                 Contains("40"), Contains("--use_fast_math"), Not(Contains("-lcublas"))));
}

TEST(NvccRegisters, ACommandLineThatIsWrongAsksNothing) {
  EXPECT_THAT(nvcc_commands({"a.cu", "--no-such-option"}), IsEmpty());
}

}  // namespace
}  // namespace gridmark::profile
