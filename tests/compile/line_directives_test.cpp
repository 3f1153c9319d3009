#include "grader/compile/line_directives.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace gridmark {
namespace {

TEST(LineDirectives, AreFoundInEverySpelling) {
  for (const std::string text :
       {"#line 7\n", "  # line 7 \"x.h\"\n", "# 7 \"x.h\" 1 3\n", "%: 7 \"x.h\"\n", "#/**/line/* */7\n",
        "/* a */ # 7 \"x.h\"\n", "#\\\n7 \"x.h\"\n", "#li\\\nne 7\n", "#li\\ \nne 7\n",
        "#define V \"x.h\"\n# 7 V\n", "#define N 7\n#line N\n", "# 7 R\"(x.h)\"\n", "# 7\n", "# 7",
        "/*\n*/ # 7 \"x.h\"\n", "#\t7\t\"x.h\"\n", "%:line 7\n"}) {
    EXPECT_TRUE(find_line_directive("int a;\n" + text)) << text;
  }
}

TEST(LineDirectives, HaveTheirLine) { EXPECT_EQ(find_line_directive("int a;\n\\\n\n#line 7\n"), 4); }

TEST(LineDirectives, OtherDirectivesAndCommentsAreNone) {
  for (const std::string text :
       {"#include <vector>\n", "#define line 7\n", "int a; # 7\n", "x = a %b; // # 7 \"x\"\n",
        "#pragma unroll 4\n", "/*\n# 1. Naive\n# 2 warps are better than one\n*/\n", "#if 7\n#endif\n",
        "#linear\n", "# \n", "#"}) {
    EXPECT_FALSE(find_line_directive(text)) << text;
  }
}

// A megabyte of what looks so takes no time.
TEST(LineDirectives, AreFoundInTimeWhateverTheSource) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string part : {"#/*\n", "# 7 a\ndefine b\n", "#/**/", "\\\n", "%:", "# /*"}) {
    std::string text;
    while (text.size() < (1 << 20)) text += part;
    find_line_directive(text);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace gridmark
