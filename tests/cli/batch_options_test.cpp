// Parsing of the arguments of `gridmark batch`.
#include "grader/cli/batch_options.h"

#include <gmock/gmock.h>

#include <fstream>

#include "grader/system/temp_folder.h"

namespace gridmark::cli {
namespace {

using testing::ElementsAre;

BatchOptions parsed(std::vector<std::string> words) {
  BatchOptions options;
  CLI::App app;
  add_options(app, options);
  app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  return options;
}

// An option that takes all following arguments would take the lab, too, and report that it is missing.
TEST(BatchOptions, AnExportTakesOneFileAndLeavesTheLab) {
  for (const char* name : {"--canvas", "--moodle"}) {
    const BatchOptions options = parsed({"--results", "g", name, "export.csv", "lab1", "lab2"});
    EXPECT_THAT(options.labs, ElementsAre("lab1", "lab2")) << name;
    EXPECT_THAT(options.canvas.empty() ? options.moodle : options.canvas, ElementsAre("export.csv")) << name;
  }
}

TEST(BatchOptions, AnExportMayBeRepeated) {
  const BatchOptions options =
      parsed({"lab1", "--results", "g", "--canvas", "a.csv", "--canvas", "b.csv", "--moodle=c.csv"});
  EXPECT_THAT(options.canvas, ElementsAre("a.csv", "b.csv"));
  EXPECT_THAT(options.moodle, ElementsAre("c.csv"));
}

TEST(BatchOptions, AWorksheetSaysOfWhichOfSeveralLabsItIs) {
  const std::vector<LabHeading> one{{"lab1", "One", 1, true, 0.7}};
  const std::vector<LabHeading> two{one[0], {"lab2", "Two", 1, true, 0.7}};
  EXPECT_EQ(worksheet_of("a=b.csv", one)->file, "a=b.csv");
  EXPECT_EQ(worksheet_of("lab2=b.csv", two)->lab, 1u);
  EXPECT_EQ(worksheet_of("lab2=b.csv", two)->file, "b.csv");
  EXPECT_EQ(worksheet_of("b.csv", two).error().message,
            "found no lab, expected one because this batch has 2 labs. Use for example lab1=b.csv");
}

// A later call must not forget who was late, even if it only fills in an export.
TEST(BatchOptions, ThePolicyOfTheCallBeforeIsKept) {
  const system::TempFolder results = system::TempFolder::make().value();
  BatchOptions options;
  options.results = results.path();
  EXPECT_EQ(policy_file(options), "");
  std::ofstream(kept_policy(results.path())) << "{}";
  EXPECT_EQ(policy_file(options), kept_policy(results.path()));
  options.policy = "late.json";
  EXPECT_EQ(policy_file(options), "late.json");
  options.policy = "none";
  EXPECT_EQ(policy_file(options), "");
}

TEST(BatchOptions, AnExportWithoutAFileIsWrongUsage) {
  EXPECT_THROW(parsed({"lab1", "--results", "g", "--canvas"}), CLI::ParseError);
}

/// The plan of `gridmark batch` for the lab on the device. A cluster's GPU need not be in this machine.
schedule::BatchLab planned(const std::string& lab, const std::string& device) {
  const auto installation = find_installation();
  EXPECT_TRUE(installation);
  BatchOptions options;
  options.labs = {lab};
  options.submissions = installation->paths.source / "solutions";
  options.device = device;
  options.slurm = true;
  const system::StopFlag never;
  auto request = make_request(options, *installation, never);
  EXPECT_TRUE(request) << (request ? "" : message_of(request.error()));
  return request ? request->labs.front() : schedule::BatchLab{};
}

// Only a GPU has paired timings of this lab. Without one, nothing is timed, so a class can use all
// processors.
TEST(BatchOptions, GradesRunAloneOnlyWhereTheirDeviceIsTimed) {
  EXPECT_TRUE(planned("lab1-gpu-basics", "cuda").timed);
  EXPECT_FALSE(planned("lab1-gpu-basics", "emulated").timed);
}

}  // namespace
}  // namespace gridmark::cli
