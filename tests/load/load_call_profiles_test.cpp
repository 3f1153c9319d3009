#include "grader/load/load_call_profiles.h"

#include <gmock/gmock.h>

namespace gridmark::load {
namespace {

using testing::HasSubstr;

const std::string global = R"({"requests": 1, "sectors": 8, "ideal_sectors": 4, "bytes": 128})";
const std::string shared = R"({"requests": 2, "wavefronts": 6, "ideal_wavefronts": 2})";
const std::string counts = R"({"launches": 1, "flops": 64, "loads": )" + global + R"(, "stores": )" + global +
                           R"(, "shared": )" + shared + "}";
const std::string head = R"x({"operation": "f", "call": "f(n=1)", "counts": )x" + counts;
const std::string line =
    R"({"file": "a.cu", "line": 3, "kernel": "k", "loads": )" + global + R"(, "stores": )" + global +
    R"(, "shared": )" + shared +
    R"(, "examples": [{"kind": "store", "bytes": 4, "lanes": [0, 7], "offsets": [0, 64]}]})";

TEST(CallProfiles, AreReadLineByLine) {
  const auto calls = load_call_profiles(head + R"(, "lines": [)" + line + "]}\n" + head + "}\n");
  ASSERT_TRUE(calls) << calls.error().message;
  ASSERT_EQ(calls->size(), 2u);
  EXPECT_EQ(calls->at(0).counts.flops, 64);
  EXPECT_EQ(calls->at(0).counts.shared.conflicts(), 4);
  ASSERT_EQ(calls->at(0).lines.size(), 1u);
  EXPECT_EQ(calls->at(0).lines[0].place, (Place{"a.cu", 3}));
  EXPECT_EQ(calls->at(0).lines[0].cost(), 8 + 8 + 6);
  EXPECT_EQ(calls->at(0).lines[0].examples,
            (std::vector<WarpAccess>{{WarpAccess::Kind::store, 4, {0, 7}, {0, 64}}}));
  EXPECT_TRUE(calls->at(1).lines.empty());
}

TEST(CallProfiles, ARequestThatNoWarpMakesIsRefused) {
  const auto complaint = [](const std::string& from, const std::string& to) {
    std::string text = head + R"(, "lines": [)" + line + "]}\n";
    text.replace(text.find(from), from.size(), to);
    const auto calls = load_call_profiles(text);
    return calls ? "none" : calls.error().where + ": " + calls.error().message;
  };
  const std::string at = "call profile:1: /lines/0/examples/0";
  EXPECT_EQ(complaint("[0, 7]", "[7, 7]"), at + "/lanes/1: found 7, expected lanes in rising order");
  EXPECT_EQ(complaint("[0, 7]", "[0, 32]"), at + "/lanes/1: found 32, expected a lane, 0 to 31");
  EXPECT_THAT(complaint("[0, 64]", "[0]"), HasSubstr("expected one offset for each lane"));
  EXPECT_THAT(complaint("\"store\"", "\"stor\""), HasSubstr("/kind"));
}

TEST(CallProfiles, WhatIsNoneIsNamedWithItsLine) {
  const auto refused = load_call_profiles(head + "}\n" + R"({"operation": "f"})" + "\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "call profile:2");
  EXPECT_FALSE(load_call_profiles("nonsense\n"));
  EXPECT_FALSE(load_call_profiles(R"({"operation": "f", "call": "f", "counts": {"launches": -1}})"));
}

TEST(Reference, IsReadAndItsMistakesAreNamed) {
  const auto calls = load_reference(R"({"calls": [)" + head + "}]}", "labs/x/reference.json");
  ASSERT_TRUE(calls) << calls.error().message;
  EXPECT_EQ(calls->at(0).call, "f(n=1)");
  const auto refused = load_reference(R"({"cals": []})", "labs/x/reference.json");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "labs/x/reference.json: /cals");
  EXPECT_THAT(refused.error().message, HasSubstr("did you mean \"calls\""));
}

}  // namespace
}  // namespace gridmark::load
