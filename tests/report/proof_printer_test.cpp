#include "grader/report/proof_printer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridmark::report {
namespace {

const Proof clean_proof{"demo", "curves", "1 curve", {}, {}};
const Proof broken_proof{"demo", "handout", "8 sections", {"has no hints\x1b[2J"}, {}};
const Proof noted{"other", "reach", "2 lines reach 2 tests", {}, {"Spare.Test never runs"}};

TEST(ProofPrinter, AProofIsALineWithItsComplaintsBelow) {
  EXPECT_EQ(print_proof(clean_proof, {.width = 60}), "ok   curves               1 curve\n");
  EXPECT_EQ(print_proof(broken_proof, {.width = 60}),
            "FAIL handout              8 sections\n"
            "       has no hints\\x1b[2J\n");
  EXPECT_EQ(print_proof(noted, {.width = 60}),
            "note reach                2 lines reach 2 tests\n"
            "       note: Spare.Test never runs\n");
}

TEST(ProofPrinter, TheClosingHasALineForEachLab) {
  EXPECT_EQ(print_proofs_closing({clean_proof, broken_proof, noted}),
            "demo: 1 of 2 proofs hold, not: handout\n"
            "other: all 1 proofs hold\n");
}

TEST(ProofPrinter, JsonSaysWhetherAllPassed) {
  const auto failed = nlohmann::json::parse(print_verification_json({}, {clean_proof, broken_proof}));
  EXPECT_EQ(failed["passed"], false);
  EXPECT_EQ(failed["proofs"][1]["holds"], false);
  EXPECT_EQ(failed["proofs"][1]["complaints"].size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(print_verification_json({}, {clean_proof, noted}))["passed"], true);
  VerifiedCase wrong;
  wrong.complaints = {"earned 2, expected 3"};
  wrong.diff = "-a\n+b\n";
  EXPECT_EQ(nlohmann::json::parse(print_verification_json({wrong}, {}))["cases"][0]["diff"], wrong.diff);
  EXPECT_EQ(nlohmann::json::parse(print_verification_json({wrong}, {clean_proof}))["passed"], false);
}

}  // namespace
}  // namespace gridmark::report
