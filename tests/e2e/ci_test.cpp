// `gridmark ci` in the environment of runners, with a program in gridmark's place that copies a record.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";
const std::string golden_records = GRIDMARK_SOURCE_DIR "/tests/golden/report";

class Ci : public testing::Test {
 protected:
  /// A gridmark whose `grade` ends with `code` and leaves this golden_records record. Its `report` is the
  /// real one.
  std::string program(const std::string& record, int code) {
    const fs::path path = folder_.path() / "gridmark";
    std::ofstream(path) << "#!/bin/bash\n[[ $1 == grade ]] || exec " GRIDMARK_BUILD_DIR
                           "/bin/gridmark \"$@\"\n"
                        << "echo \"::error::of the student\"\n"
                        << "[[ " << code << " != 2 ]] || { echo '::set-output name=a::b' >&2; exit 2; }\n"
                        << "cp '" << golden_records << "/" << record << ".json' \"$4\"; exit " << code
                        << "\n";
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  Ran run(std::vector<std::string> words, std::map<std::string, std::string> environment = {}) {
    words.insert(words.begin(), "ci");
    for (const char* name : {"GITHUB_ACTIONS", "GITLAB_CI", "CI_COMMIT_BEFORE_SHA", "GITHUB_STEP_SUMMARY"})
      environment.emplace(name, "");
    return run_gridmark(folder_.path(), words, environment);
  }
  /// Runs git in the repository with this name. The words may contain more shell commands.
  void git(const std::string& repository, const std::string& words) const {
    fs::create_directories(at(repository));
    const std::string command = "cd '" + at(repository).string() +
                                "' && exec 2>&1 && git -c user.name=S -c user.email=s@x "
                                "-c core.fsmonitor=false " +
                                words;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  fs::path at(const std::string& name) const { return folder_.path() / name; }

 private:
  ScratchFolder folder_;
};

TEST_F(Ci, GitHubGetsAnnotationsAndASummary) {
  const Ran ran = run({lab, "--program", program("mixed", 1)},
                      {{"GITHUB_ACTIONS", "true"}, {"GITHUB_STEP_SUMMARY", at("summary.md").string()}});
  EXPECT_EQ(ran.exit_code, 1) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("\n::error file="));
  EXPECT_THAT(ran.output, Not(HasSubstr("::error::of the student"))) << "only what gridmark says is shown";
  EXPECT_THAT(text_of(at("summary.md")), StartsWith("## GPU basics: 5.5 of 12 points"));
  EXPECT_TRUE(fs::exists(at("results/lab1-gpu-basics/record.json")));
}

TEST_F(Ci, GitLabGetsItsFiles) {
  const Ran ran = run({lab, "--program", program("perfect", 0)}, {{"GITLAB_CI", "true"}});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(text_of(at("results/junit.xml")), HasSubstr("<testsuites"));
  EXPECT_THAT(text_of(at("results/gl-code-quality-report.json")), StartsWith("["));
}

TEST_F(Ci, AGradeThatCannotBeMadeIsNoPassAndItsWordsAreNotObeyed) {
  const Ran ran = run({lab, "--program", program("mixed", 2)}, {{"GITHUB_ACTIONS", "true"}});
  EXPECT_EQ(ran.exit_code, 2);
  const auto stop = ran.output.find("::stop-commands::gridmark-"), said = ran.output.find("::set-output");
  ASSERT_NE(stop, std::string::npos);
  EXPECT_LT(stop, said);
}

TEST_F(Ci, AnEarlierRecordDoesNotStandForThisPush) {
  EXPECT_EQ(run({lab, "--program", program("perfect", 0)}).exit_code, 0);
  EXPECT_EQ(run({lab, "--program", program("perfect", 2)}).exit_code, 2);
  EXPECT_FALSE(fs::exists(at("results/lab1-gpu-basics/record.json")));
}

TEST_F(Ci, PagesThatARepositoryBringsDoNotStandForAGrade) {
  fs::create_directories(at("results") / lab);
  const std::vector<fs::path> brought{at("results/junit.xml"), at("results") / lab / "report.html"};
  for (const fs::path& file : brought) std::ofstream(file) << "all points";
  EXPECT_EQ(run({"--since", "HEAD"}).exit_code, 0);
  for (const fs::path& file : brought) EXPECT_FALSE(fs::exists(file)) << file;
}

TEST_F(Ci, ResultsAreNotWrittenThroughALink) {
  fs::create_directories(at("bo"));
  std::ofstream(at("bo/record.json")) << "Bo's";
  fs::create_directories(at("results"));
  fs::create_directory_symlink(at("bo"), at("results") / lab);
  const Ran ran = run({lab, "--program", program("perfect", 0)});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("is a link"));
  EXPECT_EQ(text_of(at("bo/record.json")), "Bo's");
}

TEST_F(Ci, WithoutAChangeThereIsNothingToGrade) {
  const Ran ran = run({"--since", "HEAD", "--program", program("mixed", 1)});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("nothing to grade"));
}

TEST_F(Ci, WhereTheCommitIsNotKnownAllLabsAreGraded) {
  for (const char* since :
       {"", "0000000000000000000000000000000000000000", "0123456789012345678901234567890123456789"}) {
    const Ran ran = run({"--since", since, "--program", program("perfect", 0)});
    EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
    EXPECT_THAT(ran.output, HasSubstr("Grading lab0-warm-up"));
    EXPECT_THAT(ran.output, HasSubstr("Grading lab1-gpu-basics"));
  }
}

