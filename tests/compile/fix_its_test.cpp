#include "grader/compile/fix_its.h"

#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

const std::map<std::string, std::string> texts{{"a.cu", "void f() {\n  int x = 1\n  g(x, y);\n}\n"}};

std::string fix_it(const std::string& place, const std::string& text) {
  return "fix-it:\"a.cu\":{" + place + "}:\"" + text + "\"\n";
}

std::vector<Fix> fixes_of(const std::string& messages) { return without_fix_its(messages, texts).fixes; }

TEST(FixIts, TheFirstErrorsAreChangesOfWholeLinesAndLeaveTheMessages) {
  const auto words = without_fix_its("a.cu:1:1: warning: w\n" + fix_it("1:1-1:5", "int") +
                                         "a.cu:2:12: error: expected ';'\n" + fix_it("2:12-2:12", ";") +
                                         "a.cu:3:8: error: no y\n" + fix_it("3:8-3:9", "x") + "end",
                                     texts);
  EXPECT_EQ(words.messages,
            "a.cu:1:1: warning: w\na.cu:2:12: error: expected ';'\na.cu:3:8: error: no y\nend");
  EXPECT_EQ(words.fixes, (std::vector<Fix>{{{"a.cu", 2}, "  int x = 1;", "  int x = 1"}}));
}

TEST(FixIts, SeveralOfALineAreOneChange) {
  EXPECT_EQ(fixes_of("a.cu:3: error: e\n" + fix_it("3:3-3:4", "h") + fix_it("3:8-3:9", "\\\"q\\\"")),
            (std::vector<Fix>{{{"a.cu", 3}, "  h(x, \"q\");", "  g(x, y);"}}));
}

TEST(FixIts, AWholeLineIsANewLine) {
  EXPECT_EQ(fixes_of("a.cu:3: error: e\n" + fix_it("1:1-1:1", "#include <cmath>\\n")),
            (std::vector<Fix>{{{"a.cu", 0}, "#include <cmath>"}}));
}

TEST(FixIts, BytesAreWrittenInOctal) {
  EXPECT_EQ(fixes_of("a.cu:3: error: e\n" + fix_it("3:8-3:9", "\\303\\244"))[0].text, "  g(x, ä);");
}

// A student's source can print such lines, with #warning or a file name.
TEST(FixIts, WhatCannotBeIsNoAdvice) {
  for (const std::string& line :
       {fix_it("9:1-9:2", "x"), fix_it("3:5-3:4", "x"), fix_it("3:1-3:99", "x"), fix_it("0:1-0:1", "x"),
        fix_it("3:0-3:1", "x"), fix_it("3:8-4:1", "x"), fix_it("3:8-3:9", "a\\nb"), fix_it("x", "y"),
        std::string("fix-it:\"\n"), std::string("fix-it:\"b.cu\":{1:1-1:1}:\"x\"\n")})
    EXPECT_TRUE(fixes_of("a.cu:3: error: e\n" + line).empty()) << line;
  EXPECT_TRUE(fixes_of(fix_it("3:8-3:9", "x")).empty()) << "no error is before it";
}

}  // namespace
}  // namespace gridmark::compile
