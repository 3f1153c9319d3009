// A lab's own files and a student's mistakes, compiled in the real sandbox with the real toolkit.
// hostile_source_test.cpp tests hostile sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* built_lab = "lab1-gpu-basics";
constexpr const char* source = "benchmark.cu";

class RealBuild : public testing::Test {
 protected:
  RealBuild() {
    lab_.name = built_lab;
    lab_.folder = paths_.labs() / built_lab;
    lab_.files = {source};
    lab_.build_limits.wall_seconds = 120;
    lab_.build_limits.cpu_seconds = 120;
  }
  Build build_folder(const fs::path& folder) {
    const Submission submission = stage(lab_, folder, folder_.path() / "staged").value();
    const auto result =
        build(lab_, submission, Device::emulated, Flavour::fast, paths_, folder_.path(), sandbox_);
    EXPECT_TRUE(result) << result.error().where << ": " << result.error().message;
    return result.value_or(Build{});
  }
  Build build_source(const std::string& text) {
    fs::create_directories(folder_.path() / "student");
    std::ofstream(folder_.path() / "student" / source) << text;
    return build_folder(folder_.path() / "student");
  }

  /// The starter, with `text` appended to its first file.
  Build build_starter_with(const std::string& text) {
    const fs::path starter = paths_.source / "starter" / built_lab;
    lab_.files.clear();
    for (const fs::path& file : fs::directory_iterator(starter)) lab_.files.push_back(file.filename());
    fs::copy(starter, folder_.path() / "student");
    std::ofstream(folder_.path() / "student" / source, std::ios::app) << text;
    return build_folder(folder_.path() / "student");
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
  system::ProgramPaths paths_{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};
  system::StopFlag stop_;
  system::LauncherSandbox sandbox_{paths_.sandbox(), system::Trust::no, stop_};
  Lab lab_;
};

// tests/e2e/grade_test.cpp tests both flavours, and the solution.
TEST_F(RealBuild, TheStarterBecomesAProgram) {
  const Build built = build_starter_with("");
  ASSERT_EQ(built.outcome, Outcome::passed) << built.messages;
  EXPECT_EQ(access(built.program.c_str(), X_OK), 0);
}

TEST_F(RealBuild, AnErrorHasTheStudentsOwnLine) {
  const Build built =
      build_source("#include <cuda_runtime.h>\n\n__global__ void k() {\n  int x = nonsense;\n}\n");
  EXPECT_EQ(built.outcome, Outcome::build_failed);
  EXPECT_EQ(built.place, (Place{source, 4})) << built.messages;
  EXPECT_THAT(built.messages, HasSubstr("nonsense"));
}

TEST_F(RealBuild, FilesOfTheMachineAndOfTheCourseCannotBeIncluded) {
  for (const fs::path& hidden : {fs::path("/etc/passwd"), paths_.labs() / built_lab / "operations.h"}) {
    const Build built = build_source("#include \"" + hidden.string() + "\"\n");
    EXPECT_EQ(built.outcome, Outcome::build_failed);
    EXPECT_THAT(built.messages, HasSubstr("No such file")) << built.messages;
  }
}

// Spellings that the compiler accepts and that the rules must find.
TEST_F(RealBuild, NoSpellingHidesTextFromTheRules) {
  const std::pair<const char*, const char*> tricks[] = {
      {"#ifndef AGAIN\n#define AGAIN\n#include \"benchmark.cu\"\n#else\n#pragma GCC system_header\nnamespace "
       "gridmark "
       "{}\n#endif\n",
       "system_header"},
      {"long operator\"\"R(const char*, unsigned long);\nauto x = \"a\"R\"(\"; void f() { asm(\"nop\"); } "
       "auto y = \")\";\n",
       "assembly"},
      {"#pragma x 1e+R\"(\"\nvoid f() { asm(\"nop\"); }\n#pragma x \")\"\n", "assembly"},
      {"int a;\r# 7 \"vector\" 3\nvoid f() { asm(\"nop\"); }\n", "line directive"},
      {"// \\ \n# 7 \"vector\" 3\nvoid f() { asm(\"nop\"); }\n", "line directive"},
      {"#include <climits>\n#line CHAR_BIT \"vector\"\nvoid f() { asm(\"nop\"); }\n", "line directive"},
  };
  for (const auto& [text, words] : tricks) {
    const Build built = build_source(text);
    EXPECT_EQ(built.outcome, Outcome::forbidden) << text;
    EXPECT_THAT(built.messages, HasSubstr(words)) << text;
  }
}

// g++ copies each of these into its assembly file.
TEST_F(RealBuild, NoTextBecomesAssembly) {
  const std::pair<const char*, const char*> tricks[] = {
      {"__attribute__((section(\".text\\n nop #\"))) void f() {}\n", "may hold only letters"},
      {"#define S(x) [[gnu::section(#x \"\\n nop #\")]]\nS(.text) void f() {}\n", "may hold only letters"},
      {"static void f() __attribute__((weakref(\"g\\n nop\")));\nvoid h() { f(); }\n",
       "may hold only letters"},
      {"extern \"C\" __attribute__((symver(\"g@V\\n nop\"))) void f() {}\n", "may hold only letters"},
      {"#ident \"x\\n nop #\"\nint x;\n", "may hold only letters"},
      {"#include <cstddef>\n__attribute__((section(\".text.mine\"))) void f() {}\n", "separate section"},
  };
  for (const auto& [text, words] : tricks) {
    const Build built = build_source(text);
    EXPECT_EQ(built.outcome, Outcome::forbidden) << text;
    EXPECT_THAT(built.messages, HasSubstr(words)) << text;
  }
}

// The bytes of the constant from the second one on are wrpkru.
TEST_F(RealBuild, AConstantThatCouldOpenClosedMemoryIsRefused) {
  const Build built = build_starter_with("unsigned constant() { return 0x00ef010f; }\n");
  EXPECT_EQ(built.outcome, Outcome::forbidden) << built.messages;
  EXPECT_THAT(built.messages, HasSubstr("has the bytes 0f 01 ef in constant()"));
  EXPECT_TRUE(built.program.empty());
}

// The worker itself refuses syscall; ret, because ordinary numbers contain these bytes, too.
TEST_F(RealBuild, AConstantWithTheBytesOfASystemCallIsAllowed) {
  const Build built = build_starter_with("unsigned constant() { return 0x00c3050f; }\n");
  EXPECT_EQ(built.outcome, Outcome::passed) << built.messages;
}

TEST_F(RealBuild, ACompileThatTakesForeverIsEnded) {
  lab_.build_limits.wall_seconds = 2;
  const Build built = build_source(
      "template <int a, int b> struct S { static constexpr long v = S<a - 1, 2 * b>::v + S<a - 1, 2 * b + "
      "1>::v; };\n"
      "template <int b> struct S<0, b> { static constexpr long v = b; };\n"
      "long forever = S<24, 0>::v;\n");
  EXPECT_EQ(built.outcome, Outcome::timed_out) << built.messages;
}

}  // namespace
}  // namespace gridmark::compile
