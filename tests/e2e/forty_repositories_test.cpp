// A class of forty repositories of every kind, from the roster to the gradebook, with the real grader: cases
// with known verdicts, each layout and unusual repositories.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "tests/e2e/known_cases.h"
#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";
const fs::path in_starter = fs::path("starter") / lab;
constexpr const char* on_time = "2026-10-10T12:00:00Z";
constexpr const char* a_day_late = "2026-10-16T12:00:00Z";
constexpr const char* too_late = "2026-11-01T12:00:00Z";
constexpr const char* policy = R"({"percent_per_day": 10, "labs": {"lab1-gpu-basics":
    {"deadline": "2026-10-15T23:59:00Z", "hard_close": "2026-10-22T23:59:00Z"}}})";

/// The expected row of the gradebook.
struct Expected {
  std::string state = "graded";
  std::string why = {};                        ///< a part of it
  double factor = 1;                           ///< share of the points after lateness
  std::optional<SubmissionCase> example = {};  ///< the record must have its verdict
};

class FortyRepositories : public testing::Test {
 protected:
  FortyRepositories() {
    fs::create_directories(repositories());
    std::ofstream(root() / "late.json") << policy;
    roster_ << "id,name,repository,extension\n";
  }
  fs::path root() const { return scratch_.path(); }
  fs::path repositories() const { return root() / "repositories"; }
  fs::path results() const { return root() / "results"; }
  /// Exists if a student's hook or filter has run.
  fs::path mark() const { return root() / "was-run"; }

  void shell(const std::string& command) const {
    ASSERT_EQ(
        std::system(("cd '" + repositories().string() + "' && { " + command + "; } >/dev/null 2>&1").c_str()),
        0)
        << command;
  }
  void commit(const std::string& id, const std::string& when) const {
    shell("cd " + id + " && export GIT_COMMITTER_DATE=" + when +
          " && git init -q && git add -A && git -c user.name=S -c user.email=s@x commit -qm x");
  }
  /// Writes the example's files into `folder` of `id`'s repository.
  void write(const SubmissionCase& example, const std::string& id, const fs::path& folder) const {
    write_case(paths_, example, repositories() / id / folder);
  }
  void expect(const std::string& id, Expected row, const std::string& name = "A Name",
              const std::string& extension = "") {
    roster_ << id << ",\"" << name << "\",repositories/" << id << "," << extension << "\n";
    expected_[id] = std::move(row);
  }
  void hand_in(const SubmissionCase& example, const std::string& id, const fs::path& folder,
               const std::string& when = on_time) {
    write(example, id, folder);
    commit(id, when);
    expect(id, {.example = example});
  }

  void expect_row(const std::string& id, const nlohmann::json& row) const {
    SCOPED_TRACE(id + ": " + row.dump());
    const Expected& expected = expected_.at(id);
    ASSERT_EQ(row.at("state"), expected.state);
    EXPECT_THAT(row.at("why").get<std::string>(), HasSubstr(expected.why));
    if (!expected.example) return;
    const double points = expect_verdict(*expected.example, results() / id / lab / "record.json",
                                         repositories() / id / "starter" / lab);
    EXPECT_NEAR(row.at("counted").get<double>(), points * expected.factor, 0.011);
  }

  Ran batch() {
    std::ofstream(root() / "roster.csv") << roster_.str();
    return run_gridmark(root(), {"batch", lab, "--roster", "roster.csv", "--policy", "late.json", "--results",
                                 results().string(), "--device", "emulated"});
  }

  void hand_in_cases(const std::vector<SubmissionCase>& all);
  void hand_in_layouts_and_times(const SubmissionCase& solution);
  void hand_in_odd_ones(const SubmissionCase& solution);

  system::ProgramPaths paths_ = *system::find_program_paths();
  std::ostringstream roster_;
  std::map<std::string, Expected> expected_;

 private:
  ScratchFolder scratch_;
};

