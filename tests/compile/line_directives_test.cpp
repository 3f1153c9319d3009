#include "grader/compile/line_directives.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace gridmark::compile {
namespace {

TEST(LineDirectives, AreFoundInEverySpelling) {
  for (const std::string text :
       {"#line 7\n", "  # line 7 \"x.h\"\n", "# 7 \"x.h\" 1 3\n", "%: 7 \"x.h\"\n", "#/**/line/* */7\n",
        "/* a */ # 7 \"x.h\"\n", "#\\\n7 \"x.h\"\n", "#li\\\nne 7\n", "#li\\ \nne 7\n",
        "#define V \"x.h\"\n# 7 V\n", "#define N 7\n#line N\n", "# 7 R\"(x.h)\"\n", "# 7\n", "# 7",
        "/*\n*/\n# 7 \"x.h\"\n", "#\t7\t\"x.h\"\n", "%:line 7\n", "/*\n*/ /**/ # 7 \"x.h\"\n"}) {
    EXPECT_TRUE(find_line_directive("int a;\n" + text)) << text;
  }
}

// Headers define CHAR_BIT, the compiler __VERSION__.
TEST(LineDirectives, MayTakeNumberAndNameFromMacrosOfOthers) {
  for (const std::string text :
       {"#line CHAR_BIT \"vector\"\n", "# 7 __VERSION__ 3\n", "#line TWO(7, \"x\")\n"})
    EXPECT_TRUE(find_line_directive(text)) << text;
}

TEST(LineDirectives, BeginAfterWhateverACompilerTakesForALinesEnd) {
  for (const std::string text : {"int a;\r# 7 \"x\" 3\n", "// a\r# 7 \"x\"\n", "\xef\xbb\xbf# 7 \"x\"\n",
                                 "// a \\ \n# 7 \"x\"\n", "// a\\\n\n# 7 \"x\"\n"})
    EXPECT_TRUE(find_line_directive(text)) << text;
  EXPECT_TRUE(find_line_directive(std::string("\0# 7 \"x\"\n", 9)));
}

// Compilers and scanners disagree about these: some read a comment or a literal that others do not.
TEST(LineDirectives, InCornersOfTheLanguageCountWhereverTheyStand) {
  for (const std::string before :
       {"/* *\\/", "/*/", "f(\"\\)\", R\"(", "'", "#if 0\n don't", "1e+R\"(", "$R\"(", "\\N{TILDE}R\"(",
        "\"a\"R\"(", "e-1'000 /*'", "0xe+'/*'", "#pragma once /*", "#include \"a\\\" /*\"",
        "#include <a//b> /*", "R\"a\\\nb(", "R\"0123456789abcdefg(", "R\\\n\"(", "#if __has_include(<a/*b>)"})
    EXPECT_TRUE(find_line_directive(before + "\n# 7 \"x\" 3\n*/ )\" ' /**/\n")) << before;
}

TEST(LineDirectives, HaveTheirLine) { EXPECT_EQ(find_line_directive("int a;\n\\\n\n#line 7\n"), 4); }

TEST(LineDirectives, OtherDirectivesAreNone) {
  for (const std::string text :
       {"#include <vector>\n", "#define line 7\n", "int a; # 7\n", "#pragma unroll 4\n", "#if 7\n#endif\n",
        "#linear\n", "# \n", "#", "#define S(x) \\\n  #x\n"})
    EXPECT_FALSE(find_line_directive(text)) << text;
}

TEST(LineDirectives, AreNoneInCommentsAndLiterals) {
  for (const std::string held : {"# 7 \"x.h\" 3", "#line 7", "%: 7 \"x\"", "# 1. Naive"})
    for (const std::string around :
         {"// @\n", "// a \\\n@\n", "/*\n@\n*/\n", "/**\n@ * / **/ int a;\n", "R\"(\n@\n)\"\n",
          "f(u8R\"x(\n@ )\"\n)x\");\n", "LR\"0123456789abcdef(\n@\n)0123456789abcdef\"_km\n",
          "x = 1'000'000; /*\n@\n*/\n", "'\\'' \"\\\"\" /*\n@\n*/\n", "#include <a.h> /* why\n@\n*/\n",
          "#define A 1 /* why\n@ */\n#error don't\n/*\n@\n*/\n", "R\"(\\\n@\n)\" /*\n@\n*/\n",
          "printf(\"%\" PRIu64 \"\\n\"); /*\n@\n*/\r\n", "auto x = 1_km + u'a' + L'b'; /*\r\n@\r\n*/\n",
          "// don't\n/*\n@\n*/\n"}) {
      std::string text = around;
      for (std::size_t at; (at = text.find('@')) != text.npos;) text.replace(at, 1, held);
      EXPECT_FALSE(find_line_directive(text)) << text;
      EXPECT_TRUE(find_line_directive(text + "\n# 7 \"x\"\n")) << text;
    }
}

// A megabyte of such text takes little time.
TEST(LineDirectives, AreFoundInTimeWhateverTheSource) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string part : {"#/*\n", "#x 7 a\n", "#/**/", "\\\n", "%:", "# /*", "R\"(", "/*\\", "*\\",
                                 "\\ ", "1'0", "\"\\)", "#include <", "/* */#"}) {
    std::string text;
    while (text.size() < (1 << 20)) text += part;
    find_line_directive(text);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace gridmark::compile
