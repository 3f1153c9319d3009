#include "grader/system/program_paths.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gridmark {
namespace {

namespace fs = std::filesystem;

TEST(ProgramPaths, ABuiltProgramFindsItsSourceAndItsBuild) {
  unsetenv("GRIDMARK_HOME");
  const ProgramPaths paths = find_program_paths().value();
  EXPECT_TRUE(fs::equivalent(paths.source, GRIDMARK_SOURCE_DIR));
  EXPECT_TRUE(fs::equivalent(paths.build, GRIDMARK_BUILD_DIR));
  EXPECT_EQ(paths.labs(), paths.source / "labs");
  EXPECT_EQ(paths.checker("lab1"), paths.build / "labs" / "lab1" / "checker");
}

TEST(ProgramPaths, AnotherHomeReplacesTheSourceOnly) {
  setenv("GRIDMARK_HOME", "/usr", 1);
  const ProgramPaths paths = find_program_paths().value();
  unsetenv("GRIDMARK_HOME");
  EXPECT_EQ(paths.source, "/usr");
  EXPECT_TRUE(fs::equivalent(paths.build, GRIDMARK_BUILD_DIR));
}

}  // namespace
}  // namespace gridmark
