// The formats of other systems, byte for byte, and the rules for all of them.
#include "grader/report/exports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/utf8.h"
#include "tests/report/exported.h"

namespace gridmark::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// --- golden files -----------------------------------------------------------------------------------

class ExportGolden : public testing::TestWithParam<std::string> {};

TEST_P(ExportGolden, IsAsReviewed) {
  const std::filesystem::path folder = GRIDMARK_SOURCE_DIR "/tests/golden/exports";
  for (const char* name : {"mixed", "hostile", "report", "hidden"})
    for (const ExportFile& file : exported(GetParam(), {example(name)})) {
      const auto path = folder / GetParam() / (std::string(name) + "." + file.name);
      if (std::getenv("GRIDMARK_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << file.text;
      }
      std::ifstream stream(path, std::ios::binary);
      EXPECT_EQ(file.text, std::string(std::istreambuf_iterator<char>(stream), {}))
          << path << " differs; if that is meant, run GRIDMARK_UPDATE_GOLDEN=1 test_report";
    }
}

INSTANTIATE_TEST_SUITE_P(Every, ExportGolden,
                         testing::Values("markdown", "csv", "junit", "github", "gitlab", "sarif",
                                         "gradescope", "classroom50", "prairielearn", "autolab", "canvas",
                                         "lti"),
                         [](const auto& one) { return one.param; });

// --- rules for all ----------------------------------------------------------------------------------

TEST(Exports, AreUtf8WithoutControlsOrTurnedText) {
  for (const ExportFormat& one : export_formats())
    for (const ExportFile& file : exported(one.name, {example("hostile")})) {
      if (one.name == "json") continue;  // the record keeps the bytes as JSON spells them
      EXPECT_EQ(first_invalid_byte(file.text), std::string::npos) << one.name;
      for (const char c : file.text)
        ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r') << one.name;
      EXPECT_THAT(file.text, Not(HasSubstr("\u202e"))) << one.name;
    }
}

/// The total of a format, and the sum of its lines.
struct Totals {
  double stated, summed;
};

Totals totals_of(const std::string& name, const GradeRecord& record) {
  const auto sum = [](const json& tests, const char* key) {
    double total = 0;
    for (const json& test : tests) total += test.value(key, 0.0);
    return total;
  };
  const json all = name == "autolab" ? json() : parsed(name, record);
  if (name == "gradescope") return {all["score"], sum(all["tests"], "score")};
  if (name == "prairielearn")
    return {all["score"].get<double>() * sum(all["tests"], "max_points"), sum(all["tests"], "points")};
  if (name == "classroom50") return {all["score"], sum(all["tests"], "score")};
  if (name == "lti") return {all["scoreGiven"], record.points.value()};
  const std::string lines = text("autolab", record);
  const json last = json::parse(lines.substr(lines.rfind('\n', lines.size() - 2) + 1));
  double scores = 0;
  for (const auto& [problem, score] : last["scores"].items()) scores += score.get<double>();
  return {last["scoreboard"][0], scores};
}

Points given_by_hand(const GradeRecord& record) {
  Points points;
  for (const ManualPoints& one : record.manual) points += one.points;
  return points;
}

TEST(Exports, HaveOneTotal) {
  for (const char* example_name : {"mixed", "report", "hidden", "perfect"})
    for (const char* name : {"gradescope", "prairielearn", "autolab", "lti"}) {
      const GradeRecord record = example(example_name);
      const Totals totals = totals_of(name, record);
      const bool by_hand_elsewhere = std::string(name) == "gradescope" || std::string(name) == "prairielearn";
      const Points meant = by_hand_elsewhere ? record.points - given_by_hand(record) : record.points;
      EXPECT_NEAR(totals.stated, meant.value(), 1e-9) << name << " of " << example_name;
      EXPECT_NEAR(totals.summed, totals.stated, 1e-9) << name << " of " << example_name;
    }
}

TEST(Exports, RefuseAPartialRunAsAGrade) {
  for (const ExportFormat& one : export_formats()) {
    const std::string said = complaint(one.name, {example("partial")}, export_context(one.name));
    if (one.is_grade)
      EXPECT_THAT(said, HasSubstr("is a partial run, which is not a grade for " + one.name));
    else
      EXPECT_EQ(said, "none") << one.name;
  }
}

TEST(Exports, RefuseAFieldThatTheFormatDoesNotKnow) {
  ExportContext context = export_context("lti");
  context.fields["userid"] = "7";
  EXPECT_EQ(complaint("lti", {example("mixed")}, context),
            "--field userid: the format lti has no such field; did you mean \"user-id\"?");
  EXPECT_EQ(complaint("csv", {example("mixed")}, context), "--field user-id: the format csv takes no fields");
}

}  // namespace
}  // namespace gridmark::report
