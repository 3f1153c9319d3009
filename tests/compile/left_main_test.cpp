#include "grader/compile/left_main.h"

#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

const Place second_line{"a.cu", 2};

TEST(RemovedMain, OnOneLine) {
  const std::vector<Fix> expected{{second_line, "", "int main() { return 0; }"}};
  EXPECT_EQ(removed_main("int x;\nint main() { return 0; }\nint y;\n", second_line), expected);
}

TEST(RemovedMain, UpToItsBrace) {
  const std::vector<Fix> expected{{{"a.cu", 2}, "", "int main(int, char**) {"},
                                  {{"a.cu", 3}, "", "  if (x) { f(); }"},
                                  {{"a.cu", 5}, "", "}"}};
  EXPECT_EQ(removed_main("int x;\nint main(int, char**) {\n  if (x) { f(); }\n\n}\nint y;\n", second_line),
            expected);
}

TEST(RemovedMain, OfAnotherFormStays) {
  for (const char* text : {"", "int x;\n", "int x;\nstatic int main() {\n}\n", "int x;\nint main()\n{\n}\n",
                           "int x;\nint main() {\n  return 0; }\n"})
    EXPECT_TRUE(removed_main(text, second_line).empty()) << text;
}

}  // namespace
}  // namespace gridmark::compile
