// The handout of a small course: included files, excluded files, and leaks.
#include "grader/pipeline/handout.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "grader/pipeline/secrets.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;

constexpr const char* secret_line = "  total += weights[row * width + column] * inputs[column];";

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class SmallCourse : public testing::Test {
 protected:
  SmallCourse() : folder_(system::TempFolder::make().value()) {
    for (const char* room :
         {"cmake/a.cmake", "base/a.h", "protocol/a.h", "emulation/a.h", "grader/a.cpp", "labkit/a.h",
          "docs/formats/a.json", "CMakeLists.txt", "CMakePresets.json", "gridmark", ".gitignore",
          "labs/CMakeLists.txt", "docs/emulation.md", "handout/.github/workflows/grade.yml"})
      write(root() / room, "nothing special\n");
    write(root() / "handout/README.md", "{{first_lab}}\n{{labs}}\n{{lab_list}}\n");
    for (const char* name : {"labs/one/README.md", "labs/one/lab.json", "labs/one/hidden/b_test.cpp",
                             "labs/one/mutants/bad.patch", "labs/one/tests/a_test.cpp", "labs/two/lab.json",
                             "starter/one/f.cu", "rubrics/one.json", "solutions/one/g.cu", "tests/x/a.cpp"})
      write(root() / name, "text\n");
    write(root() / "solutions/one/f.cu",
          std::string(
              "int given_to_everybody = 1;\n// BEGIN SOLUTION f\n//: // TODO: add up the weighted inputs\n") +
              secret_line + "\n// END SOLUTION f\n");
    write(root() / "labs/one/hidden/b_test.cpp", "  expect_right({1021, 3, 77}, Values::subnormal);\n");
    fs::permissions(root() / "gridmark", fs::perms(0755));
  }

  fs::path root() const { return folder_.path() / "course"; }
  fs::path to() const { return folder_.path() / "students"; }

  Handout collected() const {
    Lab lab;
    lab.name = "one";
    lab.title = "Lab One";
    return collect_handout(root(), {{lab, Points(20)}}).value();
  }

  std::vector<Leak> leaks() const { return find_leaks(collected(), secrets_of(root(), {"one"})); }

 private:
  system::TempFolder folder_;
};

TEST_F(SmallCourse, StudentsGetWhatTheyNeedAndNoMore) {
  const Handout handout = collected();
  for (const char* name : {"gridmark", "grader/a.cpp", "labs/one/tests/a_test.cpp", "starter/one/f.cu",
                           "rubrics/one.json", "README.md", ".github/workflows/grade.yml", ".gitignore"})
    EXPECT_THAT(handout, Contains(Key(name)));
  for (const auto& [name, file] : handout)
    for (const char* part : {"hidden", "mutants", "solutions", "tests/x", "two"})
      EXPECT_THAT(name, Not(HasSubstr(part)));
  EXPECT_EQ(handout.at("README.md").text,
            "one\n| `one` | Lab One | 20 | [labs/one/README.md](labs/one/README.md) |\none\n");
  EXPECT_TRUE(handout.at("gridmark").executable);
  EXPECT_FALSE(handout.at("README.md").executable);
}

TEST_F(SmallCourse, APageThatAReadmeLinksToGoesAlong) {
  write(root() / "docs/kit.md", "tensors\n");
  write(root() / "docs/other.md", "nothing\n");
  write(root() / "labs/one/README.md",
        "See [the kit](../../docs/kit.md#layers), [this](../../docs/../solutions/x).\n");
  const Handout handout = collected();
  EXPECT_EQ(handout.at("docs/kit.md").text, "tensors\n");
  EXPECT_THAT(handout, Not(Contains(Key("docs/other.md"))));
}

TEST_F(SmallCourse, APageThatIsMissingIsNamed) {
  write(root() / "labs/one/README.md", "See [the kit](../../docs/kit.md).\n");
  Lab lab;
  lab.name = "one";
  const Error error = collect_handout(root(), {{lab, Points(20)}}).error();
  EXPECT_THAT(error.where, HasSubstr("docs/kit.md"));
  EXPECT_THAT(error.message, HasSubstr("labs/one/README.md links to it"));
}

