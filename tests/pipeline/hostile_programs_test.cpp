#include "grader/pipeline/hostile_programs.h"

#include <gtest/gtest.h>

namespace gridmark::pipeline {
namespace {

const std::string output = R"([==========] Running 3 tests from 1 test suite.
[----------] 3 tests from Attacks/Hostile
[ RUN      ] Attacks/Hostile.Ends/Own_landlock_ItSpins
[       OK ] Attacks/Hostile.Ends/Own_landlock_ItSpins (12 ms)
[ RUN      ] Attacks/Hostile.Ends/Own_landlock_ItForks
hostile_test.cpp:9: Failure
it got out
[  FAILED  ] Attacks/Hostile.Ends/Own_landlock_ItForks, where GetParam() = (4-byte object <00>) (1500 ms)
[ RUN      ] HostileNetwork.NobodyListens
only root can
[  SKIPPED ] HostileNetwork.NobodyListens (0 ms)
[----------] 3 tests from Attacks/Hostile (13 ms total)

[==========] 3 tests from 1 test suite ran. (13 ms total)
[  FAILED  ] Attacks/Hostile.Ends/Own_landlock_ItForks, where GetParam() = (4-byte object <00>)
)";

TEST(HostilePrograms, EachTestThatEndedIsACase) {
  const std::vector<VerifiedCase> cases = read_test_output(output);
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0].name, "Own_landlock_ItSpins");
  EXPECT_FALSE(cases[0].failed());
  EXPECT_DOUBLE_EQ(cases[0].seconds, 0.012);
  EXPECT_EQ(cases[1].name, "Own_landlock_ItForks");
  ASSERT_TRUE(cases[1].failed());
  EXPECT_NE(cases[1].complaints[0].find("it got out"), std::string::npos);
  EXPECT_DOUBLE_EQ(cases[1].seconds, 1.5);
  EXPECT_EQ(cases[2].name, "HostileNetwork.NobodyListens");
  EXPECT_EQ(cases[2].skipped, "only root can ");
}

TEST(HostilePrograms, AnInstanceThatIsANumberKeepsItsTest) {
  const auto cases = read_test_output("[       OK ] Versions/OldKernel.NobodyIsSignalled/3 (1 ms)\n");
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].name, "OldKernel.NobodyIsSignalled/3");
}

TEST(HostilePrograms, ARepetitionAddsItsComplaintsWithItsNumber) {
  const std::vector<VerifiedCase> once = read_test_output(output);
  std::vector<VerifiedCase> attacks = once;
  add_repetition(attacks, once, 7);
  EXPECT_FALSE(attacks[0].failed());
  EXPECT_DOUBLE_EQ(attacks[0].seconds, 0.024);
  ASSERT_EQ(attacks[1].complaints.size(), 2u);
  EXPECT_EQ(attacks[1].complaints[1], "run 7: " + attacks[1].complaints[0]);
}

}  // namespace
}  // namespace gridmark::pipeline
