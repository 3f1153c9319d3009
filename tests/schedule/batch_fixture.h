#pragma once
// A batch over repositories and folders of every kind, with a small grader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/report/json_printer.h"
#include "grader/schedule/batch.h"
#include "grader/system/temp_folder.h"
#include "tests/report/example_records.h"

namespace gridmark::schedule {

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    std::filesystem::create_directories(root() / "students");
    lab_.lab.name = "lab9";
    lab_.lab.files = {"a.cu"};
    lab_.fingerprint = "one";
    GradeRecord record = example("mixed");
    record.lab = "lab9";
    std::ofstream(root() / "record.json") << report::print_json(record);
    setenv("FAKE_RECORD", (root() / "record.json").c_str(), 1);
    setenv("FAKE_CALLS", (root() / "calls").c_str(), 1);
  }

  std::filesystem::path root() const { return folder_->path(); }
  std::filesystem::path student(const std::string& id) const { return root() / "students" / id; }

  void folder(const std::string& id, const std::string& text) {
    std::filesystem::create_directories(student(id));
    std::ofstream(student(id) / "a.cu") << text;
  }
  void git(const std::string& id, const std::string& words) const {
    const std::string command = "git -C '" + student(id).string() +
                                "' -c user.name=S -c user.email=s@x -c init.defaultBranch=main " + words +
                                " >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void commit(const std::string& id, const std::string& text, const std::string& when) {
    folder(id, text);
    if (!std::filesystem::exists(student(id) / ".git")) git(id, "init");
    setenv("GIT_COMMITTER_DATE", when.c_str(), 1);
    git(id, "add -A");
    git(id, "commit -m x");
    unsetenv("GIT_COMMITTER_DATE");
  }

  std::string file_of(const std::string& id) const {
    std::ifstream stream(student(id) / "a.cu");
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// Commits a file that does not belong to any lab.
  void commit_notes(const std::string& id, const std::string& when) {
    std::ofstream(student(id) / "notes.txt", std::ios::app) << when << "\n";
    commit(id, file_of(id), when);
  }

  /// An empty repository.
  void git_folder(const std::string& id) {
    std::filesystem::create_directories(student(id));
    git(id, "init");
    std::filesystem::create_directories(student(id) / ".git/objects/info");
  }

  ClassBook run(bool force = false) {
    Roster roster;
    for (const auto& entry : std::filesystem::directory_iterator(root() / "students"))
      roster.push_back({entry.path().filename(), "", "", entry.path(), "", 0, {}});
    std::sort(roster.begin(), roster.end(), [](const Student& a, const Student& b) { return a.id < b.id; });
    const auto results =
        ResultsFolder::open(root() / "results", [](const GradeRecord& persons, GradeRecord fresh) {
          fresh.manual = persons.manual;
          return Result<GradeRecord>(fresh);
        });
    EXPECT_TRUE(results);
    std::vector<BatchLab> labs{lab_};
    auto ledger = ledger::Ledger::open(root() / "results");
    EXPECT_TRUE(ledger);
    RepositoryPasts pasts(*ledger, now_);
    Planner planner({&labs, policy_, "", false, results->mirrors(), {}, *parse_moment(now_), &pasts}, stop_);
    const system::SystemClock clock;
    Batch batch({labs,
                 roster,
                 roster,
                 {},
                 policy_,
                 2,
                 counting_,
                 force,
                 again_deferred_,
                 {},
                 {{GRIDMARK_SOURCE_DIR "/tests/schedule/fake_grader.sh"}, 5}},
                planner, *results, *ledger, {stop_, clock, {}, {}});
    auto lines = batch.plan();
    batch.run(lines);
    return batch.settle(lines);
  }

  static const LabGrade& grade(const ClassBook& book, const std::string& id) {
    for (const StudentGrades& row : book.students)
      if (row.student.id == id) return row.labs.at(0);
    throw std::out_of_range(id);
  }
  int calls() const {
    std::ifstream file(root() / "calls");
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

  BatchLab lab_;
  LatePolicy policy_;
  Counting counting_ = Counting::last;
  bool again_deferred_ = false;
  std::string now_ = "2026-12-01T00:00:00Z";  ///< the batch's clock
  system::StopFlag stop_;

 private:
  Result<system::TempFolder> folder_ = system::TempFolder::make();
};

}  // namespace gridmark::schedule