TEST_F(SmallCourse, ALabThatCountsInNoGradeIsGivenNoPoints) {
  Lab lab;
  lab.name = "one";
  lab.title = "Lab One";
  const Handout handout = collect_handout(root(), {{lab, Points(21), false}}).value();
  EXPECT_THAT(handout.at("README.md").text, HasSubstr("| Lab One | none |"));
}

TEST_F(SmallCourse, ALineOfASolutionIsALeakWhereverALabHasIt) {
  EXPECT_THAT(leaks(), IsEmpty());
  write(root() / "labs/one/README.md", std::string("Like this:\n\n        ") + (secret_line + 2) + "\n");
  ASSERT_EQ(leaks().size(), 1u);
  EXPECT_EQ(leaks()[0].place, "labs/one/README.md:3");
  EXPECT_EQ(leaks()[0].secret, "solutions/one/f.cu:4");
}

TEST_F(SmallCourse, ALineOfAHiddenTestIsALeak) {
  write(root() / "labs/one/tests/README.md", "  expect_right({1021, 3, 77}, Values::subnormal);\n");
  write(root() / "starter/one/f.cu", "  expect_right({1021, 3, 77}, Values::subnormal);\n");
  EXPECT_THAT(leaks(), IsEmpty()) << "an announced test has it, so it is no secret";
  fs::remove(root() / "labs/one/tests/README.md");
  ASSERT_EQ(leaks().size(), 1u);
  EXPECT_EQ(leaks()[0].place, "starter/one/f.cu:1");
}

TEST_F(SmallCourse, WhatStudentsGetAnywayIsNoLeak) {
  write(root() / "starter/one/f.cu", "int given_to_everybody = 1;\n// TODO: add up the weighted inputs\n");
  EXPECT_THAT(leaks(), IsEmpty());
}

TEST_F(SmallCourse, AReportsMarksAreThoseOfMarkdown) {
  const std::string heading = "# A heading that the starter has too\n",
                    todo = "TODO: say what limits the kernel.\n";
  write(root() / "solutions/one/REPORT.md",
        heading + "<!-- BEGIN SOLUTION analysis -->\n<!--: " + todo.substr(0, todo.size() - 1) +
            " -->\nThe bandwidth of memory limits all of it.\n<!-- END SOLUTION analysis -->\n");
  write(root() / "starter/one/REPORT.md", heading + todo);
  EXPECT_THAT(leaks(), IsEmpty());
  write(root() / "starter/one/REPORT.md", heading + "The bandwidth of memory limits all of it.\n");
  EXPECT_EQ(leaks().size(), 1u);
}

TEST_F(SmallCourse, WhatAHeaderDeclaresIsNoSecretWhereItIsDefined) {
  write(root() / "labs/one/include/f.h", "int weighted_sum(const int* weights, int count);\n");
  write(
      root() / "solutions/one/f.cu",
      "// BEGIN SOLUTION f\nint weighted_sum(const int* weights, int count) {\n  std::vector<double> times;\n"
      "// END SOLUTION f\n");
  write(root() / "labs/one/tests/a_test.cpp",
        "int weighted_sum(const int* weights, int count) {\n  std::vector<double> times;\n");
  EXPECT_THAT(leaks(), IsEmpty());
}

TEST_F(SmallCourse, InGridmarksOwnSourcesOneLikeLineIsChanceAndThreeAreNot) {
  std::string body;
  for (const char* line : {"  first_of_three = before + after;\n", "  second_of_three = before - after;\n",
                           "  third_of_three = before * after;\n"})
    body += line;
  write(root() / "solutions/one/g.cu", "// BEGIN SOLUTION g\n" + body + "// END SOLUTION g\n");
  write(root() / "grader/a.cpp",
        std::string(secret_line) + "\nint between = 12345678;\n  first_of_three = before + after;\n");
  EXPECT_THAT(leaks(), IsEmpty());
  write(root() / "grader/a.cpp", body);
  EXPECT_EQ(leaks().size(), 3u);
}

