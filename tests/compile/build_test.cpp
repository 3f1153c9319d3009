#include "grader/compile/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "grader/system/temp_folder.h"
#include "tests/compile/fake_sandbox.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using test::FakeSandbox;
using testing::ElementsAre;
using testing::HasSubstr;
using End = RunReport::End;

RunReport ended(End end, int exit_code = 0, std::string output = "") {
  RunReport report;
  report.end = end;
  report.exit_code = exit_code;
  report.output_head = std::move(output);
  report.wall_seconds = 1.25;
  if (end != End::exited) report.detail = "the detail";
  if (end == End::exited && exit_code == 0) report.exported = {"/box/worker"};
  return report;
}

class BuildTest : public testing::Test {
 protected:
  BuildTest() {
    lab_.name = "lab1";
    lab_.folder = paths_.labs() / "lab1";
    lab_.build_limits.wall_seconds = 33;
    lab_.permissions.symbols.allow = {"answer_of_another_file"};  // the sample uses it
    submission_.staged = folder_.path() / "staged";
    submission_.files = {"-odd.cu", "common.h", "kernel.cu"};
    for (const char* part : {"build/toolkit/bin/gridmark-cc", "build/labs/lab1/worker.emulated.fast.o",
                             "build/labs/lab1/worker.emulated.counted.o", "labs/lab1/include/lab.h"})
      touch(folder_.path() / part);
    for (const char* flavour : {"fast", "counted"})
      std::ofstream(names(flavour)) << "public gridmark_block\ntaken _ZN8gridmark9emulation12counted_hookE\n";
  }
  static void touch(const fs::path& path) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "";
  }
  fs::path names(const std::string& flavour) const {
    return folder_.path() / "build/labs/lab1" / ("worker.emulated." + flavour + ".names");
  }
  Result<Build> build_with(system::Sandbox& sandbox, Flavour flavour = Flavour::fast) {
    return build(lab_, submission_, Device::emulated, flavour, paths_, folder_.path(), sandbox);
  }
  Build build_that(const RunReport& report) {
    FakeSandbox sandbox(report);
    return build_with(sandbox).value();
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
  system::ProgramPaths paths_{folder_.path(), folder_.path() / "build"};
  Lab lab_;
  Submission submission_;
};

TEST_F(BuildTest, OnlySourcesAreCompiledAndNothingOfTheHostIsNamed) {
  FakeSandbox sandbox(ended(End::exited));
  ASSERT_TRUE(build_with(sandbox, Flavour::counted));
  const system::SandboxCommand& command = sandbox.commands.at(0);
  EXPECT_THAT(command.arguments, ElementsAre("/gridmark/bin/gridmark-cc", "--flavour", "counted",
                                             "-std=c++20", "-ffile-prefix-map=/gridmark=/gridmark",
                                             "-ffile-prefix-map=/lab/include=/lab/include", "-I",
                                             "/lab/include", "-c", "-odir", "/box", "--keep-expanded",
                                             "-fdiagnostics-parseable-fixits", "./-odd.cu", "kernel.cu"));
  EXPECT_EQ(command.folder, "/submission");
  EXPECT_EQ(sandbox.given_limits, lab_.build_limits);
}

// The student's arrays come before the engine's guard.
TEST_F(BuildTest, TheStudentsObjectsAreLinkedWithTheClosedWorkerAlone) {
  FakeSandbox sandbox(ended(End::exited));
  ASSERT_TRUE(build_with(sandbox, Flavour::counted));
  EXPECT_THAT(sandbox.commands.at(1).arguments,
              ElementsAre("/gridmark/bin/gridmark-cc", "--flavour", "counted", "-std=c++20", "-o",
                          "/box/worker", "/objects/-odd.o", "/objects/kernel.o", "--engine",
                          "/lab-build/worker.emulated.counted.o"));
}

TEST_F(BuildTest, TheSandboxSeesTheToolkitTheHeadersAndTheStudentsFilesOnly) {
  FakeSandbox sandbox(ended(End::exited));
  ASSERT_TRUE(build_with(sandbox));
  std::vector<std::pair<fs::path, std::string>> seen;
  for (const system::SandboxBind& bind : sandbox.commands.at(0).read)
    seen.emplace_back(bind.host.lexically_relative(folder_.path()), bind.inside);
  using P = std::pair<fs::path, std::string>;
  EXPECT_THAT(seen, testing::UnorderedElementsAre(P{"build/toolkit", "/gridmark"}, P{"staged", "/submission"},
                                                  P{"labs/lab1/include", "/lab/include"}));
}

