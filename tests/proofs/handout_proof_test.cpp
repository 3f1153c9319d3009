#include "grader/proofs/handout_proof.h"

#include <gmock/gmock.h>

#include "grader/proofs/handout_numbers.h"
#include "tests/proofs/sample.h"

namespace gridmark::proofs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* good = R"(# Demo
You write one kernel, and this sentence describes it. **You earn** up to 10 points; 7 pass.
## Background
What a student has to know before the first line of code.
## The API
One function, its parameters, their shapes and their units.
## Tasks
| task | points | rubric items |
|---|---|---|
| saxpy, in `saxpy.cu` | 10 | right for every size, zeros too 6, sectors 4 |
## How to run
```
./gridmark grade demo --only right
## no heading
```
## How it is graded
Right or wrong, then sectors: up to 1.05 all 4 points, up to 2 half of them.
![the curve](figures/curves.svg)
## Hints
<details><summary>1</summary>Look at the last block.</details>
## Common mistakes
| says | is |
|---|---|
| never written | the grid is too small |
## Further reading
[The contract](include/saxpy.h), and [CUDA](https://example.org).
)";

Handout handout_with(const std::string& from = "", const std::string& to = "") {
  Handout handout{
      "demo", good, {{"saxpy.cu", "// TODO: write it"}}, {"figures/curves.svg", "include/saxpy.h"}};
  if (!from.empty()) {
    const auto at = handout.text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    handout.text.replace(at, from.size(), to);
  }
  return handout;
}

std::vector<std::string> complaints_of(const Handout& handout, const Rubric& rubric) {
  return prove_handout(handout, rubric).complaints;
}
std::vector<std::string> complaints(const Handout& handout) {
  return complaints_of(handout, sample_rubric());
}

TEST(HandoutProof, AWholeHandoutHolds) {
  const Proof proof = prove_handout(handout_with(), sample_rubric());
  EXPECT_THAT(proof.complaints, IsEmpty());
  EXPECT_EQ(proof.found, "8 sections, 1 file to edit, 2 items of the rubric, 10 points");
}

TEST(HandoutProof, ASectionThatIsMissingOrEmptyIsNamed) {
  EXPECT_THAT(complaints(handout_with("## Hints", "## Tips")),
              ElementsAre(HasSubstr("no section with \"hint\" in its heading")));
  EXPECT_THAT(complaints(handout_with("One function, its parameters, their shapes and their units.", "")),
              ElementsAre(HasSubstr("the section \"The API\" is empty")));
  EXPECT_THAT(complaints(handout_with("<details>", "")), ElementsAre(HasSubstr("do not open one at a time")));
}

TEST(HandoutProof, TaskPointsMustBeTheRubrics) {
  EXPECT_THAT(complaints(handout_with("| 10 |", "| 9 |")),
              ElementsAre("the tasks are worth 9 = 9, the rubric 10"));
  EXPECT_THAT(complaints(handout_with("sectors 4", "sectors 3")),
              ElementsAre(HasSubstr("items of 3 + 6 points, the rubric of 4 + 6")));
  EXPECT_THAT(complaints(handout_with("| points |", "| worth |")),
              ElementsAre(HasSubstr("no table with a column")));
}

TEST(HandoutProof, ItsLimitsAndPassMarkMustBeTheRubrics) {
  Rubric rubric = sample_rubric();
  Curve& curve = rubric.criteria[0].items[1].targets.at(Device::emulated).curve;
  curve.knots[0].limit = 1.1;
  EXPECT_THAT(
      complaints_of(handout_with(), rubric),
      ElementsAre(
          "no line of the section about grading states the limits of sectors on the emulated device as "
          "the rubric has them: 1.1 for 4 points, 2 for 2 points"));
  EXPECT_THAT(complaints_of(handout_with("1.05", "1.1"), rubric), IsEmpty());
  curve.knots[1].fraction = 0.25;
  EXPECT_THAT(complaints_of(handout_with("1.05", "1.1"), rubric),
              ElementsAre(HasSubstr("1.1 for 4 points, 2 for 1 point")));
  rubric = sample_rubric();
  rubric.passing = 0.8;
  EXPECT_THAT(
      complaints_of(handout_with(), rubric),
      ElementsAre(HasSubstr("points and pass mark before its first section: \"up to 10 points; 8 pass\"")));
  rubric.credit = false;
  EXPECT_THAT(complaints_of(handout_with(), rubric), IsEmpty()) << "its points count in no grade";
}

TEST(HandoutProof, ALimitOfOneNumberNeedsItsPointsBesideIt) {
  Rubric rubric = sample_rubric();
  rubric.criteria[0].items[1].targets.at(Device::emulated).curve.knots = {{1.05, 1}};
  EXPECT_THAT(complaints_of(handout_with(), rubric), IsEmpty());
  EXPECT_THAT(complaints_of(handout_with("all 4 points", "all"), rubric),
              ElementsAre(HasSubstr("1.05 for 4 points")));
}

TEST(HandoutNumbers, AreReadAsPeopleWriteThem) {
  EXPECT_THAT(numbers_in("≤ 1/8, 35 % or half of 1e-5"),
              UnorderedElementsAre(1, 8, 0.125, 35, 0.35, 0.5, 1e-5));
  EXPECT_THAT(numbers_in("behalf of v2.5/0"), UnorderedElementsAre(2.5, 0));
}

TEST(HandoutProof, LinksAndDrawingsMustExist) {
  EXPECT_THAT(
      complaints(handout_with("figures/curves.svg", "figures/curve.svg")),
      ElementsAre("links to figures/curve.svg, which does not exist; did you mean \"figures/curves.svg\"?"));
  EXPECT_THAT(complaints(handout_with("![the curve]", "[the curve]")),
              ElementsAre(HasSubstr("does not draw the curves")));
}

TEST(HandoutProof, EveryFileWithATodoIsNamed) {
  Handout handout = handout_with();
  handout.starter["extra.cu"] = "// TODO: this, too";
  handout.starter["given.h"] = "// nothing to do here";
  EXPECT_THAT(complaints(handout), ElementsAre(HasSubstr("does not name extra.cu")));
}

TEST(HandoutProof, CommandsNameThisLabAndItsLines) {
  EXPECT_THAT(complaints(handout_with("grade demo", "grade dmo")),
              ElementsAre(HasSubstr("gridmark grade demo")));
  EXPECT_THAT(
      complaints(handout_with("--only right", "--only rigth")),
      ElementsAre(HasSubstr("--only rigth, which the rubric does not have; did you mean \"right\"?")));
}

}  // namespace
}  // namespace gridmark::proofs
