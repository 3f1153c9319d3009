#include "grader/compile/kept_objects.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "grader/compile/build.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "tests/compile/fake_sandbox.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using test::FakeSandbox;
using testing::ElementsAre;
using testing::IsEmpty;

/// The work of a student with two sources and a header. Compilers are fakes that always succeed.
class KeptObjectsTest : public testing::Test {
 protected:
  KeptObjectsTest() {
    lab_.name = "lab1";
    lab_.folder = paths_.labs() / "lab1";
    lab_.permissions.symbols.allow = {"answer_of_another_file"};  // the sample uses it
    submission_.staged = folder_.path() / "staged";
    submission_.files = {"-odd.cu", "common.h", "kernel.cu"};
    for (const std::string& name : submission_.files) write("staged/" + name, "// " + name.substr(0, 3));
    for (const char* part :
         {"build/toolkit/bin/gridmark-cc", "build/toolkit/include/cuda_runtime.h",
          "build/labs/lab1/worker.emulated.fast.o", "build/labs/lab1/worker.emulated.fast.names",
          "build/labs/lab1/worker.emulated.counted.o", "build/labs/lab1/worker.emulated.counted.names",
          "labs/lab1/include/lab.h"})
      write(part, "public gridmark_block");
  }

  void write(const fs::path& name, const std::string& text) {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }

  /// The sources that one more turn compiles. Each turn has a different folder.
  std::vector<std::string> compiled(Flavour flavour = Flavour::fast, const std::string& warning = "") {
    RunReport report;
    report.output_head = warning;
    report.exported = {"/box/worker"};
    FakeSandbox sandbox(report);
    const fs::path output = folder_.path() / fmt::format("turn{}", ++turns_);
    fs::create_directory(output);
    const auto built = build(lab_, submission_, Device::emulated, flavour, paths_, output, sandbox, &kept_);
    EXPECT_TRUE(built && built->outcome == Outcome::passed);
    std::vector<std::string> sources;
    for (const system::SandboxCommand& command : sandbox.commands)
      for (const std::string& word : command.arguments)
        if (word.ends_with(".cu")) sources.push_back(word);
    return sources;
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
  system::ProgramPaths paths_{folder_.path(), folder_.path() / "build"};
  KeptObjects kept_{folder_.path() / "cache"};
  Lab lab_;
  Submission submission_;
  int turns_ = 0;
};

TEST_F(KeptObjectsTest, OnlyAChangedSourceIsCompiledAgain) {
  EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu"));
  EXPECT_THAT(compiled(), IsEmpty());
  write("staged/kernel.cu", "// changed");
  EXPECT_THAT(compiled(), ElementsAre("kernel.cu"));
  write("staged/kernel.cu", "// ker");
  EXPECT_THAT(compiled(), IsEmpty()) << "a student goes back to what there was";
}

TEST_F(KeptObjectsTest, AFlavourHasItsOwn) {
  compiled(Flavour::fast);
  EXPECT_THAT(compiled(Flavour::counted), ElementsAre("./-odd.cu", "kernel.cu"));
  EXPECT_THAT(compiled(Flavour::fast), IsEmpty());
}

TEST_F(KeptObjectsTest, WhatASourceMayIncludeCounts) {
  for (const char* changed : {"staged/common.h", "labs/lab1/include/lab.h",
                              "build/toolkit/include/cuda_runtime.h", "build/toolkit/bin/gridmark-cc"}) {
    compiled();
    write(changed, "another text than before");
    EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu")) << changed;
  }
}

TEST_F(KeptObjectsTest, ASourceThatIncludesAnotherIsCompiledWhenThatChanges) {
  write("staged/kernel.cu", "#include \"-odd.cu\"");
  compiled();
  EXPECT_THAT(compiled(), IsEmpty());
  write("staged/-odd.cu", "// changed");
  EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu"));
}

TEST_F(KeptObjectsTest, AWarningIsToldEveryTime) {
  compiled(Flavour::fast, "kernel.cu:3: warning: unused variable");
  EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu"));
}

TEST_F(KeptObjectsTest, ADamagedObjectIsMadeAgain) {
  compiled();
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(folder_.path() / "cache/kernel.cu"))
    if (entry.path().filename() == "object") std::ofstream(entry.path()) << "";
  EXPECT_THAT(compiled(), ElementsAre("kernel.cu"));
  EXPECT_THAT(compiled(), IsEmpty());
}

TEST_F(KeptObjectsTest, FewAreKept) {
  for (int turn = 0; turn < 20; ++turn) {
    write("staged/kernel.cu", fmt::format("// turn {}", turn));
    compiled();
  }
  const fs::directory_iterator kept(folder_.path() / "cache/kernel.cu");
  EXPECT_EQ(std::distance(begin(kept), end(kept)), 4);
  EXPECT_THAT(compiled(), IsEmpty()) << "the newest are the ones that stay";
}

TEST_F(KeptObjectsTest, WhatWasOfUseLastStays) {
  for (int turn = 0; turn < 4; ++turn) {
    write("staged/kernel.cu", fmt::format("// turn {}", turn));
    compiled();
  }
  write("staged/kernel.cu", "// turn 0");
  EXPECT_THAT(compiled(), IsEmpty());
  write("staged/kernel.cu", "// one more");
  compiled();
  write("staged/kernel.cu", "// turn 0");
  EXPECT_THAT(compiled(), IsEmpty());
}

TEST_F(KeptObjectsTest, WhereNothingCanBeKeptEverythingIsCompiled) {
  write("cache", "a file where the folder should be");
  EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu"));
  EXPECT_THAT(compiled(), ElementsAre("./-odd.cu", "kernel.cu"));
}

}  // namespace
}  // namespace gridmark::compile