TEST_F(SmallCourse, AnotherLabsLineIsChanceAndThreeAreNot) {
  std::string body;
  for (const char* line : {"  Generator generator(1234);\n", "  second_of_three = before - after;\n",
                           "  third_of_three = before * after;\n"})
    body += line;
  write(root() / "solutions/two/g.cu", "// BEGIN SOLUTION g\n" + body + "// END SOLUTION g\n");
  const auto both = [&] { return find_leaks(collected(), secrets_of(root(), {"one", "two"})); };
  write(root() / "labs/one/README.md", "  Generator generator(1234);\n");
  EXPECT_THAT(both(), IsEmpty());
  write(root() / "labs/one/README.md", body);
  EXPECT_EQ(both().size(), 3u);
  write(root() / "solutions/one/g.cu",
        "// BEGIN SOLUTION g\n  Generator generator(1234);\n// END SOLUTION g\n");
  write(root() / "labs/one/README.md", "  Generator generator(1234);\n");
  ASSERT_EQ(both().size(), 1u) << "both labs have it, and the file is of one of them";
  EXPECT_EQ(both()[0].secret, "solutions/one/g.cu:2");
}

TEST_F(SmallCourse, ALineThatOnlyNamesThingsIsNoSecret) {
  const std::string names = "  cudaDeviceProp properties;\n  cudaGetLastError();\n  return cudaSuccess;\n";
  write(root() / "solutions/one/g.cu", "// BEGIN SOLUTION g\n" + names + "// END SOLUTION g\n");
  write(root() / "labs/one/README.md", names);
  EXPECT_THAT(leaks(), IsEmpty());
  write(root() / "solutions/one/g.cu",
        "// BEGIN SOLUTION g\n" + names + "  cudaGetDevice(&before);\n// END SOLUTION g\n");
  write(root() / "labs/one/README.md", names + "  cudaGetDevice(&before);\n");
  EXPECT_EQ(leaks().size(), 1u);
}

TEST_F(SmallCourse, IsWrittenIntoAnEmptyFolderOnly) {
  write(to() / "mine.txt", "mine\n");
  EXPECT_EQ(write_handout(collected(), to(), false).error().source, Error::Source::usage);
  EXPECT_EQ(write_handout(collected(), to(), true).error().source, Error::Source::usage);
  EXPECT_FALSE(fs::exists(to() / "README.md"));
}

TEST_F(SmallCourse, AnUpdateReplacesItsOwnFilesAndNoOthers) {
  EXPECT_FALSE(is_handout(root()));
  ASSERT_TRUE(write_handout(collected(), to(), false));
  EXPECT_TRUE(is_handout(to()));
  EXPECT_EQ(fs::status(to() / "gridmark").permissions(), fs::perms(0755));
  EXPECT_THAT(write_handout(collected(), to(), false).error().message, HasSubstr("--update"));
  write(to() / ".git/config", "kept\n");
  write(root() / "labs/one/README.md", "second edition\n");
  fs::remove_all(root() / "labs/one/tests");
  ASSERT_TRUE(write_handout(collected(), to(), true));
  EXPECT_EQ(read(to() / "labs/one/README.md"), "second edition\n");
  EXPECT_FALSE(fs::exists(to() / "labs/one/tests"));
  EXPECT_EQ(read(to() / ".git/config"), "kept\n");
}

TEST_F(SmallCourse, AListThatLeadsOutOfTheFolderRemovesNothingThere) {
  ASSERT_TRUE(write_handout(collected(), to(), false));
  write(to() / ".handout-files", "../course/gridmark\n" + (root() / "CMakeLists.txt").string() + "\n");
  ASSERT_TRUE(write_handout(collected(), to(), true));
  EXPECT_TRUE(fs::exists(root() / "gridmark"));
  EXPECT_TRUE(fs::exists(root() / "CMakeLists.txt"));
}

TEST_F(SmallCourse, ALinkIsRefusedByName) {
  fs::create_symlink("/etc/passwd", root() / "starter/one/link.cu");
  Lab lab;
  lab.name = "one";
  const auto refused = collect_handout(root(), {{lab, Points(1)}});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().where, HasSubstr("starter/one/link.cu"));
}

}  // namespace
}  // namespace gridmark::pipeline
