#include "grader/load/load_lab.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/load/temporary_folder.h"

namespace gridmark::load {
namespace {

using testing::ElementsAre;

class LoadLab : public testing::Test {
 protected:
  LoadLab() {
    folder_.write("labs/lab1-gpu-basics/lab.json", R"({"title": "GPU basics", "order": 1})");
    folder_.write("starter/lab1-gpu-basics/benchmark.cu", "// TODO");
    course_ = course_folders(folder_.path());
  }

  Result<Lab> lab1() const { return load_lab(course_, "lab1-gpu-basics"); }

  std::string lab_complaint(const std::string& lab_json) const {
    folder_.write("labs/lab1-gpu-basics/lab.json", lab_json);
    const auto lab = lab1();
    return lab ? "no complaint" : folder_.without_path(message_of(lab.error()));
  }

  TemporaryFolder folder_;
  CourseFolders course_;
};

TEST_F(LoadLab, SaysWhereItCanBeGraded) {
  EXPECT_TRUE(lab1()->devices.empty()) << "everywhere";
  folder_.write("labs/lab1-gpu-basics/lab.json", R"({"title": "GPU basics", "devices": ["cuda"]})");
  EXPECT_THAT(lab1()->devices, ElementsAre(Device::cuda));
  EXPECT_THAT(lab_complaint(R"({"title": "GPU basics", "devices": ["gpu"]})"),
              testing::HasSubstr("/devices/0"));
}

TEST_F(LoadLab, SaysWhenItsHiddenTestsMayBeKnown) {
  EXPECT_EQ(lab1()->hidden_tests, Visibility::hidden) << "never";
  folder_.write("labs/lab1-gpu-basics/lab.json", R"({"title": "GPU basics", "hidden_tests": "after_due"})");
  EXPECT_EQ(lab1()->hidden_tests, Visibility::after_due);
  EXPECT_THAT(lab_complaint(R"({"title": "GPU basics", "hidden_tests": "announced"})"),
              testing::HasSubstr("/hidden_tests: found \"announced\", expected hidden, after_due"));
  EXPECT_THAT(lab_complaint(R"({"title": "GPU basics", "hidden_tests": "afterdue"})"),
              testing::HasSubstr("did you mean \"after_due\"?"));
}

TEST_F(LoadLab, OnlyTheTitleIsRequired) {
  folder_.write("labs/lab1-gpu-basics/lab.json", R"({"title": "GPU basics"})");
  const auto lab = lab1();
  ASSERT_TRUE(lab) << message_of(lab.error());
  EXPECT_EQ(lab->name, "lab1-gpu-basics");
  EXPECT_EQ(lab->title, "GPU basics");
  EXPECT_EQ(lab->limits, Limits{});
  EXPECT_EQ(lab->build_limits.wall_seconds, 600);
  EXPECT_EQ(lab->rubric, folder_.path() / "rubrics/lab1-gpu-basics.json");
  EXPECT_EQ(lab->solution, folder_.path() / "solutions/lab1-gpu-basics");
}

TEST_F(LoadLab, LimitsThatAreNotGivenKeepTheirDefault) {
  folder_.write("labs/lab1-gpu-basics/lab.json",
                R"({"title": "T", "contacts": ["a@b"], "limits": {"wall_seconds": 2.5, "memory_mib": 512},
                    "build_limits": {"wall_seconds": 90}})");
  const auto lab = lab1();
  ASSERT_TRUE(lab) << message_of(lab.error());
  EXPECT_EQ(lab->limits.wall_seconds, 2.5);
  EXPECT_EQ(lab->limits.memory_mib, 512);
  EXPECT_EQ(lab->limits.processes, Limits{}.processes);
  EXPECT_EQ(lab->build_limits.wall_seconds, 90);
  EXPECT_EQ(lab->build_limits.file_size_mib, 256);
  EXPECT_THAT(lab->contacts, ElementsAre("a@b"));
}

TEST_F(LoadLab, WhatSubmissionsMayUseIsNothingBeyondTheDefaultsUnlessTheLabSaysSo) {
  EXPECT_TRUE(lab1()->permissions.libraries.empty());
  folder_.write("labs/lab1-gpu-basics/lab.json",
                R"({"title": "T", "libraries": ["cublas"], "headers": {"allow": ["immintrin.h"]},
                    "symbols": {"allow": ["fopen"], "deny": ["pthread_*"]}})");
  const auto lab = lab1();
  ASSERT_TRUE(lab) << message_of(lab.error());
  EXPECT_THAT(lab->permissions.libraries, ElementsAre("cublas"));
  EXPECT_THAT(lab->permissions.headers.allow, ElementsAre("immintrin.h"));
  EXPECT_THAT(lab->permissions.symbols.deny, ElementsAre("pthread_*"));
}

TEST_F(LoadLab, ALibraryThatNobodyKnowsIsNamed) {
  EXPECT_EQ(lab_complaint(R"({"title": "T", "libraries": ["cublass"]})"),
            "labs/lab1-gpu-basics/lab.json: /libraries/0: found no library of CUDA \"cublass\"; did you mean "
            "\"cublas\"?");
}

