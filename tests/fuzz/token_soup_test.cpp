// The rewriter's promise on random token soups, for machines without libFuzzer.
#include <gtest/gtest.h>

#include <chrono>
#include <iterator>
#include <random>

#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {
namespace {

const char* const pieces[] = {"<<<",
                              ">>>",
                              "<",
                              ">",
                              "<<",
                              ">>",
                              "(",
                              ")",
                              "[",
                              "]",
                              "{",
                              "}",
                              ";",
                              ",",
                              "::",
                              ":",
                              ".",
                              "->",
                              "##",
                              "#",
                              "\"",
                              "'",
                              "\\\n",
                              "\n",
                              " ",
                              "  ",
                              "/*",
                              "*/",
                              "//",
                              "R\"(",
                              ")\"",
                              "u8",
                              "1'0",
                              "0x1p+3",
                              "@",
                              "%0",
                              "%%laneid",
                              "k",
                              "kernel",
                              "x",
                              "int",
                              "float",
                              "template",
                              "operator",
                              "return",
                              "if",
                              "else",
                              "namespace",
                              "extern",
                              "static",
                              "const",
                              "void",
                              "(void*)",
                              "(const void *)",
                              "reinterpret_cast<void*>(",
                              "__global__ void k",
                              "__global__",
                              "__device__",
                              "__host__",
                              "__shared__",
                              "extern __shared__ float x[];",
                              "alignas(16)",
                              "__align__(8)",
                              "__noinline__",
                              "asm",
                              "asm volatile(",
                              "__asm__(",
                              "\"mov.u32 %0, %%laneid;\"",
                              "\"=r\"(x)",
                              "\"r\"(y)",
                              ":",
                              "\"{.reg .pred p; setp.eq.s32 p, %1, 0; @p add.s32 %0, %0, 1;}\"",
                              "#define M(k) ",
                              "#define N k<<<1,2>>>(3)\n",
                              "# 7 \"a.cu\"\n",
                              "# 1 \"/usr/include/x.h\" 1 3\n",
                              "texture<",
                              "__cluster_dims__(2)",
                              "surf2Dwrite(",
                              "k<<<1, 2>>>(x);",
                              "k<int><<<g, b, 0, s>>>(x, y);",
                              "\xff"};

std::string soup(std::mt19937& random) {
  std::string text;
  for (unsigned words = 1 + random() % 60; words > 0; --words) {
    text += pieces[random() % std::size(pieces)];
    if (random() % 4 == 0) text += ' ';
  }
  return text;
}

TEST(RewriterFuzz, RandomTokenSoupsBreakNoPromise) {
  std::mt19937 random(4711);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (int i = 0; i < 2000 || std::chrono::steady_clock::now() < end; ++i) {
    const std::string text = soup(random);
    ASSERT_EQ(rewriter_promise(text), "") << text;
  }
}

}  // namespace
}  // namespace gridmark::fuzz
