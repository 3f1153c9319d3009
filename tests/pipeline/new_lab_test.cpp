#include "grader/pipeline/new_lab.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "grader/load/load_rubric.h"

namespace gridmark::pipeline {
namespace {

using testing::HasSubstr;

const system::ProgramPaths paths{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};

std::string complaint(const NewLab& lab, const system::ProgramPaths& where = paths) {
  const auto files = files_of_new_lab(lab, where);
  return files ? "no complaint" : message_of(files.error());
}

TEST(NewLab, NamesAreThoseOfFolders) {
  for (const char* good : {"ab", "lab7-scan", "a1", "x-2-y"}) EXPECT_EQ(wrong_with_name(good), "") << good;
  for (const char* bad :
       {"", "a", "Lab", "7lab", "lab_7", "lab--7", "lab-", "-lab", "../lab", "lab 7", "läb"})
    EXPECT_THAT(wrong_with_name(bad), HasSubstr("expected 2 to 40 characters of a-z")) << bad;
  EXPECT_EQ(wrong_with_name(std::string(40, 'a')), "");
  EXPECT_NE(wrong_with_name(std::string(41, 'a')), "");
}

TEST(NewLab, TitlesStandInJsonAndMarkdown) {
  EXPECT_EQ(wrong_with_title("Prefix sums, größer"), "");
  for (const char* bad : {"", "two\nlines", "a \"quote\"", "back\\slash"})
    EXPECT_NE(wrong_with_title(bad), "") << bad;
  EXPECT_EQ(title_from("lab7-scan"), "Lab7 scan");
}

TEST(NewLab, HasItsNameAndTitleEverywhere) {
  const auto files = files_of_new_lab({"zz-scan", "Prefix sums"}, paths);
  ASSERT_TRUE(files) << message_of(files.error());
  bool rubric = false;
  for (const NewFile& file : *files) {
    EXPECT_EQ(file.path.find("example"), std::string::npos) << file.path;
    for (const char* left : {"example-lab", "example_lab", "Example lab"})
      EXPECT_EQ(file.text.find(left), std::string::npos) << file.path << " has " << left;
    if (file.path != "rubrics/zz-scan.json") continue;
    rubric = true;
    EXPECT_TRUE(load::parse_rubric(file.text, file.path, "zz-scan"));
  }
  EXPECT_TRUE(rubric);
}

// Includes starter/NAME, which is made from the solution's only file.
TEST(NewLab, IsFourteenFiles) {
  const auto files = files_of_new_lab({"zz-scan", "Prefix sums"}, paths);
  ASSERT_TRUE(files) << message_of(files.error());
  EXPECT_EQ(files->size() + 1, 14u);
}

TEST(NewLab, NothingThatIsThereIsTouched) {
  EXPECT_THAT(complaint({"lab1-gpu-basics", "Again"}), HasSubstr("labs/lab1-gpu-basics: exists already"));
}

TEST(NewLab, IsWrittenInTheSourceFolderOnly) {
  EXPECT_THAT(complaint({"zz-scan", "Scan"}, {"/usr", "/usr"}), HasSubstr("gridmark's source folder"));
  EXPECT_THAT(complaint({"Zz", "Scan"}), HasSubstr("NAME: found \"Zz\""));
  EXPECT_THAT(complaint({"zz-scan", ""}), HasSubstr("--title: found \"\""));
}

}  // namespace
}  // namespace gridmark::pipeline
