#include "emulation/driver/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::driver {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

CommandLine compile(const Options& options) {
  return Commands(options, {"/kit"}, {"g++"}, false).compile_rewritten("x.o");
}

TEST(Commands, TheFastFlavourIsOptimisedAsAsked) {
  Options options;
  EXPECT_THAT(compile(options), IsSupersetOf({"-O2", "-g1", "-fno-tree-slp-vectorize"}));
  options.optimisation = "-O3";
  EXPECT_THAT(compile(options), Contains("-O3"));
  EXPECT_THAT(compile(options), Not(Contains("-fsanitize=thread")));
}

TEST(Commands, TheCountedFlavourKeepsItsOwnOptimisation) {
  Options options;
  options.flavour = Flavour::counted;
  options.optimisation = "-O3";
  EXPECT_THAT(compile(options), IsSupersetOf({"-O1", "-fno-tree-sra", "-fsanitize=thread"}));
  EXPECT_THAT(compile(options), Not(Contains("-O3")));
}

TEST(Commands, ThreadSanitizersRuntimeIsNeverLinked) {
  Options options;
  options.flavour = Flavour::counted;
  const Commands commands(options, {"/kit"}, {"g++"}, false);
  EXPECT_THAT(commands.link({"x.o"}, "x"), Not(Contains("-fsanitize=thread")));
  EXPECT_THAT(commands.link({"x.o"}, "x"), Contains("/kit/lib/libgridmark_emulation_counted.a"));
  EXPECT_THAT(commands.preprocess("x.cu", "x.o"), Not(Contains("-fsanitize=thread")));
}

TEST(Commands, DependenciesNameTheObject) {
  Options options;
  options.dependencies = true;
  options.dependency_file = "x.d";
  const Commands commands(options, {"/kit"}, {"ccache", "g++"}, false);
  EXPECT_THAT(commands.preprocess("x.cu", "out/x.o"),
              IsSupersetOf({"ccache", "-MD", "-MF", "x.d", "-MT", "out/x.o"}));
  options.dependency_file.clear();
  EXPECT_THAT(commands.preprocess("x.cu", "out/x.o"), Contains("out/x.d"));
}

}  // namespace
}  // namespace gridmark::driver
