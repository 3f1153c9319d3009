#include "grader/cli/record_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "grader/cli/course_rubrics.h"
#include "grader/system/temp_folder.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

class LockResults : public testing::Test {
 protected:
  fs::path record(const char* student) {
    fs::create_directories(folder_.path() / student / "lab9");
    std::ofstream(folder_.path() / ".format") << "any\n";
    return folder_.path() / student / "lab9" / "record.json";
  }
  system::TempFolder folder_ = system::TempFolder::make().value();
};

TEST_F(LockResults, WhoeverElseWritesThereIsNamed) {
  const auto first = lock_results({record("ada"), record("bob")});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->size(), 1U);
  const auto second = lock_results({record("bob")});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, testing::HasSubstr("another gridmark writes these results: pid "));
}

TEST_F(LockResults, AreFreeAgainAfterwards) {
  ASSERT_TRUE(lock_results({record("ada")}));
  EXPECT_TRUE(lock_results({record("ada")}));
}

TEST_F(LockResults, ARecordOfOneGradeHasNone) {
  const auto locks = lock_results({folder_.path() / "record.json"});
  ASSERT_TRUE(locks);
  EXPECT_TRUE(locks->empty());
}

// A batch creates and removes folders there while other programs read.
TEST_F(LockResults, WhatABatchHasInWorkIsNoRecord) {
  std::ofstream(record("ada")) << "{}";
  std::ofstream(record(".work")) << "{}";
  EXPECT_THAT(*find_records({folder_.path()}), testing::ElementsAre(record("ada")));
}

TEST(RequireSameRubric, WhatAPersonAddsChangesNothingElse) {
  RecordFile file{"results/ada/lab9/record.json", {}};
  Rubric now;
  now.fingerprint = "new";
  EXPECT_TRUE(require_same_rubric(file, now)) << "a record of an older gridmark does not say";
  file.record.fingerprints.rubric = "old";
  const auto refused = require_same_rubric(file, now);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("gridmark rescore"));
  file.record.fingerprints.rubric = "new";
  EXPECT_TRUE(require_same_rubric(file, now));
}

}  // namespace
}  // namespace gridmark::cli
