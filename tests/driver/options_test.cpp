#include "emulation/driver/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::driver {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<std::string>;

TEST(Options, HaveDefaultsThatCompileAndLink) {
  const auto options = read_options({"a.cu"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->action, Options::Action::link);
  EXPECT_EQ(options->flavour, Flavour::fast);
  EXPECT_EQ(options->standard, "gnu++17");
  EXPECT_FALSE(options->dependencies);
}

TEST(Options, AreReadJoinedOrSeparated) {
  for (const Words& words : {Words{"-o", "x", "-I", "inc", "--flavour", "counted", "-MF", "d", "-c", "a.cu"},
                             Words{"-ox", "-Iinc", "--flavour=counted", "-MFd", "a.cu", "-c"}}) {
    const auto options = read_options(words);
    ASSERT_TRUE(options) << options.error();
    EXPECT_EQ(options->output, "x");
    EXPECT_EQ(options->dependency_file, "d");
    EXPECT_EQ(options->flavour, Flavour::counted);
    EXPECT_EQ(options->action, Options::Action::compile);
    EXPECT_THAT(options->preprocessor, ElementsAre("-Iinc"));
  }
}

TEST(Options, KeepTheOrderThatTheLinkerNeeds) {
  const auto options = read_options({"a.o", "b.cu", "-lm", "libx.a", "c.cpp"});
  ASSERT_TRUE(options);
  Words names;
  for (const Input& input : options->inputs) names.push_back(input.name);
  EXPECT_THAT(names, ElementsAre("a.o", "b.cu", "-lm", "libx.a", "c.cpp"));
}

TEST(Options, GoToWhoeverTheyAreFor) {
  const auto options =
      read_options({"-DX=1", "-Wall", "-Wl,--as-needed", "-L.", "-fopenmp", "-O3", "-std=c++17", "a.cu"});
  ASSERT_TRUE(options);
  EXPECT_THAT(options->preprocessor, ElementsAre("-DX=1"));
  EXPECT_THAT(options->compiler, ElementsAre("-Wall", "-fopenmp"));
  EXPECT_THAT(options->linker, ElementsAre("-Wl,--as-needed", "-L.", "-fopenmp"));
  EXPECT_EQ(options->optimisation, "-O3");
  EXPECT_EQ(options->standard, "c++17");
}

// Makefiles write -Xcompiler \"-Wl,--no-as-needed\", and the shell leaves the quotes.
TEST(Options, ForTheHostsCompilerMayStandInQuotes) {
  const auto options = read_options({"-Xcompiler", "\"-Wl,--no-as-needed\",-Wall", "-ewp", "a.cu"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_THAT(options->compiler, ElementsAre("-Wl,--no-as-needed", "-Wall"));
  EXPECT_THAT(options->linker, ElementsAre("-Wl,--no-as-needed"));
}

TEST(Options, OfNvccMeanTheSameHere) {
  const auto options =
      read_options({"-dc", "-odir", "out", "-Xcompiler", "-fopenmp,-Wall", "-Xcompiler=-Iinc",
                    "--define-macro=X", "-ccbin", "g++-11", "--std=c++20", "-x", "cu", "a.cpp"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_EQ(options->action, Options::Action::compile);
  EXPECT_EQ(options->output_folder, "out");
  EXPECT_THAT(options->compiler, ElementsAre("-fopenmp", "-Wall"));
  EXPECT_THAT(options->linker, ElementsAre("-fopenmp"));
  EXPECT_THAT(options->preprocessor, ElementsAre("-Iinc", "-DX"));
  EXPECT_EQ(options->host_compiler, "g++-11");
  EXPECT_EQ(options->standard, "c++20");
  EXPECT_EQ(options->inputs.at(0).kind, Input::Kind::cuda);
}

// Makefiles quote all of their host flags as one word: -Xcompiler "$(CFLAGS)".
TEST(Options, ForTheHostsCompilerAreSeparatedByBlanksToo) {
  const auto options = read_options({"--compiler-options", "-Wall -fPIC  -O2,-Iinc -pthread", "a.cu"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_THAT(options->compiler, ElementsAre("-Wall", "-fPIC", "-O2", "-pthread"));
  EXPECT_THAT(options->preprocessor, ElementsAre("-Iinc"));
}

TEST(Options, ThatProgramAGpuChangeNothing) {
  const auto options = read_options(
      {"-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "--generate-code=arch=compute_80,code=sm_80",
       "-rdc=true", "--use_fast_math", "-Xptxas", "-v,-O3", "--extended-lambda", "--expt-relaxed-constexpr",
       "-maxrregcount=32", "-lineinfo", "--threads", "4", "-diag-suppress=177", "-m64", "a.cu"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_EQ(options->inputs.size(), 1U);
  EXPECT_TRUE(options->compiler.empty() && options->preprocessor.empty() && options->linker.empty());
}

TEST(Options, OlderStandardsAreTakenAsTheOldestThatServes) {
  EXPECT_EQ(read_options({"-std=c++11", "a.cu"})->standard, "c++17");
  EXPECT_EQ(read_options({"--std", "gnu++14", "a.cu"})->standard, "gnu++17");
  EXPECT_EQ(read_options({"-std=c++2a", "a.cu"})->standard, "c++2a");
}

TEST(Options, FilesAreKnownByTheirEndings) {
  const auto options = read_options({"a.cu", "b.C", "c.c", "d.obj", "libe.so.12.1"});
  ASSERT_TRUE(options) << options.error();
  using Kind = Input::Kind;
  const Kind kinds[] = {Kind::cuda, Kind::cplusplus, Kind::c, Kind::linked, Kind::linked};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(options->inputs[i].kind, kinds[i]);
}

TEST(Options, AreRefusedInOneMessage) {
  struct Refused {
    Words words;
    const char* message;
  };
  const Refused cases[] = {
      {{}, "no input files"},
      {{""}, "an argument is empty"},
      {{"-c", "a.o"}, "nothing to compile"},
      {{"-c", "-o", "x", "a.cu", "b.cu"}, "takes one source file"},
      {{"-MD", "-MF", "x", "a.cu", "b.cu"}, "takes one source file"},
      {{"a.cu", "-o"}, "-o needs a value"},
      {{"a.cu", "-I"}, "-I needs a value"},
      {{"a.cu", "-l"}, "-l needs a value"},
      {{"--flavour", "slow", "a.cu"}, "--flavour is one of fast, counted, not 'slow'"},
      {{"--flavour"}, "--flavour needs a value"},
      {{"--frobnicate", "a.cu"}, "unknown option '--frobnicate'. gridmark-cc --help"},
      {{"--flavor", "fast", "a.cu"}, "unknown option '--flavor'; did you mean --flavour?"},
      {{"--flavor=fast", "a.cu"}, "did you mean --flavour?"},
      {{"-use-fast-math", "a.cu"}, "did you mean -use_fast_math?"},
      {{"--dryrn", "a.cu"}, "did you mean --dryrun?"},
      {{"--vesrion"}, "did you mean --version?"},
      {{"-archs=sm_90", "a.cu"}, "did you mean -arch?"},
      {{"-fsanitize=address", "a.cu"}, "--flavour chooses"},
      {{"-x", "rust", "a.cu"}, "-x is one of cu, c++, c, not 'rust'"},
      {{"-x=", "", "a.cu"}, "-x is one of"},
      {{"-default-stream", "mine", "a.cu"}, "-default-stream is one of legacy, null, per-thread"},
      {{"a.cu", "-o", "a.cu"}, "'a.cu' is a source and the output"},
      {{"a.cu", "--", "512"}, "--run is missing"},
      {{"--run", "a.cu", "512"}, "Arguments of a program that --run starts follow --"},
      {{"a.py"}, "'a.py' is none of"},
      {{"-c", "--run", "a.cu"}, "--run needs a program"},
      {{"-gencode"}, "-gencode needs a value"},
  };
  for (const Refused& c : cases) {
    const auto options = read_options(c.words);
    ASSERT_FALSE(options) << c.message;
    EXPECT_THAT(options.error(), HasSubstr(c.message));
    EXPECT_EQ(options.error().find('\n'), std::string::npos);
  }
}

TEST(Options, HelpNeedsNothingElse) {
  EXPECT_EQ(read_options({"--help"})->action, Options::Action::help);
  EXPECT_EQ(read_options({"--version"})->action, Options::Action::version);
  EXPECT_THAT(help_text(), HasSubstr("Examples"));
}

}  // namespace
}  // namespace gridmark::driver