TEST_F(LoadLab, FilesAreTheStartersSortedAndWithoutLinksAndHiddenOnes) {
  folder_.write("starter/lab1-gpu-basics/.clangd", "");
  folder_.write("starter/lab1-gpu-basics/util/b.cu", "");
  folder_.write("starter/lab1-gpu-basics/a.cu", "");
  std::filesystem::create_symlink("/etc/passwd", folder_.path() / "starter/lab1-gpu-basics/link.cu");
  EXPECT_THAT(lab1().value().files, ElementsAre("a.cu", "benchmark.cu", "util/b.cu"));
}

TEST_F(LoadLab, AnUnknownLabNamesTheNearest) {
  const auto lab = load_lab(course_, "lab1-gpu-basic");
  ASSERT_FALSE(lab);
  EXPECT_EQ(folder_.without_path(message_of(lab.error())),
            "labs: found no lab \"lab1-gpu-basic\"; did you mean \"lab1-gpu-basics\"?");
}

TEST_F(LoadLab, NoNameLeavesTheLabsFolder) {
  folder_.write("elsewhere/lab.json", R"({"title": "T"})");
  for (const char* name : {"../elsewhere", ".", "", "lab1-gpu-basics/", "/etc"}) {
    const auto lab = load_lab(course_, name);
    ASSERT_FALSE(lab) << name;
    EXPECT_NE(lab.error().message.find("found no lab"), std::string::npos) << name;
  }
}

TEST_F(LoadLab, AStarterWithoutFilesIsAnError) {
  std::filesystem::remove_all(folder_.path() / "starter");
  const auto lab = lab1();
  ASSERT_FALSE(lab);
  EXPECT_EQ(folder_.without_path(message_of(lab.error())),
            "starter/lab1-gpu-basics: found no files, expected those that a student edits");
}

struct BrokenLab {
  const char* text;
  const char* complaint;  ///< after the file's name
};

const BrokenLab broken_lab[] = {
    {"", ":1:1: found the end of the file, expected a value"},
    {"[1]", ": found an array, expected an object"},
    {"{}", ": found no key \"title\", expected one"},
    {R"({"title": ""})", ": /title: found \"\", expected a text that is not empty"},
    {R"({"title": 1})", ": /title: found 1, expected a text"},
    {R"({"title": "T", "titel": "T"})", ": /titel: found an unknown key; did you mean \"title\"?"},
    {R"({"title": "T", "order": "first"})",
     ": /order: found \"first\", expected a whole number, -1000 to 1000"},
    {R"({"title": "T", "order": 1.5})", ": /order: found 1.5, expected a whole number, -1000 to 1000"},
    {R"({"title": "T", "contacts": "me"})", ": /contacts: found \"me\", expected an array"},
    {R"({"title": "T", "contacts": ["me", 7]})", ": /contacts/1: found 7, expected a text"},
    {R"({"title": "T", "limits": 10})", ": /limits: found 10, expected an object"},
    {R"({"title": "T", "limits": {"wall_secs": 10}})",
     ": /limits/wall_secs: found an unknown key; did you mean \"wall_seconds\"?"},
    {R"({"title": "T", "limits": {"wall_seconds": 0}})",
     ": /limits/wall_seconds: found 0, expected a number of seconds, 0.1 to 3600"},
    {R"({"title": "T", "limits": {"memory_mib": 1.5}})",
     ": /limits/memory_mib: found 1.5, expected a whole number of MiB, 1 to 1048576"},
    {R"({"title": "T", "limits": {"processes": -1}})",
     ": /limits/processes: found -1, expected a whole number of processes, 1 to 4096"},
    {R"({"title": "T", "build_limits": {"output_kib": "1"}})",
     ": /build_limits/output_kib: found \"1\", expected a whole number of KiB, 1 to 1048576"},
    {R"({"title": "T", "limits": {}, "limits": {}})", ": /limits: found this key twice, expected it once"},
    {"{\"title\": \"T\xff\"}", ":1:13: found the byte 0xff, expected UTF-8"},
    {R"({"title": "T" "order": 1})", ":1:15: found \"\\\"order\\\"\", expected \",\" or \"}\""},
};

TEST_F(LoadLab, EachBrokenDescriptionGetsOneClearMessage) {
  for (const BrokenLab& one : broken_lab)
    EXPECT_EQ(lab_complaint(one.text), std::string("labs/lab1-gpu-basics/lab.json") + one.complaint)
        << one.text;
}

TEST_F(LoadLab, TheListIsByOrderAndABrokenLabHidesNoOther) {
  for (const char* name : {"b", "a", "broken"}) {
    folder_.write(std::string("labs/") + name + "/lab.json", R"({"title": "T", "order": 3})");
    folder_.write(std::string("starter/") + name + "/x.cu", "");
  }
  folder_.write("labs/broken/lab.json", "{");
  folder_.write("labs/no-lab/README.md", "");
  std::vector<std::string> names;
  for (const auto& lab : list_labs(course_)) names.push_back(lab ? lab->name : "error");
  EXPECT_THAT(names, ElementsAre("lab1-gpu-basics", "a", "b", "error"));
}

TEST_F(LoadLab, ACourseWithoutLabsIsAnEmptyList) {
  EXPECT_TRUE(list_labs(course_folders("/nowhere")).empty());
}

}  // namespace
}  // namespace gridmark::load
