#include "grader/pipeline/apply_fixes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

using testing::HasSubstr;

class ApplyFixes : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(file()) << text; }
  std::string read() const {
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  }
  std::string complaint(const Fix& fix) {
    const auto applied = apply_fixes({fix}, folder_.path());
    return applied ? "none" : message_of(applied.error());
  }
  std::filesystem::path file() const { return folder_.path() / "a.cu"; }

  system::TempFolder folder_ = *system::TempFolder::make();
};

TEST_F(ApplyFixes, LinesOfTheAdviceAreThoseBeforeAnyChange) {
  write("one\ntwo\nthree\n");
  ASSERT_TRUE(
      apply_fixes({{{"a.cu", 1}, "new"}, {{"a.cu", 3}, "last"}, {{"a.cu", 2}, "2", "two"}}, folder_.path()));
  EXPECT_EQ(read(), "one\nnew\n2\nthree\nlast\n");
}

TEST_F(ApplyFixes, LineZeroIsInFrontAndAnUnfinishedLineIsFinished) {
  write("one");
  ASSERT_TRUE(apply_fixes({{{"a.cu", 0}, "first"}, {{"a.cu", 1}, "last"}}, folder_.path()));
  EXPECT_EQ(read(), "first\none\nlast\n");
}

TEST_F(ApplyFixes, AnImpossibleChangeIsAnErrorAndChangesNothing) {
  write("one\ntwo\n");
  std::filesystem::create_directory_symlink("/etc", folder_.path() / "out");
  EXPECT_THAT(complaint({{"a.cu", 9}, "new"}),
              HasSubstr("a.cu:9: the advice changes this place, but the file ends"));
  EXPECT_THAT(complaint({{"a.cu", 1}, "2", "two"}), HasSubstr("the line has no two"));
  for (const std::string name : {"../a.cu", "/etc/hosts", "b.cu", "out/hosts"})
    EXPECT_THAT(complaint({{name, 1}, "x"}), HasSubstr("the submission has no such file")) << name;
  EXPECT_EQ(read(), "one\ntwo\n");
}

}  // namespace
}  // namespace gridmark::pipeline
