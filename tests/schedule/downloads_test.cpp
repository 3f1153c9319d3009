#include "grader/schedule/downloads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "tests/schedule/packed.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(DownloadNames, OfMoodleAndCanvasAreRead) {
  const DownloadName moodle = download_name("Ada King Lovelace_123456_assignsubmission_file_");
  EXPECT_EQ(moodle.platform, DownloadName::Platform::moodle);
  EXPECT_EQ(moodle.person, "Ada King Lovelace");
  EXPECT_EQ(id_of(moodle), "Ada-King-Lovelace_123456");
  EXPECT_EQ(download_name("Ada_7_assignsubmission_file_lab1.zip").file, "lab1.zip");
  const DownloadName canvas = download_name("lovelaceada_LATE_4711_98765_lab1-2.tar.gz");
  EXPECT_EQ(canvas.platform, DownloadName::Platform::canvas);
  EXPECT_EQ(canvas.number, "4711");
  EXPECT_EQ(canvas.file, "lab1.tar.gz") << "the second that was handed in";
  EXPECT_TRUE(canvas.late);
  EXPECT_FALSE(download_name("lovelaceada_4711_98765_kernel.cu").late);
  EXPECT_EQ(download_name("ada.tar.gz").person, "ada");
  EXPECT_EQ(download_name("ada.b").person, "ada.b");
}

class Downloaded : public testing::Test {
 protected:
  fs::path root() const { return folder_->path(); }
  fs::path folder() const { return root() / "downloads"; }
  void file(const std::string& name, const std::string& text = "code") {
    fs::create_directories((folder() / name).parent_path());
    std::ofstream(folder() / name) << text;
  }
  void zip(const std::string& name, const std::vector<PackedEntry>& entries) {
    fs::create_directories((folder() / name).parent_path());
    pack(folder() / name, entries);
  }
  /// The files that a student handed in, sorted by name.
  std::map<std::string, std::string> files_of(const Student& student) {
    const fs::path place = student.uploads.empty()
                               ? fs::path(student.repository)
                               : stage_uploads(student.uploads, root() / "staged").value();
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file())
        all[entry.path().lexically_relative(place)] = system::read_file(entry.path(), 1 << 20).value();
    return all;
  }
  std::vector<std::string> complaints(const Roster* roster = nullptr) {
    const auto found = find_downloads(folder(), roster);
    if (found) return {};
    std::vector<std::string> all = found.error().more;
    all.insert(all.begin(), message_of(found.error()));
    for (std::string& one : all) one.erase(0, folder().string().size() + 2);
    return all;
  }
  Roster roster() {
    return {{"al15", "Ada Lovelace", "ada@x", "", "", 0, {}},
            {"bo", "Bo Diddley", "", "", "", 0, {}},
            {"cy", "Cy Young", "", "", "", 0, {}}};
  }

  Result<system::TempFolder> folder_ = system::TempFolder::make();
};

using Files = std::map<std::string, std::string>;

TEST_F(Downloaded, AFolderOrAnArchiveIsAStudent) {
  file("ada/a.cu");
  zip("bo.zip", {{"lab-main/a.cu", "packed"}});
  file("notes.txt");
  file(".hidden/a.cu");
  const auto found = find_downloads(folder(), nullptr);
  ASSERT_TRUE(found) << message_of(found.error());
  ASSERT_EQ(found->students.size(), 2u);
  EXPECT_EQ(found->students[0].repository, folder() / "ada");
  EXPECT_EQ(found->students[1].id, "bo");
  EXPECT_EQ(files_of(found->students[1]), (Files{{"lab-main/a.cu", "packed"}}));
}

