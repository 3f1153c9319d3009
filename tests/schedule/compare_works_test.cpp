#include "grader/schedule/compare_works.h"

#include <gmock/gmock.h>

#include <regex>

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

  /// The similarities of the present students, with the folders of earlier works.
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
    auto alike = compare_works({labs, lines, *earlier, planner, root() / "mirrors"}, stop_);
    if (!alike) throw std::runtime_error(message_of(alike.error()));
    return alike->at(0);
  }

  std::vector<std::string> members(const report::AlikeLab& lab, std::size_t cluster) const {
    std::vector<std::string> names;
    for (const std::size_t work : lab.found.clusters.at(cluster).members)
      names.push_back(lab.works[work].name);
    return names;
  }

  /// Replaces the last commit by one with this committer's date.
  void date_again(const std::string& id, const std::string& date) const {
    const std::string at = "git -C '" + student(id).string() + "' ";
    const std::string command =
        at + "update-ref refs/heads/main $(printf 'tree %s\\nparent %s\\nauthor S <s@x> 1790848800 +0000\\n" +
        "committer S <s@x> " + date + "\\n\\nx\\n' $(" + at + "rev-parse HEAD^{tree} HEAD^) | " + at +
        "hash-object -t commit -w --stdin --literally)";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  Roster group_;  ///< additional students, with a repository that another student has

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
              HasSubstr("has no folder with a file of lab9, expected a folder for each work"));
  EXPECT_THAT(complaint("file"), HasSubstr("is not a folder"));
  EXPECT_THAT(complaint("nowhere"), HasSubstr("is not a folder"));
}

TEST_F(CompareWorks, CommitsAreShownOfWorksThatAreAlike) {
  write("starter/lab9/a.cu", "// TODO\nint main() {\n}\n");
  commit("ada", "// TODO\nint main() {\n}\n", "2026-10-01T10:00:00Z");  // the handout
  commit("ada", work(10), "2026-10-14T23:51:00Z");
  commit_notes("ada", "2026-10-15T10:00:00Z");
  const std::string text = work(10);
  for (std::size_t day = 1; day <= 4; ++day)
    commit("bo", text.substr(0, text.size() * day / 4), "2026-10-0" + std::to_string(day) + "T10:00:00Z");
  folder("cy", work(10));
  commit("dee", work(20), "2026-10-04T10:00:00Z");
  const report::AlikeLab lab = compared();
  EXPECT_EQ(lab.works.at(0).commits, "1 commit, everything at once on 2026-10-14 23:51 UTC");
  EXPECT_THAT(lab.works.at(1).commits,
              testing::StartsWith("4 commits over 3 days, 2026-10-01 to 2026-10-04; at most "));
  EXPECT_EQ(lab.works.at(2).commits, "no commits: files as they lay");
  EXPECT_EQ(lab.works.at(3).commits, "") << "like no other";
}

// Reformatting everything at the end does not add lines.
TEST_F(CompareWorks, BlanksAloneMakeNoCommitTheLargest) {
  const std::string text = work(10), most = text.substr(0, text.find('\n', text.size() * 2 / 3) + 1);
  commit("ada", most, "2026-10-01T10:00:00Z");
  commit("ada", text, "2026-10-02T10:00:00Z");
  commit("ada", std::regex_replace(text, std::regex("  "), "\t"), "2026-10-09T10:00:00Z");
  folder("bo", work(10));
  EXPECT_THAT(compared().works.at(0).commits, testing::AllOf(HasSubstr("3 commits over 8 days"),
                                                             HasSubstr(" at once on 2026-10-01 10:00 UTC")));
}

TEST_F(CompareWorks, DatesThatNoClockShowsAreNotAnError) {
  for (const char* date :
       {"-5 +0000", "99999999999999999999 +0000", "9223372036854775807 +0000", "yesterday"}) {
    fs::remove_all(student("ada"));
    commit("ada", "int a;\n", "2026-10-01T10:00:00Z");
    commit("ada", work(10), "2026-10-02T10:00:00Z");
    date_again("ada", date);
    folder("bo", work(10));
    EXPECT_THAT(compared().works.at(0).commits, HasSubstr("2 commits over ")) << date;
  }
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
