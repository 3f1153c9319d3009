#include "grader/report/verification_printer.h"

#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

VerifiedCase one(CaseKind kind, const std::string& name, bool failed = false) {
  VerifiedCase made;
  made.group = "lab9";
  made.name = name;
  made.kind = kind;
  made.points = 12;
  made.max_points = 20;
  made.seconds = 4.25;
  if (failed) made.complaints = {"quick: earned 2 of 2, expected less"};
  return made;
}

TEST(VerificationPrinter, ACaseIsALine) {
  EXPECT_EQ(print_case(one(CaseKind::cheat, "zeros"), {.width = 60}),
            "ok   cheat   lab9/zeros                  12 / 20     4.2 s\n");
}

TEST(VerificationPrinter, AComplaintStandsBelowItsLine) {
  EXPECT_EQ(print_case(one(CaseKind::twin, "zeros", true), {.width = 60}),
            "FAIL twin    lab9/zeros                  12 / 20     4.2 s\n"
            "     quick: earned 2 of 2, expected less\n");
}

TEST(VerificationPrinter, WhatAPatchChangesIsShownWhereItFailsOrOnRequest) {
  VerifiedCase mutant = one(CaseKind::mutant, "slow");
  mutant.diff = "--- a/a.cu\n-a\x1b\n+b\n";
  const std::string shown = "     --- a/a.cu\n     -a\\x1b\n     +b\n";
  EXPECT_EQ(print_case(mutant, {}).find("a.cu"), std::string::npos);
  EXPECT_TRUE(print_case(mutant, {}, true).ends_with(shown));
  mutant.complaints = {"earned 2, expected 1"};
  EXPECT_TRUE(print_case(mutant, {}).ends_with(shown));
}

TEST(VerificationPrinter, OnlyATerminalGetsColour) {
  EXPECT_EQ(print_case(one(CaseKind::cheat, "a"), {}).find('\033'), std::string::npos);
  EXPECT_NE(print_case(one(CaseKind::cheat, "a"), {.colour = true}).find('\033'), std::string::npos);
}

TEST(VerificationPrinter, TheClosingLineCounts) {
  const std::vector<VerifiedCase> good{one(CaseKind::cheat, "a"), one(CaseKind::cheat, "b"),
                                       one(CaseKind::twin, "c"), one(CaseKind::hostile, "d")};
  EXPECT_TRUE(print_closing(good).ends_with(
      "\n2 cheats earned nothing, 1 hostile contained, 1 twins at full points\n"));
}

TEST(VerificationPrinter, TheClosingLineDoesNotHideAFailure) {
  const std::string text = print_closing({one(CaseKind::cheat, "a"), one(CaseKind::cheat, "b", true)});
  EXPECT_NE(text.find("not as it must be:\n  lab9/b\n"), std::string::npos);
  EXPECT_NE(text.find("\n1 of 2 cheats earned nothing"), std::string::npos);
}

// A case that was skipped here was not proved to be contained.
TEST(VerificationPrinter, WhatWasSkippedIsNotCounted) {
  VerifiedCase skipped = one(CaseKind::hostile, "d");
  skipped.skipped = "only root can become another user";
  const std::string text = print_closing({skipped});
  EXPECT_NE(text.find("1 skipped: only root can become another user\n"), std::string::npos);
  EXPECT_NE(text.find("0 hostile contained"), std::string::npos);
}

}  // namespace
}  // namespace gridmark::report
