#include "emulation/profile/profile_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::profile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ProfileOptions, SourcesGoToTheCompilerAndTheRestToTheProgram) {
  const auto options = read_profile_options({"--top", "3", "a.cu", "-O3", "--json=x.json", "--timeline",
                                             "t.json", "-lcublas", "--", "512", "--top"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_EQ(options->top, 3U);
  EXPECT_EQ(options->json_file, "x.json");
  EXPECT_EQ(options->program, "");
  EXPECT_THAT(options->compile, ElementsAre("a.cu", "-O3", "-lcublas"));
  EXPECT_EQ(options->timeline_file, "t.json");
  EXPECT_THAT(options->arguments, ElementsAre("512", "--top"));
}

TEST(ProfileOptions, ANameWithoutASourcesEndingIsAProgram) {
  const auto options = read_profile_options({"--json", "x.json", "./matmul"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_EQ(options->program, "./matmul");
  EXPECT_EQ(options->json_file, "x.json");
  EXPECT_EQ(options->top, 10U);
  EXPECT_THAT(options->arguments, IsEmpty());
}

TEST(ProfileOptions, HelpNeedsNothingElse) {
  EXPECT_EQ(read_profile_options({"--help"})->action, ProfileOptions::Action::help);
  EXPECT_EQ(read_profile_options({"a.cu", "-h"})->action, ProfileOptions::Action::help);
  EXPECT_EQ(read_profile_options({"a.cu", "--", "-h"})->action, ProfileOptions::Action::profile);
  EXPECT_THAT(profile_help(), HasSubstr("Examples"));
}

TEST(ProfileOptions, AreRefusedInOneMessage) {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  const Case cases[] = {
      {{}, "no program is given"},
      {{"--"}, "no program is given"},
      {{"--", "a.cu"}, "no program is given"},
      {{"--top", "3"}, "no program is given"},
      {{"--top", "many", "a.cu"}, "--top needs a number, not 'many'"},
      {{"--top=-1", "a.cu"}, "--top needs a number, not '-1'"},
      {{"--top=", "a.cu"}, "--top needs a value"},
      {{"a.cu", "--top"}, "--top needs a value"},
      {{"a.cu", "--json"}, "--json needs a value"},
      {{"a.cu", "--jsn"}, "did you mean --json?"},
      {{"a.cu", "--jsonfile", "x"}, "unknown option '--jsonfile'"},
      {{"./program", "512"}, "'./program' takes its arguments after --"},
  };
  for (const Case& c : cases) {
    const auto options = read_profile_options(c.words);
    ASSERT_FALSE(options) << c.message;
    EXPECT_THAT(options.error(), HasSubstr(c.message));
  }
}

}  // namespace
}  // namespace gridmark::profile
