#include "grader/pipeline/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::pipeline {
namespace {

Bundle with_files(std::vector<std::string> files) {
  Bundle bundle;
  bundle.lab.name = "lab", bundle.lab.title = "Lab", bundle.lab.files = std::move(files);
  bundle.system = "prairielearn";
  return bundle;
}

std::string refused(const Bundle& bundle) {
  const auto files = collect_bundle("/nonexistent", bundle);
  return files ? "" : message_of(files.error());
}

TEST(Bundle, RefusesTwoFilesThatAnUploadCannotTellApart) {
  EXPECT_EQ(refused(with_files({"fast/kernel.cu", "slow/kernel.cu"})),
            "lab: takes two files named kernel.cu from different folders, which an upload cannot "
            "distinguish. Rename one");
}

TEST(Bundle, RefusesNamesThatPagesAndScriptsWouldEscape) {
  EXPECT_THAT(refused(with_files({"a,b.cu"})), testing::HasSubstr("a page would have to escape: a,b.cu"));
  Bundle bundle = with_files({"kernel.cu"});
  RequiredPlot plot;
  plot.image = "results/a b.svg", plot.data = "results/a.csv";
  bundle.lab.report.emplace().plots.push_back(plot);
  EXPECT_THAT(refused(bundle), testing::HasSubstr("a page would have to escape: results/a b"));
}

}  // namespace
}  // namespace gridmark::pipeline
