// Inline assembly: PTX becomes calls, and the host's assembly stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulation/rewrite/rewrite.h"

namespace gridmark::rewrite {
namespace {

using testing::HasSubstr;

TEST(RewriteAsm, IsAFenceWhereItSaysSo) {
  const auto fences = [](const std::string& statement) {
    const std::string text = rewrite("__device__ void f(int* p) { int x; " + statement + " }").text;
    int count = 0;
    for (std::size_t at = 0; (at = text.find("forget_memory()", at)) != text.npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(fences(R"(asm("ld.global.s32 %0, [%1];" : "=r"(x) : "l"(p));)"), 0);
  EXPECT_EQ(fences(R"(asm volatile("ld.global.s32 %0, [%1];" : "=r"(x) : "l"(p));)"), 1);
  EXPECT_EQ(fences(R"(asm volatile("mov.s32 %0, 1;" : "=r"(x));)"), 0);
  EXPECT_EQ(fences(R"(asm("st.global.s32 [%0], 1;" : : "l"(p) : "memory");)"), 2);
}

TEST(RewriteAsm, LeavesTheHostsAssemblyAlone) {
  for (const char* text :
       {"asm volatile(\"rdtsc\" : \"=a\"(low), \"=d\"(high));", "asm(\"\");",
        "void f() { asm volatile(\"\" ::: \"memory\"); }", "void f() { [] { asm(\"\" ::: \"memory\"); }(); }",
        "#define KEEP(x) asm volatile(\"\" : : \"g\"(x) : \"memory\")\n",
        "__asm__(\"addl %1, %0\" : \"+r\"(a) : \"r\"(b) : \"cc\");"})
    EXPECT_EQ(rewrite(text).text, text);
}

// A submission with remaining assembly in its text is refused.
TEST(RewriteAsm, OfTheDeviceLeavesNoneWhateverItClobbers) {
  for (const char* text :
       {"__global__ void k() { asm volatile(\"membar.gl;\" ::: \"memory\"); }",
        "__device__ int f(int y) { int x; asm volatile(\"mov.b32 %0, %1;\" : \"=r\"(x) : \"r\"(y) : "
        "\"memory\"); }",
        "__device__ void f() { asm volatile(\"\" ::: \"memory\"); }", "__device__ void f() { asm(\"\"); }",
        "__device__ void f(float x) { __asm__ __volatile__(\"\" : \"+f\"(x)); }",
        "auto f = [] __device__ { if (true) { asm volatile(\" \" : : : \"memory\"); } };",
        "__host__ __device__ void f() { asm volatile(\"\" ::: \"memory\"); }",
        "#define FENCE() asm volatile(\"\" ::: \"memory\")\n",
        "#define NOTHING \"\"\n__device__ void f() { asm volatile(NOTHING ::: \"memory\"); }"}) {
    const Rewritten result = rewrite(text);
    EXPECT_TRUE(result.errors.empty()) << text;
    EXPECT_EQ(result.text.find("asm"), result.text.npos) << result.text;
  }
}

TEST(RewriteAsm, BecomesCallsOfInstructions) {
  const Rewritten result = rewrite("asm(\"@p mad.lo.s32 %0, %1, 3, x;\\n\" : \"=r\"(a) : \"r\"(b));");
  ASSERT_EQ(result.errors.size(), 1u);  // p is not declared
  const Rewritten whole = rewrite(
      "asm(\"{.reg .pred p; setp.lt.s32 p, %1, 0;\"\n    \"@!p mad.lo.s32 %0, %1, 3, WARP_SZ;}\" : \"+r\"(a) "
      ": "
      "\"r\"(b)); int here;");
  ASSERT_TRUE(whole.errors.empty()) << whole.errors[0].message;
  EXPECT_THAT(whole.text,
              HasSubstr("::gridmark::ptx::Register gridmark_0=::gridmark::ptx::load_r(gridmark_0o);"));
  EXPECT_THAT(whole.text,
              HasSubstr("::gridmark::ptx::i_mad<::gridmark::ptx::m_lo,::gridmark::ptx::m_s32>(gridmark_0,"
                        "gridmark_1,::gridmark::ptx::immediate(3),::gridmark::ptx::immediate(32));"));
  EXPECT_THAT(whole.text, HasSubstr("\n"));
  const Rewritten commented = rewrite("asm(\"mov.u32 %0, %1;\" : \"=r\"(a) : \"r\"(b // why\n + c));");
  EXPECT_THAT(commented.text, HasSubstr("load_r(b + c )"));
}

}  // namespace
}  // namespace gridmark::rewrite
