#include "emulation/driver/missing_returns.h"

#include <gtest/gtest.h>

namespace gridmark::driver {
namespace {

constexpr const char* mark = "::gridmark::emulation::end_without_return();";
const std::string source =
    "# 1 \"a.h\"\nint h() {}\n# 7 \"a.cu\"\nint f() {\n\tif (x) { return 1; } }\nint g() {}\n";

std::string warning(const std::string& place) {
  return place + ": warning: control reaches end of non-void function [-Wreturn-type]\n";
}

TEST(MissingReturns, TheBraceThatTheCompilerWarnsOfIsMarkedAndLinesStay) {
  std::string expected = source;
  expected.insert(expected.find("}\n# 7"), mark);
  EXPECT_EQ(with_marked_ends(source, warning("a.h:1:10")), expected);
}

TEST(MissingReturns, ATabGoesOnToTheNextMultipleOfEight) {
  std::string expected = source;
  expected.insert(expected.find("}\nint g"), mark);
  EXPECT_EQ(with_marked_ends(source, warning("a.cu:8:30")), expected);
}

TEST(MissingReturns, ColoursOfATerminalDoNotHideAWarning) {
  const std::string coloured =
      "\x1b[01m\x1b[Ka.h:1:10:\x1b[m\x1b[K \x1b[01;35m\x1b[Kwarning: \x1b[m\x1b[Kno return "
      "[\x1b[01;35m\x1b[K-Wreturn-type\x1b[m\x1b[K]\n";
  EXPECT_NE(with_marked_ends(source, coloured), source);
}

TEST(MissingReturns, OtherWordsAndPlacesWithoutABraceChangeNothing) {
  for (const std::string& said :
       {std::string("a.h:1:10: warning: unused [-Wunused]\n"), warning("a.h:1:3"), warning("b.h:1:10"),
        warning("a.h:9:1"), std::string("-Wreturn-type"), warning("a.h:99999999999:1")})
    EXPECT_EQ(with_marked_ends(source, said), source) << said;
}

}  // namespace
}  // namespace gridmark::driver
