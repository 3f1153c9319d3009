#pragma once
// Each number that the lab asks for, beside the one that the grader has.
#include <map>
#include <string>
#include <vector>

#include "grader/core/test_result.h"
#include "grader/written/claims_block.h"
#include "protocol/plot.h"

namespace gridmark::written {

/// What the grader measured in this run.
struct GraderSide {
  const std::vector<TestResult>& tests;
  const std::vector<Measurement>& measurements;
  Device device = Device::emulated;
  ClaimSources sources;
  std::vector<Plot> plots = {};  ///< that the checker recorded
};

/// A value that the data behind a plot has for a claim.
struct DerivedValue {
  std::string what;  ///< "where cpu_ms crosses device_ms in results/sweep.csv"
  double least =
      0;  ///< the claim may say anything above this, up to `value`; as `value` where it must be exact
  double value = 0;
  bool known = true;         ///< false: the data does not have it, or cannot be read
  std::string doubted = {};  ///< the file that has it, where nothing in the run supports that
};
using DerivedValues = std::map<std::string, DerivedValue>;  ///< claim id -> value

/// Whether a claim says what `own` is: the same number, or the same to the digits that it shows, at least
/// three.
bool agrees(const PlainNumber& claimed, double own, double factor = 1);

/// One for each of `wanted`, in its order.
///
/// A counted or modelled value must agree to the digits that are shown. A time must agree within 25 % and
/// only where it was taken on the device that the grader has; what was timed on the emulated device is a time
/// of somebody's computer, and no two are the same.
std::vector<ComparedClaim> compare_claims(const std::vector<RequiredClaim>& wanted, const ClaimsBlock& block,
                                          const GraderSide& own, const DerivedValues& derived);

/// The check of the claims: those that agree or are not compared count as met, those that rest on doubted
/// data with a doubt.
WrittenCheck check_claims(const std::vector<ComparedClaim>& claims, const ClaimsBlock& block,
                          const DerivedValues& derived = {});

}  // namespace gridmark::written