TEST_F(Downloaded, MoodlesFoldersHoldFilesOrAnArchive) {
  file("Ada Lovelace_11_assignsubmission_file_/a.cu");
  zip("Bo Diddley_12_assignsubmission_file_/lab.zip", {{"lab/a.cu", "packed"}});
  file("Bo Diddley_12_assignsubmission_file_/REPORT.md", "report");
  zip("Cy Young_13_assignsubmission_file_lab.zip", {{"a.cu", "flat"}});
  auto rows = roster();
  const auto found = find_downloads(folder(), &rows);
  ASSERT_TRUE(found) << message_of(found.error());
  ASSERT_EQ(found->students.size(), 3u);
  EXPECT_EQ(found->students[0].id, "al15");
  EXPECT_EQ(files_of(found->students[0]), (Files{{"a.cu", "code"}}));
  EXPECT_EQ(files_of(found->students[1]), (Files{{"REPORT.md", "report"}, {"lab/a.cu", "packed"}}));
  EXPECT_EQ(files_of(found->students[2]), (Files{{"a.cu", "flat"}}));
}

TEST_F(Downloaded, CanvassFilesAreOfTheSameStudentByNameOrNumber) {
  zip("lovelaceada_LATE_4711_1_lab.zip", {{"a.cu", "packed"}});
  file("lovelaceada_LATE_4711_2_REPORT-1.md", "report");
  file("bo_12_3_a.cu");
  auto rows = roster();
  const auto found = find_downloads(folder(), &rows);
  ASSERT_TRUE(found) << message_of(found.error());
  EXPECT_EQ(files_of(found->students[0]), (Files{{"REPORT.md", "report"}, {"a.cu", "packed"}}));
  EXPECT_EQ(files_of(found->students[1]), (Files{{"a.cu", "code"}}));
  EXPECT_TRUE(found->students[2].repository.empty() && found->students[2].uploads.empty())
      << "a row of its own";
  EXPECT_THAT(found->late, ElementsAre("al15"));
  const auto alone = find_downloads(folder(), nullptr);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->students[1].id, "lovelaceada_4711");
}

TEST_F(Downloaded, AllThatFitsNoStudentIsNamedAtOnce) {
  file("Eve_14_assignsubmission_file_/a.cu");
  file("Cy Young_15_assignsubmission_file_/a.cu");
  file("fay/a.cu");
  Roster rows = roster();
  rows.push_back({"cy2", "Cy Young", "", "", "", 0, {}});
  EXPECT_THAT(complaints(&rows),
              ElementsAre("holds \"Cy Young_15_assignsubmission_file_\", which fits cy and cy2 of the "
                          "roster. Rename it to one of these ids",
                          HasSubstr("\"Eve_14_assignsubmission_file_\", which no student of the roster has"),
                          HasSubstr("\"fay\", which no student")));
}

TEST_F(Downloaded, TwoOfOneStudentAndAnEmptyFolderAreNamed) {
  fs::create_directories(folder());
  EXPECT_THAT(complaints(), ElementsAre("holds no folder and no archive, expected one for each student"));
  file("ada/a.cu");
  zip("ada.zip", {{"a.cu", "packed"}});
  file("a b/a.cu");
  EXPECT_THAT(complaints(), ElementsAre(HasSubstr("holds \"a b\", whose name has a character other than"),
                                        HasSubstr("holds two for \"ada\"")));
}

TEST_F(Downloaded, WhatIsUnpackedOnceIsTakenAgain) {
  zip("ada.zip", {{"a.cu", "packed"}});
  const Student ada = find_downloads(folder(), nullptr)->students.at(0);
  const fs::path first = stage_uploads(ada.uploads, root() / "staged").value();
  EXPECT_EQ(stage_uploads(ada.uploads, root() / "staged").value(), first);
  zip("ada.zip", {{"a.cu", "another"}});
  EXPECT_NE(stage_uploads(ada.uploads, root() / "staged").value(), first);
  std::ofstream(folder() / "ada.zip") << "broken";
  EXPECT_FALSE(stage_uploads(ada.uploads, root() / "staged"));
  EXPECT_EQ(std::distance(fs::directory_iterator(root() / "staged"), {}), 2)
      << "nothing is left of what failed";
}

}  // namespace
}  // namespace gridmark::schedule
