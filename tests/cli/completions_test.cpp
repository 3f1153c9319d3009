// Completions with the real table of commands and a course of two labs.
#include "grader/cli/completions.h"

#include <gmock/gmock.h>

#include "grader/cli/commands.h"

namespace gridmark::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class TwoLabs final : public KnownNames {
 public:
  std::vector<std::string> labs() const override { return {"lab0-warm-up", "lab1-gpu-basics"}; }
  std::vector<std::string> items(const std::string& lab) const override {
    return lab == "lab1-gpu-basics" ? std::vector<std::string>{"naive_correct", "tiled_correct"}
                                    : std::vector<std::string>{"transfers"};
  }
  std::vector<std::string> formats() const override { return {"html", "junit"}; }
};

class Completions : public testing::Test {
 protected:
  Completions() { add_commands(app_, exit_code_); }
  Candidates at(const std::vector<std::string>& words) const { return complete(app_, words, TwoLabs()); }
  std::vector<std::string> words(const std::vector<std::string>& line) const {
    std::vector<std::string> all;
    for (const Candidate& one : at(line).words) all.push_back(one.word);
    return all;
  }

 private:
  CLI::App app_;
  int exit_code_ = 0;
};

TEST_F(Completions, TheFirstWordIsACommand) {
  EXPECT_THAT(words({"res"}), ElementsAre("rescore"));
  EXPECT_THAT(words({""}), Contains("grade"));
  EXPECT_THAT(words({""}), Not(Contains("batch-task"))) << "hidden";
  EXPECT_THAT(words({"--v"}), ElementsAre("--version"));
  EXPECT_EQ(at({"grade"}).words.at(0).summary, "Build, test, measure and score one submission");
}

TEST_F(Completions, LabsStandWhereALabIsMeant) {
  EXPECT_THAT(words({"grade", ""}), ElementsAre("lab0-warm-up", "lab1-gpu-basics"));
  EXPECT_THAT(words({"grade", "lab1"}), ElementsAre("lab1-gpu-basics"));
  EXPECT_THAT(words({"grade", "--quick", "lab1"}), ElementsAre("lab1-gpu-basics")) << "a flag takes nothing";
  EXPECT_THAT(words({"grade", "lab0-warm-up", ""}), IsEmpty()) << "there is one lab in a grade";
  EXPECT_THAT(words({"batch", "lab0-warm-up", "lab1"}), ElementsAre("lab1-gpu-basics")) << "and many here";
  EXPECT_THAT(words({"profile", "lab1"}), ElementsAre("lab1-gpu-basics"));
  EXPECT_THAT(words({"handout", "--lab", "lab1"}), ElementsAre("lab1-gpu-basics"));
}

TEST_F(Completions, LinesOfARubricAreThoseOfTheLab) {
  EXPECT_THAT(words({"explain", "lab1-gpu-basics", "ti"}), ElementsAre("tiled_correct"));
  EXPECT_THAT(words({"grade", "lab0-warm-up", "--only", ""}), ElementsAre("transfers"));
}

TEST_F(Completions, OptionsAreTheCommandsOwn) {
  EXPECT_THAT(words({"grade", "lab1-gpu-basics", "--su"}), ElementsAre("--submission"));
  EXPECT_THAT(words({"labs", "--su"}), IsEmpty());
  EXPECT_THAT(words({"batch", "--gra"}), IsEmpty()) << "--grader is hidden";
}

TEST_F(Completions, ValuesAreOffered) {
  EXPECT_THAT(words({"batch", "--attempt", ""}), ElementsAre("last", "best"));
  EXPECT_THAT(words({"batch", "--attempt=b"}), ElementsAre("best"));
  EXPECT_THAT(words({"report", "r", "--to", "ju"}), ElementsAre("junit"));
  EXPECT_THAT(words({"completions", "z"}), ElementsAre("zsh"));
}

TEST_F(Completions, PathsAreLeftToTheShell) {
  EXPECT_EQ(at({"grade", "--submission", ""}).paths, Paths::folders);
  EXPECT_EQ(at({"grade", "--record", ""}).paths, Paths::files);
  EXPECT_EQ(at({"batch", "--roster", "r"}).paths, Paths::files);
  EXPECT_EQ(at({"rescore", ""}).paths, Paths::files);
  EXPECT_EQ(at({"cc", ""}).paths, Paths::files);
  EXPECT_EQ(at({"grade", ""}).paths, Paths::none);
}

TEST_F(Completions, NonsenseCompletesToNothing) {
  EXPECT_THAT(words({"grads", ""}), IsEmpty());
  EXPECT_THAT(words({"grade", "--nonsense=", ""}), Not(Contains("--nonsense=")));
  EXPECT_THAT(words({"grade", "--nonsense=x"}), IsEmpty());
  EXPECT_THAT(words({}), IsEmpty());
}

}  // namespace
}  // namespace gridmark::cli