// The linker does not need the students' sources, so a manipulated linker must not find them.
TEST_F(BuildTest, TheLinkerSeesNoSources) {
  FakeSandbox sandbox(ended(End::exited));
  ASSERT_TRUE(build_with(sandbox));
  for (const system::SandboxBind& bind : sandbox.commands.at(1).read) EXPECT_NE(bind.inside, "/submission");
}

TEST_F(BuildTest, ABrokenRuleIsForbiddenAndNothingIsLinked) {
  lab_.permissions.symbols.deny = {"printf"};
  FakeSandbox sandbox(ended(End::exited));
  const Build build = build_with(sandbox).value();
  EXPECT_EQ(build.outcome, Outcome::forbidden);
  EXPECT_THAT(build.messages, HasSubstr("asks for printf, which this lab does not allow"));
  EXPECT_EQ(sandbox.commands.size(), 1u);
  EXPECT_TRUE(build.program.empty());
}

TEST_F(BuildTest, TwoSourcesOfOneNameAreTheLabsMistake) {
  submission_.files = {"a/kernel.cu", "b/kernel.cu"};
  FakeSandbox sandbox(ended(End::exited));
  EXPECT_EQ(build_with(sandbox).error().source, Error::Source::lab);
}

TEST_F(BuildTest, AGoodCompileGivesAProgramAndKeepsItsWarnings) {
  const Build good = build_that(ended(End::exited, 0, "kernel.cu:1:1: warning: hm\n"));
  EXPECT_EQ(good.outcome, Outcome::passed);
  EXPECT_EQ(good.program, folder_.path() / "worker.emulated.fast");
  EXPECT_TRUE(fs::exists(good.program));
  EXPECT_EQ(good.messages, "kernel.cu:1:1: warning: hm\n");
  EXPECT_EQ(good.place, std::nullopt);
  EXPECT_EQ(good.seconds, 2 * 1.25);  // compiled and linked
}

TEST_F(BuildTest, ABrokenSourceGivesTheCompilersWordsAndThePlace) {
  const Build broken = build_that(ended(End::exited, 1, "kernel.cu:7:3: error: expected ';'\n"));
  EXPECT_EQ(broken.outcome, Outcome::build_failed);
  EXPECT_EQ(broken.messages, "kernel.cu:7:3: error: expected ';'\n");
  EXPECT_EQ(broken.place, (Place{"kernel.cu", 7}));
  EXPECT_TRUE(broken.program.empty());
}

TEST_F(BuildTest, EachWayToEndACompileHasItsOutcomeAndAReason) {
  const std::vector<std::pair<End, Outcome>> table{
      {End::wall_limit, Outcome::timed_out},         {End::cpu_limit, Outcome::timed_out},
      {End::memory_limit, Outcome::out_of_memory},   {End::output_limit, Outcome::output_limit},
      {End::file_size_limit, Outcome::output_limit}, {End::forbidden, Outcome::forbidden},
      {End::signalled, Outcome::build_failed},
  };
  for (const auto& [end, outcome] : table) {
    const Build build = build_that(ended(end));
    EXPECT_EQ(build.outcome, outcome) << name_of(end);
    EXPECT_THAT(build.messages, HasSubstr("the detail")) << name_of(end);
    EXPECT_TRUE(build.program.empty());
  }
}

TEST_F(BuildTest, AProgramTooLargeToExportIsSaidSo) {
  RunReport report = ended(End::exited);
  report.exported.clear();
  const Build build = build_that(report);
  EXPECT_EQ(build.outcome, Outcome::output_limit);
  EXPECT_THAT(build.messages, HasSubstr("too large"));
}

/// g++ reports it as an internal compiler error and asks for a bug report.
TEST_F(BuildTest, AnAssemblerThatWroteTooMuchIsALimitAndNoFaultOfTheCompiler) {
  const Build build = build_that(
      ended(End::exited, 1,
            "g++: internal compiler error: File size limit exceeded signal terminated program as\n"));
  EXPECT_EQ(build.outcome, Outcome::output_limit);
  EXPECT_THAT(build.messages, HasSubstr("The compiled program is too large: larger than "));
}

TEST_F(BuildTest, MessagesAreCappedAndKeepTheirEnd) {
  RunReport report = ended(End::output_limit);
  report.output_head = std::string(64 * 1024, 'e');
  report.output_tail = std::string(4 * 1024, 'f');
  const Build build = build_that(report);
  EXPECT_LE(build.messages.size(), 65u * 1024);
  EXPECT_THAT(build.messages, HasSubstr("e\n[...]\nf"));
}

