#include "grader/schedule/compare_works.h"

#include <gmock/gmock.h>

#include "tests/schedule/batch_fixture.h"
#include "tests/similarity/made_up_code.h"

namespace gridmark::schedule {
namespace {

using similarity::disguised;
using similarity::made_up_kernel;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;

class CompareWorks : public BatchTest {
 protected:
  static std::string work(unsigned seed) { return made_up_kernel(seed) + made_up_kernel(seed + 1); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root() / file).parent_path());
    std::ofstream(root() / file) << text;
  }

  /// What is found of the students that are there, with the folders of earlier works.
  report::AlikeLab compared(const std::vector<std::string>& folders = {}) {
    lab_.lab.folder = root() / "labs/lab9";
    lab_.lab.starter = root() / "starter/lab9";
    lab_.lab.solution = root() / "solutions/lab9";
    const std::vector<BatchLab> labs{lab_};
    std::vector<std::string> paths;
    for (const std::string& folder : folders) paths.push_back((root() / folder).string());
    const auto earlier = find_earlier_works(paths, labs);
    if (!earlier) throw std::runtime_error(message_of(earlier.error()));
    Planner planner({&labs, {}, "", false, root() / "mirrors", {}, 0}, stop_);
    std::vector<PlanLine> lines;
    for (const Student& student : students())
      for (PlannedJob& job : planner.plan(student)) lines.push_back({std::move(job)});
    auto alike = compare_works({labs, lines, *earlier, planner}, stop_);
    if (!alike) throw std::runtime_error(message_of(alike.error()));
    return alike->at(0);
  }

  std::vector<std::string> members(const report::AlikeLab& lab, std::size_t cluster) const {
    std::vector<std::string> names;
    for (const std::size_t work : lab.found.clusters.at(cluster).members)
      names.push_back(lab.works[work].name);
    return names;
  }

  Roster group_;  ///< more students, with a repository that another has

 private:
  Roster students() const {
    Roster roster = group_;
    for (const auto& entry : fs::directory_iterator(root() / "students"))
      roster.push_back({entry.path().filename(), "", "", entry.path(), "", 0, {}});
    std::sort(roster.begin(), roster.end(), [](const Student& a, const Student& b) { return a.id < b.id; });
    return roster;
  }
};

TEST_F(CompareWorks, WhoCopiedTheSolutionIsShownNextToIt) {
  write("starter/lab9/a.cu", made_up_kernel(50));
  write("solutions/lab9/a.cu", made_up_kernel(50) + work(10));
  folder("ada", made_up_kernel(50) + disguised(work(10), 1));
  folder("bo", made_up_kernel(50) + work(20));
  const report::AlikeLab lab = compared();
  ASSERT_THAT(lab.found.clusters, SizeIs(1));
  EXPECT_THAT(members(lab, 0), ElementsAre("ada", "course's solution"));
  EXPECT_THAT(lab.works.at(2).texts, SizeIs(1)) << "its text is shown";
}

TEST_F(CompareWorks, ACourseWithoutSolutionsIsComparedWithout) {
  folder("ada", work(10));
  folder("bo", work(20));
  EXPECT_THAT(compared().works, SizeIs(2));
}

TEST_F(CompareWorks, EarlierWorksAreFoundInEveryLayout) {
  write("2025/zoe/starter/lab9/a.cu", disguised(work(10), 1));
  write("2025/yan/lab9/a.cu", disguised(work(20), 2));
  write("2025/xia/a.cu", disguised(work(30), 3));
  write("2025/notes/README.md", "nothing of the lab");
  folder("ada", work(10));
  folder("bo", work(20));
  folder("cy", work(30));
  const report::AlikeLab lab = compared({"2025"});
  EXPECT_THAT(lab.works, SizeIs(6));
  ASSERT_THAT(lab.found.clusters, SizeIs(3));
  EXPECT_THAT(members(lab, 0), ElementsAre("ada", "earlier: zoe"));
  EXPECT_THAT(members(lab, 1), ElementsAre("bo", "earlier: yan"));
  EXPECT_THAT(members(lab, 2), ElementsAre("cy", "earlier: xia"));
}

TEST_F(CompareWorks, OfSeveralFoldersTheNameSaysWhich) {
  write("2024/zoe/a.cu", work(40));
  write("2025/zoe/a.cu", work(10));
  folder("ada", work(10));
  const report::AlikeLab lab = compared({"2024", "2025"});
  ASSERT_THAT(lab.found.clusters, SizeIs(1));
  EXPECT_EQ(members(lab, 0).at(1), "earlier: " + (root() / "2025/zoe").string());
}

// An earlier work may be as hostile as a student's.
TEST_F(CompareWorks, NothingIsReadThroughALinkInAnEarlierWork) {
  write("secret.cu", work(10));
  write("2025/yan/a.cu", work(20));
  fs::create_directories(root() / "2025/zoe");
  fs::create_symlink(root() / "secret.cu", root() / "2025/zoe/a.cu");
  folder("ada", work(10));
  EXPECT_THAT(compared({"2025"}).found.clusters, IsEmpty());
}

TEST_F(CompareWorks, AFolderWithoutEarlierWorksSaysWhatWasExpected) {
  write("2025/zoe/README.md", "nothing");
  write("file", "");
  const std::vector<BatchLab> labs{lab_};
  const auto complaint = [&](const char* folder) {
    const auto found = find_earlier_works({(root() / folder).string()}, labs);
    return found ? "none" : message_of(found.error());
  };
  EXPECT_THAT(complaint("2025"),
              HasSubstr("has no folder with a file of lab9; expected a folder for each work"));
  EXPECT_THAT(complaint("file"), HasSubstr("is not a folder"));
  EXPECT_THAT(complaint("nowhere"), HasSubstr("is not a folder"));
}

TEST_F(CompareWorks, AGroupIsOneWorkWithTheNamesOfAll) {
  folder("ada", work(10));
  folder("dee", work(10));
  group_ = {{"bo", "", "", student("ada"), "", 0, {}}, {"cy", "", "", student("ada"), "", 0, {}}};
  const report::AlikeLab lab = compared();
  EXPECT_THAT(lab.works, SizeIs(2));
  EXPECT_THAT(members(lab, 0), ElementsAre("ada, bo, cy", "dee"));
}

}  // namespace
}  // namespace gridmark::schedule
