// A student's file may have any content. The rewriter must neither crash nor hang, and must never move a
// line.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "emulation/rewrite/nvcc_rules.h"
#include "emulation/rewrite/rewrite.h"

namespace gridmark::rewrite {
namespace {

long lines(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

void expect_lines_hold(const std::string& text) {
  const Rewritten result = rewrite(text);
  for (const Diagnostic& refusal : refused_by_nvcc(Source(text), false))
    ASSERT_FALSE(refusal.message.empty());
  const bool has_prefix = result.text.starts_with("#define _G_NOINLINE __attribute__");
  if (result.errors.empty()) {
    ASSERT_EQ(lines(result.text), lines(text) + has_prefix) << text;
  } else {
    ASSERT_FALSE(result.errors[0].message.empty());
  }
}

TEST(HostileText, UnterminatedThingsDoNoHarm) {
  for (const char* text : {"",
                           "\\",
                           "#",
                           "\"",
                           "'",
                           "R\"",
                           "R\"(",
                           "R\"a b(",
                           "/*",
                           "//\\",
                           "<<<",
                           ">>>",
                           "k<<<",
                           "k<<<(",
                           "k<<<1,2>>>",
                           "k<<<1,2>>>(",
                           ")<<<1>>>(",
                           "]<<<1>>>(",
                           "><<<1>>>(",
                           "k<<<1}>>>(",
                           "{{{{",
                           "}}}}",
                           "#define",
                           "#define (",
                           "#define X(",
                           "#define X \\",
                           "extern __shared__",
                           "extern __shared__ [",
                           "extern __shared__ []",
                           "extern __shared__ int x[",
                           "extern __shared__ int x[] = {",
                           "extern __shared__ int x[][",
                           "__shared__ extern",
                           "extern __align__( __shared__ int x[];",
                           "__noinline__",
                           "asm",
                           "# 1",
                           "# 1 \"",
                           "# 99999999999 \"x\"",
                           "# 1 \"a\" 3",
                           "u8R",
                           "1'",
                           "1e+",
                           "::<<<1>>>()",
                           "a::<<<1>>>()",
                           ".<<<1>>>()",
                           "template<<<1>>>()"}) {
    expect_lines_hold(text);
    expect_lines_hold(std::string(text) + "\n");
  }
}

const char* const realistic = R"(# 1 "lab.cu"
#define LAUNCH(k, n) k<<<(n + 255) / 256, 256>>>(n)
extern __shared__ __align__(16) float pool[];
namespace a { template <int N, bool B> __global__ void k(int* p) {
  extern __shared__ float s[];  __shared__ int t[4][N];
  const char* text = R"x(k<<<1>>>)x"; char c = '"'; long big = 1'000'000; /* " */
  if (p) p[0] = s[0] + t[0][1] >> 2; } }
__device__ __noinline__ int f(int x) { return x << 3; }
int main() { if (1) a::k<3, (4 > 2)><<<dim3(1, 2), f(3), 64>>>(nullptr); else LAUNCH(k, 3); }
)";

TEST(HostileText, ThousandsOfMutationsDoNoHarm) {
  std::mt19937 random(20240607);
  const std::string original = realistic;
  const std::string pieces[] = {"<<<", ">>>",  "(",  ")",    "{",        "}",    "\"",
                                "'",   "\\\n", "/*", "R\"(", "#define ", "\n",   "extern __shared__ ",
                                "[]",  ";",    "<",  ">",    "::",       "\xff", std::string(1, '\0')};
  for (int round = 0; round < 4000; ++round) {
    std::string text = original;
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      if (random() % 2)
        text.erase(at, 1 + random() % 12);
      else
        text.insert(at, pieces[random() % std::size(pieces)]);
    }
    expect_lines_hold(text);
  }
}

TEST(HostileText, AMegabyteOfOneTokenTakesNoLongerThanReadingIt) {
  const auto start = std::chrono::steady_clock::now();
  for (std::string piece : {"<<<",
                            ">>>",
                            "((",
                            "))",
                            "k<",
                            "a::",
                            "x(",
                            ">(",
                            "extern ",
                            "extern __shared__ ",
                            "[]",
                            "{",
                            "k<<<1,2>>>(x),",
                            "R\"(",
                            "'",
                            "\\\n",
                            "#\n",
                            "#define X(\n",
                            "a.b<<<",
                            "namespace "}) {
    std::string text;
    while (text.size() < 1'000'000) text += piece;
    rewrite(text);
    rewrite(text + "k<<<1,2>>>(x)");
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 60);  // quadratic work would take hours
}

}  // namespace
}  // namespace gridmark::rewrite