/// The first `most` cases of a kind.
std::vector<SubmissionCase> some(const std::vector<SubmissionCase>& all, CaseKind kind, std::size_t most) {
  std::vector<SubmissionCase> chosen;
  for (const SubmissionCase& one : all)
    if (one.kind == kind && !one.path.empty() && chosen.size() < most) chosen.push_back(one);
  return chosen;
}

/// Twenty-six cases with known verdicts.
void FortyRepositories::hand_in_cases(const std::vector<SubmissionCase>& all) {
  hand_in(all[1], "untouched", in_starter);
  for (const auto& [kind, count] :
       {std::pair(CaseKind::mutant, 10), {CaseKind::hostile, 5}, {CaseKind::cheat, 6}, {CaseKind::twin, 4}})
    for (const SubmissionCase& one : some(all, kind, static_cast<std::size_t>(count)))
      hand_in(one, one.name, in_starter);
  ASSERT_EQ(expected_.size(), 26u);
}

/// Six correct ones: each layout, and commit times.
void FortyRepositories::hand_in_layouts_and_times(const SubmissionCase& solution) {
  hand_in(solution, "by-the-handout", in_starter);
  hand_in(solution, "by-lab", lab);
  write(solution, "one-lab", "files");
  shell("mv one-lab/files/* one-lab/ && rmdir one-lab/files");
  commit("one-lab", on_time);
  expect("one-lab", {.example = solution});
  hand_in(solution, "late", in_starter, a_day_late);
  expected_["late"].factor = 0.9;
  write(solution, "extended", in_starter);
  commit("extended", a_day_late);
  expect("extended", {.example = solution}, "=HYPERLINK(\"\"x\"\")", "2");
  write(solution, "never-in-time", in_starter);
  commit("never-in-time", too_late);
  expect("never-in-time", {.state = "nothing", .why = "no commit"});
}

void FortyRepositories::hand_in_odd_ones(const SubmissionCase& solution) {
  const auto quoted = [](const fs::path& path) { return " '" + path.string() + "'"; };
  shell(quoted(paths_.source / "tests/e2e/odd_repositories.sh") + " ." +
        quoted(paths_.source / "solutions" / lab) + " " + lab + quoted(mark()));
  expect("empty", {.state = "nothing", .why = "no commit"});
  for (const char* id : {"bare", "hooks-and-filters", "submodule"}) expect(id, {.example = solution});
  expect("git-file", {.state = "nothing", .why = "its .git is not a folder but names another place"});
  expect("lfs", {.state = "error", .why = "Git LFS pointer"});
  expect("misplaced", {.state = "nothing", .why = "found none of"});
  expect("not-there", {.state = "error", .why = "repositories/not-there"});
}

TEST_F(FortyRepositories, FromTheRosterToTheGradebook) {
  const std::vector<SubmissionCase> all = cases_of(paths_, lab);
  hand_in_cases(all);
  hand_in_layouts_and_times(all[0]);
  hand_in_odd_ones(all[0]);
  ASSERT_EQ(expected_.size(), 40u);

  const Ran ran = batch();
  EXPECT_EQ(ran.exit_code, 1) << "some rows are not graded\n" << ran.output << ran.errors;
  EXPECT_FALSE(fs::exists(mark())) << "a hook or a filter ran";
  const auto summary = nlohmann::json::parse(text_of(results() / "summary.json"));
  ASSERT_EQ(summary.at("students").size(), 40u);
  for (const auto& student : summary.at("students")) expect_row(student.at("id"), student.at("grades").at(0));
  for (const char* formula : {"\n=", ",=", "\"="})
    EXPECT_THAT(text_of(results() / "gradebook.csv"), Not(HasSubstr(formula)));

  const Ran again = batch();
  EXPECT_THAT(again.output, HasSubstr("(0 of them now)"));
}

}  // namespace
}  // namespace gridmark::e2e
