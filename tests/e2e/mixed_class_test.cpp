// One batch over every lab: complete, empty, partly wrong, and single-lab students.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/e2e/known_cases.h"
#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::vector<std::string> labs{"lab0-warm-up", "lab1-gpu-basics", "lab2-mixed-precision", "lab4-memory"};

class MixedClass : public testing::Test {
 protected:
  fs::path class_folder() const { return scratch_.path() / "class"; }
  fs::path results() const { return scratch_.path() / "results"; }
  static fs::path within(const std::string& lab) { return fs::path("starter") / lab; }

  void hand_in(const std::string& student, const std::string& lab, const SubmissionCase& example) {
    write_case(paths_, example, class_folder() / student / within(lab));
    handed_in_[student][lab] = example;
  }

  void hand_in_everything() {
    for (const std::string& lab : labs) {
      const std::vector<SubmissionCase> all = cases_of(paths_, lab);
      const auto mutant = std::find_if(all.begin(), all.end(), [](const SubmissionCase& one) {
        return one.kind == CaseKind::mutant && !one.path.empty();
      });
      hand_in("all-right", lab, all[0]);
      hand_in("untouched", lab, all[1]);
      hand_in("one-mistake-each", lab, *mutant);
      if (lab == labs[1]) hand_in("one-lab-alone", lab, all[0]);
    }
  }

  Ran batch() {
    std::vector<std::string> words{"batch"};
    words.insert(words.end(), labs.begin(), labs.end());
    words.insert(words.end(),
                 {"--submissions", class_folder(), "--results", results(), "--device", "emulated"});
    return run_gridmark(scratch_.path(), words);
  }

  void expect_student(const nlohmann::json& student) {
    const std::string id = student.at("id");
    ASSERT_EQ(student.at("grades").size(), labs.size());
    for (std::size_t i = 0; i < labs.size(); ++i) {
      const nlohmann::json& grade = student.at("grades").at(i);
      SCOPED_TRACE(id + ": " + grade.dump());
      const auto example = handed_in_.at(id).find(labs[i]);
      if (example == handed_in_.at(id).end()) {
        EXPECT_EQ(grade.at("state"), "nothing");
        continue;
      }
      ASSERT_EQ(grade.at("state"), "graded");
      const double points = expect_verdict(example->second, results() / id / labs[i] / "record.json",
                                           class_folder() / id / within(labs[i]));
      EXPECT_NEAR(grade.at("counted").get<double>(), points, 0.011);
    }
  }

  system::ProgramPaths paths_ = *system::find_program_paths();
  std::map<std::string, std::map<std::string, SubmissionCase>> handed_in_;

 private:
  ScratchFolder scratch_;
};

TEST_F(MixedClass, FourLabsInOneBatch) {
  hand_in_everything();
  const Ran ran = batch();
  EXPECT_EQ(ran.exit_code, 1) << "one student lacks three labs\n" << ran.output << ran.errors;
  const auto summary = nlohmann::json::parse(text_of(results() / "summary.json"));
  ASSERT_EQ(summary.at("students").size(), 4u);
  for (const auto& student : summary.at("students")) expect_student(student);
  const std::string gradebook = text_of(results() / "gradebook.csv");
  for (const std::string& lab : labs) EXPECT_THAT(gradebook, HasSubstr(lab));
  EXPECT_THAT(batch().output, HasSubstr("(0 of them now)"));
}

}  // namespace
}  // namespace gridmark::e2e