TEST_F(BuildTest, AMissingSourceIsNotCompiled) {
  submission_.missing = {"common.h", "deep/other.cu", "matmul.cu"};
  FakeSandbox sandbox(ended(End::exited));
  const Build build = build_with(sandbox).value();
  EXPECT_EQ(build.outcome, Outcome::missing);
  EXPECT_EQ(build.messages, "");  // the record lists the missing files
  EXPECT_EQ(build.place, (Place{"deep/other.cu", 0}));
  EXPECT_TRUE(sandbox.commands.empty());
}

TEST_F(BuildTest, AMissingHeaderIsLeftToTheCompiler) {
  submission_.missing = {"common.h"};
  FakeSandbox sandbox(ended(End::exited));
  EXPECT_EQ(build_with(sandbox).value().outcome, Outcome::passed);
}

TEST_F(BuildTest, EachMissingPrebuiltPartIsNamed) {
  for (const char* part : {"toolkit/bin/gridmark-cc", "labs/lab1/worker.emulated.fast.o",
                           "labs/lab1/worker.emulated.fast.names"}) {
    fs::remove(paths_.build / part);
    FakeSandbox sandbox(ended(End::exited));
    const auto build = build_with(sandbox);
    ASSERT_FALSE(build);
    EXPECT_EQ(build.error().source, Error::Source::toolchain);
    EXPECT_EQ(build.error().where, (paths_.build / part).string());
    touch(paths_.build / part);
  }
}

TEST_F(BuildTest, ADamagedListOfNamesIsTheToolchainsError) {
  for (const char* text : {"", "cudaMalloc", "secret cudaMalloc\n", "taken a\n"}) {
    std::ofstream(names("fast")) << text;
    FakeSandbox sandbox(ended(End::exited));
    const auto build = build_with(sandbox);
    ASSERT_FALSE(build) << text;
    EXPECT_EQ(build.error().source, Error::Source::toolchain);
    EXPECT_EQ(build.error().where, names("fast").string());
  }
}

TEST_F(BuildTest, TheGradersOwnTroubleIsNoVerdictOnTheStudent) {
  FakeSandbox broken(failure(Error::Source::sandbox, "launcher", "broken"));
  EXPECT_EQ(build_with(broken).error().message, "broken");
  FakeSandbox wrong_usage(ended(End::exited, 64, "gridmark-cc: unknown option"));
  EXPECT_EQ(build_with(wrong_usage).error().source, Error::Source::toolchain);
  FakeSandbox stopped(ended(End::stopped));
  EXPECT_EQ(build_with(stopped).error().message, "stopped");
}

TEST_F(BuildTest, AllFlavoursComeBackInOrder) {
  FakeSandbox sandbox(ended(End::exited));
  const auto builds = build_all(lab_, submission_, Device::emulated, {Flavour::counted, Flavour::fast},
                                paths_, folder_.path(), sandbox);
  ASSERT_TRUE(builds);
  ASSERT_EQ(builds->size(), 2u);
  EXPECT_EQ((*builds)[0].flavour, Flavour::counted);
  EXPECT_EQ((*builds)[1].flavour, Flavour::fast);
  EXPECT_NE((*builds)[0].program, (*builds)[1].program);
}

// Otherwise a slow source would cost a batch the limit once for each flavour.
TEST_F(BuildTest, FlavoursShareTheLimitOfCpuTime) {
  FakeSandbox sandbox(ended(End::cpu_limit));
  const double all = lab_.build_limits.cpu_seconds;
  const auto builds = build_all(lab_, submission_, Device::emulated, {Flavour::counted, Flavour::fast},
                                paths_, folder_.path(), sandbox);
  ASSERT_TRUE(builds);
  EXPECT_EQ(sandbox.given_limits.cpu_seconds, all / 2);
  EXPECT_THAT((*builds)[0].messages, HasSubstr("as much as this lab allows one build. Look for a macro"));
  ASSERT_TRUE(
      build_all(lab_, submission_, Device::emulated, {Flavour::fast}, paths_, folder_.path(), sandbox));
  EXPECT_EQ(sandbox.given_limits.cpu_seconds, all);
}

TEST_F(BuildTest, OneErrorAmongFlavoursIsTheResult) {
  fs::remove(paths_.built_lab("lab1") / "worker.emulated.fast.o");
  FakeSandbox sandbox(ended(End::exited));
  EXPECT_FALSE(build_all(lab_, submission_, Device::emulated, {Flavour::counted, Flavour::fast}, paths_,
                         folder_.path(), sandbox));
}

}  // namespace
}  // namespace gridmark::compile