TEST_F(Ci, ARepositoryOfSubmissionsIsGradedByThisGridmark) {
  fs::create_directories(at("ada/starter/lab1-gpu-basics"));
  fs::create_directories(at("ada/lab0-warm-up"));
  const fs::path calls = at("calls"), program_file = at("gridmark");
  program("perfect", 0);
  std::string script = text_of(program_file);
  script.insert(script.find('\n') + 1, "echo \"$@\" >>'" + calls.string() + "'\n");
  std::ofstream(program_file) << script;
  const Ran ran = run({"--repository", at("ada").string(), "--program", program_file.string()});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(text_of(calls), HasSubstr("--submission " + at("ada/starter/lab1-gpu-basics").string()));
  EXPECT_THAT(text_of(calls), HasSubstr("--submission " + at("ada/lab0-warm-up").string()));
  EXPECT_THAT(text_of(calls), Not(HasSubstr("lab2"))) << "it has no lab 2";
  EXPECT_THAT(text_of(calls), HasSubstr("--audience student")) << "the course's gridmark has hidden tests";
  const Ran other = run({"lab2-mixed-precision", "--repository", at("ada").string()});
  EXPECT_EQ(other.exit_code, 64);
  EXPECT_THAT(other.errors, HasSubstr("not a lab in " + at("ada").string()));
  fs::create_directories(at("empty"));
  EXPECT_EQ(run({"--repository", at("empty").string()}).exit_code, 64);
}

TEST_F(Ci, ALabThatIsALinkIsNeitherGradedNorPassedOver) {
  for (const char* linked : {"ada/starter/lab1-gpu-basics", "bo/lab1-gpu-basics", "cy/starter"}) {
    const std::string student = fs::path(linked).begin()->string();
    fs::create_directories(at(linked).parent_path());
    const fs::path solutions = GRIDMARK_SOURCE_DIR "/solutions";
    fs::create_directory_symlink(student == "cy" ? solutions : solutions / lab, at(linked));
    const Ran ran = run({lab, "--repository", at(student).string(), "--program", program("perfect", 0)});
    EXPECT_EQ(ran.exit_code, 2) << linked << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("lab1-gpu-basics could not be graded"));
    EXPECT_THAT(ran.output, HasSubstr("found a symbolic link"));
    EXPECT_FALSE(fs::exists(at("results/lab1-gpu-basics/record.json")));
  }
}

TEST_F(Ci, AFolderThatBecameALinkIsAChange) {
  git("ada", "init -q");
  fs::create_directories(at("ada/starter"));
  git("ada", "commit -q --allow-empty -m x");
  fs::create_directory_symlink("/etc", at("ada/starter/lab1-gpu-basics"));
  git("ada", "add -A");
  git("ada", "commit -q -m y");
  const Ran ran =
      run({"--repository", at("ada").string(), "--since", "HEAD~1", "--program", program("perfect", 0)});
  EXPECT_EQ(ran.exit_code, 2) << ran.output << ran.errors;
}

// A repository whose objects are fetched on demand, by a program that it names.
TEST_F(Ci, NothingOfARepositoryRunsToSayWhatChanged) {
  fs::create_directories(at("ada/starter/lab1-gpu-basics"));
  git("ada", "init -q");
  std::ofstream(at("ada/starter/lab1-gpu-basics/a.cu")) << std::string(1000, 'x') << "old name";
  git("ada", "add -A");
  git("ada", "commit -q -m x");
  fs::rename(at("ada/starter/lab1-gpu-basics/a.cu"), at("ada/starter/lab1-gpu-basics/b.cu"));
  std::ofstream(at("ada/starter/lab1-gpu-basics/b.cu"), std::ios::app) << "new name";
  git("ada", "add -A");
  git("ada", "commit -q -m y");
  std::ofstream(at("evil")) << "#!/bin/sh\ntouch '" << at("ran").string() << "'\n";
  fs::permissions(at("evil"), fs::perms::owner_all);
  const std::string evil = at("evil").string();
  for (const char* setting :
       {"core.repositoryformatversion 1", "extensions.partialClone origin", "remote.origin.promisor true",
        "protocol.ext.allow always", "diff.renames true"})
    git("ada", std::string("config ") + setting);
  git("ada", "config remote.origin.url ext::" + evil);
  for (const char* name : {"core.fsmonitor", "core.pager", "diff.external", "core.sshCommand"})
    git("ada", std::string("config ") + name + " " + evil);
  const std::string blob = "$(git rev-parse HEAD:starter/lab1-gpu-basics/b.cu)";
  git("ada", "cat-file -e HEAD && f=" + blob + " && cd .git/objects && rm -f ${f%${f#??}}/${f#??}");
  const Ran ran =
      run({"--repository", at("ada").string(), "--since", "HEAD~1", "--program", program("perfect", 0)});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("Grading lab1-gpu-basics"));
  EXPECT_THAT(ran.output, Not(HasSubstr("cannot find out which files changed")));
  EXPECT_FALSE(fs::exists(at("ran")));
}

TEST_F(Ci, AnUnknownLabIsWrongUsage) {
  const Ran ran = run({"lab1-gpu-basic"});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("did you mean \"lab1-gpu-basics\"?"));
}

}  // namespace
}  // namespace gridmark::e2e
