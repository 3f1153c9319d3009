#include "grader/written/claims.h"

#include <gtest/gtest.h>

namespace gridmark::written {
namespace {

ClaimsBlock block(const std::string& lines) {
  return read_claims(read_markdown("```claims\n" + lines + "```\n")->fences);
}

struct Own {
  std::vector<TestResult> tests{{"Counted.Tiled", Outcome::passed, "", {}, "", 0, {}}};
  std::vector<Measurement> measurements{
      {"tiled.ratio", 0.03125, "ratio", Device::emulated, Flavour::counted, Provenance::counted, "", {}, {}}};
  DerivedValues derived;
  RequiredClaim wanted{"tiled", "", "ratio", "tiled.ratio", "", Flavour::counted};

  ComparedClaim compare(const std::string& line) const {
    const GraderSide side{
        tests, measurements, Device::emulated, {{"tiled", {"Counted.Tiled", Flavour::counted}}}};
    return compare_claims({wanted}, block(line + "\n"), side, derived).at(0);
  }
  ClaimStanding standing(const std::string& line) const { return compare(line).standing; }
};

TEST(ClaimsBlock, ReadsLinesWithUnitsAndComments) {
  const ClaimsBlock read = block("# all\n\na = 1.5 ms  # one\nb=3\n device = cuda, T4\nc = -2e3 GB/s\n");
  ASSERT_EQ(read.claims.size(), 3u);
  EXPECT_TRUE(read.findings.empty());
  EXPECT_EQ(read.claims[0].unit, "ms");
  EXPECT_EQ(read.claims[0].line, 4);
  EXPECT_EQ(read.claims[2].number.value, -2000);
  EXPECT_EQ(read.device, "cuda, T4");
}

TEST(ClaimsBlock, EachBadLineIsNamed) {
  const auto finding = [](const std::string& line) {
    const ClaimsBlock read = block("ok = 1\n" + line + "\n");
    if (read.findings.size() != 1) return std::to_string(read.findings.size()) + " findings";
    return std::to_string(read.findings[0].place->line) + ": " + read.findings[0].reason;
  };
  EXPECT_EQ(finding("tiled 3"), "3: found \"tiled 3\", expected a line such as `id = 0.125 ratio`");
  EXPECT_EQ(finding("Tiled = 3"), "3: found the id \"Tiled\", expected one of a-z, 0-9 and _");
  EXPECT_EQ(finding("tiled ="), "3: tiled has no value yet");
  EXPECT_EQ(finding("tiled = TODO"), "3: tiled has no value yet");
  const std::string expected = ", expected a decimal number such as 0.125 or 3.3e7, a blank, and the unit";
  EXPECT_EQ(finding("tiled = nan"), "3: tiled is \"nan\"" + expected);
  EXPECT_EQ(finding("tiled = 0x1p-5"), "3: tiled is \"0x1p-5\"" + expected);
  EXPECT_EQ(finding("tiled = 0,03 ratio"), "3: tiled is \"0,03\"" + expected);
  EXPECT_EQ(finding("ok = 2"), "3: ok is claimed twice, first in line 2. Claim it once");
}

// Two numbers for one id would be two guesses.
TEST(ClaimsBlock, AnIdThatIsClaimedTwiceIsNotTaken) { EXPECT_TRUE(block("a = 1\na = 2\n").claims.empty()); }

TEST(Claims, CountedValuesAgreeToTheDigitsShownAtLeastThree) {
  const Own own;
  for (const char* line :
       {"tiled = 0.03125 ratio", "tiled = 0.0313", "tiled = 3.125 %", "tiled = 3.13e-2 x", "tiled = 0.0312"})
    EXPECT_EQ(own.standing(line), ClaimStanding::agrees) << line;
  for (const char* line : {"tiled = 0.0314", "tiled = 0.031250001", "tiled = 32", "tiled = -0.03125"})
    EXPECT_EQ(own.standing(line), ClaimStanding::differs) << line;
  EXPECT_EQ(own.compare("tiled = 0.03").reason,
            "tiled shows 1 digit, expected at least 3. gridmark has 0.03125");
  EXPECT_EQ(own.compare("tiled = 0.25").reason, "tiled is claimed as 0.25, and gridmark counted 0.03125");
}

TEST(Claims, ExactValuesNeedNoDigits) {
  EXPECT_TRUE(agrees(*plain_number("0"), 0));
  EXPECT_TRUE(agrees(*plain_number("4"), 4));
  EXPECT_FALSE(agrees(*plain_number("4"), 4.2));
  EXPECT_TRUE(agrees(*plain_number("8.39e6"), 8388608));
}

TEST(Claims, UnitsAreConvertedOrRefused) {
  Own own;
  own.wanted.unit = own.measurements[0].unit = "bytes";
  own.measurements[0].value = 3 * 1024;
  EXPECT_EQ(own.standing("tiled = 3 KiB"), ClaimStanding::agrees);
  EXPECT_EQ(own.standing("tiled = 3.07 kB"), ClaimStanding::agrees);
  EXPECT_EQ(own.compare("tiled = 3 ms").reason, "tiled is in \"ms\", expected \"bytes\"");
  EXPECT_EQ(own.compare("tiled = 3").reason, "tiled has no unit, expected \"bytes\"");
}

TEST(Claims, AMissingOneNamesItsNeighbour) {
  const Own own;
  EXPECT_EQ(own.compare("tield = 1").reason, "tiled is not claimed; did you mean \"tield\"?");
  EXPECT_EQ(
      compare_claims({own.wanted}, {}, {own.tests, own.measurements, Device::emulated, {}}, {}).at(0).reason,
      "there is no block of claims. It begins with a line of ```claims");
}

TEST(Claims, WithoutAValueOfTheGradersNothingIsBelieved) {
  Own own;
  own.measurements.clear();
  own.tests[0].outcome = Outcome::crashed;
  EXPECT_EQ(own.standing("tiled = 0.03125"), ClaimStanding::unverifiable);
  EXPECT_EQ(own.compare("tiled = 0.03125").reason,
            "gridmark has no value for tiled: the test Counted.Tiled did not pass");
}

TEST(Claims, TimesAgreeWithinAQuarterOnTheSameDeviceAlone) {
  Own own;
  own.wanted.unit = own.measurements[0].unit = "ms";
  own.measurements[0].value = 100;
  own.measurements[0].provenance = Provenance::measured;
  EXPECT_EQ(own.standing("tiled = 7 ms"), ClaimStanding::not_compared);
  own.measurements[0].device = Device::cuda;
  const GraderSide side{own.tests, own.measurements, Device::cuda, {}};
  const auto standing = [&](const std::string& lines) {
    return compare_claims({own.wanted}, block(lines), side, {}).at(0).standing;
  };
  EXPECT_EQ(standing("device = cuda\ntiled = 124 ms\n"), ClaimStanding::agrees);
  EXPECT_EQ(standing("device = cuda\ntiled = 126 ms\n"), ClaimStanding::differs);
  EXPECT_EQ(standing("device = cuda\ntiled = 0.08 s\n"), ClaimStanding::agrees);
  EXPECT_EQ(standing("tiled = 126 ms\n"), ClaimStanding::not_compared);
}

TEST(Claims, WhatDataSaysIsHeldAgainstTheClaim) {
  Own own;
  own.wanted.measurement = "";
  own.derived["tiled"] = {"the n where a falls below b in results/x.csv", 100, 128, true};
  EXPECT_EQ(own.standing("tiled = 128"), ClaimStanding::agrees);
  EXPECT_EQ(own.standing("tiled = 110"), ClaimStanding::agrees);
  EXPECT_EQ(own.standing("tiled = 100"), ClaimStanding::differs);
  EXPECT_EQ(own.compare("tiled = 500").reason,
            "tiled is claimed as 500, and the n where a falls below b in results/x.csv is 128");
  own.derived["tiled"].known = false;
  EXPECT_EQ(own.standing("tiled = 128"), ClaimStanding::unverifiable);
}

}  // namespace
}  // namespace gridmark::written
