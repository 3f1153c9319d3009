#include "grader/system/program_paths.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gridmark::system {
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

TEST(ProgramPaths, ACourseThatSubmissionsCouldReadIsRefused) {
  const auto message = [](const char* source, const char* build) {
    const auto hidden = require_out_of_sight({source, build});
    return hidden ? "accepted" : hidden.error().message;
  };
  EXPECT_EQ(message("/home/teacher/course", "/home/teacher/course/build"), "accepted");
  EXPECT_EQ(message("/usrlocal/course", "/opt/course"), "accepted");
  for (const auto& [source, build] :
       {std::pair{"/usr/local/src/course", "/home/build"},
        std::pair{"/home/course", "/usr/../usr/lib/course"}, std::pair{"/lib/course", "/home/build"}})
    EXPECT_NE(message(source, build).find("which every submission can read"), std::string::npos) << source;
}

}  // namespace
}  // namespace gridmark::system
