#pragma once
// Compares each number that the lab requires with the grader's value.
#include <map>
#include <string>
#include <vector>

#include "grader/core/test_result.h"
#include "grader/written/claims_block.h"
#include "protocol/plot.h"

namespace gridmark::written {

/// The grader's measurements in this run.
struct GraderSide {
  const std::vector<TestResult>& tests;
  const std::vector<Measurement>& measurements;
  Device device = Device::emulated;
  ClaimSources sources;
  std::vector<Plot> plots = {};  ///< recorded by the checker
};

/// A value for a claim from the data behind a plot.
struct DerivedValue {
  std::string what;  ///< "where cpu_ms crosses device_ms in results/sweep.csv"
  double least = 0;  ///< exclusive lower end for the claim, or `value` if it must be exact
  double value = 0;
  bool known = true;         ///< false: missing in the data, or the data cannot be read
  std::string doubted = {};  ///< the file with the value, if the run does not support it
};
using DerivedValues = std::map<std::string, DerivedValue>;  ///< claim id -> value

/// Whether a claim agrees with `own`: the same number, or the same to the digits that it shows, at least
/// three.
bool agrees(const PlainNumber& claimed, double own, double factor = 1);

/// One for each of `wanted`, in its order.
///
/// A counted or modelled value must agree to the shown digits. A time must agree within 25 %, but is compared
/// only if it was taken on the grader's device. A time from the emulated device depends on the student's
/// computer and is not compared.
std::vector<ComparedClaim> compare_claims(const std::vector<RequiredClaim>& wanted, const ClaimsBlock& block,
                                          const GraderSide& own, const DerivedValues& derived);

/// Checks the claims. Claims that agree or are not compared count as met. Claims from doubted data count with
/// a doubt.
WrittenCheck check_claims(const std::vector<ComparedClaim>& claims, const ClaimsBlock& block,
                          const DerivedValues& derived = {});

}  // namespace gridmark::written
