#include "labkit/channel/endless_loop.h"

#include <gtest/gtest.h>

namespace gridmark::channel {
namespace {

TEST(EndlessLoop, ACounterThatNothingAdvancesIsNamed) {
  constexpr auto source = R"(__global__ void k(const float* a, float* c, int n) {
  float sum = 0;
  for (int t = 0; t < (n + 15) / 16; ) {
    int at = t * 16;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[at + i];
  }
  c[0] = sum;
})";
  EXPECT_EQ(why_loop_never_ends(source, 6).why,
            "the loop at line 3 runs while t < (n + 15) / 16, and nothing in it changes t: t must advance in "
            "each round");
}

TEST(EndlessLoop, ACounterThatIsTooNarrowIsNamedWithItsType) {
  constexpr auto source = "void k(int k) {\n for (unsigned char i = 0; i < k; i++) sum += a[i];\n}";
  EXPECT_EQ(why_loop_never_ends(source, 2).why,
            "the loop at line 2 runs while i < k, and i is unsigned char: behind 255 it starts again at 0, "
            "so it never reaches a larger bound. Make it an int");
  constexpr auto narrow = "void k(int k) {\n short i = 0;\n while (i < k) { i += 4; }\n}";
  EXPECT_NE(why_loop_never_ends(narrow, 3).why.find("i is short: behind 32767 it starts again at -32768"),
            std::string::npos);
}

TEST(EndlessLoop, ANarrowCounterThatReachesItsBoundIsInnocent) {
  for (const char* bound : {"constexpr int TILE = 32;\n", "#define TILE 32\n"}) {
    const std::string source = std::string(bound) +
                               "void k(int n) {\n for (int t = 0; t < n;) {\n"
                               "  for (unsigned char i = 0; i < TILE; i++) a[i] = t;\n }\n}";
    EXPECT_EQ(why_loop_never_ends(source, 4).line, 3) << source;
  }
  EXPECT_EQ(why_loop_never_ends("void k() {\n for (uint8_t i = 0; i < 200; ++i) a[i] = 0;\n}", 2).why, "");
}

TEST(EndlessLoop, AWhileLoopWhoseVariablesStayIsNamed) {
  constexpr auto source = "void k(int n) {\n int left = n;\n while (left > 0) {\n  s[0] += 1;\n }\n}";
  EXPECT_EQ(why_loop_never_ends(source, 4).why,
            "the loop at line 3 runs while left > 0, and nothing in it changes left");
}

TEST(EndlessLoop, AnUnsignedCounterNeverFallsBelowZero) {
  constexpr auto source = "void k(unsigned n) {\n for (unsigned s = n; s >= 0; s--) a[s] = 0;\n}";
  EXPECT_NE(why_loop_never_ends(source, 2).why.find("always true: s is unsigned"), std::string::npos);
}

// The compiler reduces such a loop to one jump with the line of the statement before it.
TEST(EndlessLoop, ALoopBehindTheLineIsNamedWhereNoneIsAroundIt) {
  constexpr auto source = R"(void k(int n) {
 if (n < 1) return;

 for (unsigned i = n; i >= 0; --i) sum += a[i];
}
void other(int n) {
 if (n < 1) return;
}
void last(unsigned n) { for (unsigned s = n; s >= 0; s--) a[s] = 0; })";
  EXPECT_EQ(why_loop_never_ends(source, 2).line, 4);
  EXPECT_EQ(why_loop_never_ends(source, 7).why, "");
}

TEST(EndlessLoop, AHalvedCounterStaysAtZero) {
  constexpr auto source = "void k(int n) {\n for (int s = n / 2; s >= 0; s /= 2) a[s] = 0;\n}";
  EXPECT_NE(why_loop_never_ends(source, 2).why.find("always true: s ends at 0 and stays there"),
            std::string::npos);
}

TEST(EndlessLoop, ConstantsAreNotBlamed) {
  constexpr auto source =
      "constexpr int END = 64;\nvoid k() {\n int i = 0;\n while (i < END) {\n a[0] = 0;\n }\n}";
  EXPECT_EQ(why_loop_never_ends(source, 5).why,
            "the loop at line 4 runs while i < END, and nothing in it changes i");
}

TEST(EndlessLoop, AStepInTheWrongDirectionIsNamed) {
  constexpr auto source = "void k(int n) {\n for (int i = 1; i < n; i--) a[0] = 0;\n}";
  EXPECT_NE(why_loop_never_ends(source, 2).why.find("each round moves i away from n"), std::string::npos);
}

TEST(EndlessLoop, ALoopWithoutConditionAndWayOutIsNamed) {
  EXPECT_NE(why_loop_never_ends("void k() {\n while (true) {\n }\n}", 2).why.find("nothing in it leaves it"),
            std::string::npos);
  EXPECT_EQ(why_loop_never_ends("void k() {\n while (true) {\n if (*f) break;\n }\n}", 2).why, "");
}

// Another thread may end these loops, or the text does not show how they end.
TEST(EndlessLoop, WhatTheTextDoesNotProveIsNotSaid) {
  for (const char* loop :
       {"while (*flag == 0) {}", "while (flag[i] < n) {}", "while (atomicAdd(p, 0) < n) {}",
        "while (n < limit) next(n);", "while (done < n) {}", "while (n > 0) { n /= 2; }",
        "for (int i = 0; i < n; i++) a[i] = 0;", "while (n > 0) { if (a[0]) return; }",
        "do { n = a[n]; } while (n > 0);"}) {
    const std::string source =
        "void k(int n, int limit, int i) {\n __shared__ int done;\n " + std::string(loop) + "\n}";
    EXPECT_EQ(why_loop_never_ends(source, 3).why, "") << loop;
  }
}

TEST(EndlessLoop, TextThatIsNoProgramHasNoCause) {
  for (const char* source :
       {"", "for", "for (", "while ((((", "for (;;", "/* for (;;) {", "\"while", "}}}} while (x) {"})
    EXPECT_EQ(why_loop_never_ends(source, 1).why.find("changes"), std::string::npos) << source;
}

}  // namespace
}  // namespace gridmark::channel
