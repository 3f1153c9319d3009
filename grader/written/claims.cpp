#include "grader/written/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest.h"
#include "grader/core/number_text.h"
#include "grader/core/test_pattern.h"
#include "grader/written/units.h"

namespace gridmark::written {
namespace {

constexpr int least_digits = 3;
constexpr double timed_tolerance = 0.25;

/// One claim on its way through the rules. The first rule that settles it ends the comparison.
class Comparison {
 public:
  Comparison(const RequiredClaim& wanted, const ClaimsBlock& block, const GraderSide& own,
             const DerivedValues& derived)
      : wanted_(wanted), block_(block), own_(own), derived_(derived) {
    result_.id = wanted.id;
    result_.title = wanted.title;
  }

  ComparedClaim run() {
    stated_ = block_.find(wanted_.id);
    if (stated_ == nullptr) return absent();
    result_.claimed = claimed_value(wanted_.unit);
    const auto factor = unit_factor(stated_->unit, wanted_.unit);
    if (!factor)
      return differs(
          stated_->unit.empty()
              ? fmt::format("{} has no unit, expected \"{}\"", wanted_.id, wanted_.unit)
              : fmt::format("{} is in \"{}\", expected \"{}\"", wanted_.id, stated_->unit, wanted_.unit));
    factor_ = *factor;
    result_.standing = ClaimStanding::agrees;
    if (!wanted_.measurement.empty() && !hold_against_measurement()) return result_;
    if (const auto found = derived_.find(wanted_.id); found != derived_.end())
      hold_against_data(found->second);
    return result_;
  }

 private:
  Measurement claimed_value(const std::string& unit) const {
    return {wanted_.id,
            stated_->number.value,
            stated_->unit.empty() ? unit : stated_->unit,
            own_.device,
            wanted_.flavour,
            Provenance::claimed,
            "",
            Place{report_name, stated_->line},
            {}};
  }

  ComparedClaim absent() {
    const WrittenFinding* why = block_.finding_about(wanted_.id);
    std::vector<std::string> there;
    for (const StatedClaim& claim : block_.claims) there.push_back(claim.id);
    const auto near = nearest(wanted_.id, there);
    result_.standing = ClaimStanding::absent;
    result_.reason = why != nullptr     ? why->reason
                     : block_.line == 0 ? "there is no block of claims. It begins with a line of ```claims"
                                        : fmt::format("{} is not claimed{}", wanted_.id,
                                                      near ? "; did you mean \"" + *near + "\"?" : "");
    return result_;
  }

  ComparedClaim differs(std::string reason) {
    result_.standing = ClaimStanding::differs;
    result_.reason = std::move(reason);
    return result_;
  }

  const Measurement* own_measurement() const {
    const auto source = own_.sources.find(wanted_.id);
    for (const Measurement& seen : own_.measurements)
      if (seen.name == wanted_.measurement && seen.device == own_.device && std::isfinite(seen.value) &&
          (source == own_.sources.end() || seen.flavour == source->second.flavour))
        return &seen;
    return nullptr;
  }

  std::string why_unverifiable() const {
    const auto source = own_.sources.find(wanted_.id);
    const std::string_view pattern = source == own_.sources.end() ? "*" : source->second.from;
    for (const TestResult& test : own_.tests)
      if (matches(pattern, test.name) && test.outcome != Outcome::passed)
        return fmt::format("gridmark has no value for {}: the test {} did not pass", wanted_.id, test.name);
    return fmt::format("gridmark has no value for {}: nothing was measured", wanted_.id);
  }

  /// False if the comparison is settled.
  bool hold_against_measurement() {
    const Measurement* own = own_measurement();
    if (own == nullptr) {
      result_.standing = ClaimStanding::unverifiable;
      result_.reason = why_unverifiable();
      return false;
    }
    result_.own = *own;
    if (own->provenance == Provenance::measured) return compare_time(*own);
    const auto to_wanted = unit_factor(own->unit, wanted_.unit);
    if (agrees(stated_->number, own->value * to_wanted.value_or(1), factor_)) return true;
    const bool few_digits = agrees({stated_->number.value, least_digits, stated_->number.step},
                                   own->value * to_wanted.value_or(1), factor_);
    differs(few_digits ? fmt::format("{} shows {} digit{}, expected at least {}. gridmark has {}", wanted_.id,
                                     stated_->number.digits, stated_->number.digits == 1 ? "" : "s",
                                     least_digits, value_text(own->value, own->unit))
                       : fmt::format("{} is claimed as {}, and gridmark {} {}", wanted_.id, claimed_text(),
                                     name_of(own->provenance), value_text(own->value, own->unit)));
    return false;
  }

  bool compare_time(const Measurement& own) {
    const bool timed_on_emulated = block_.device.starts_with("emulated");
    if (own.device == Device::emulated || timed_on_emulated) {
      result_.standing = ClaimStanding::not_compared;
      result_.reason = "claimed on another device: not compared";
      return false;
    }
    const double claimed = stated_->number.value * factor_;
    const double seen = own.value * unit_factor(own.unit, wanted_.unit).value_or(1);
    if (std::abs(claimed - seen) <= timed_tolerance * std::abs(seen)) return true;
    differs(fmt::format("{} is claimed as {}, and gridmark measured {}. They must agree within 25 %",
                        wanted_.id, claimed_text(), value_text(own.value, own.unit)));
    return false;
  }

  void hold_against_data(const DerivedValue& data) {
    if (!data.known) {
      result_.standing = ClaimStanding::unverifiable;
      result_.reason = fmt::format("nothing tells {}", data.what);
      return;
    }
    if (!result_.own)
      result_.own = Measurement{data.what,           data.value, wanted_.unit, own_.device, Flavour::fast,
                                Provenance::claimed, "",         {},           {}};
    const double claimed = stated_->number.value * factor_;
    const bool between = claimed > data.least && claimed <= data.value;
    if (between || agrees(stated_->number, data.value, factor_)) return;
    differs(fmt::format("{} is claimed as {}, and {} is {}", wanted_.id, claimed_text(), data.what,
                        value_text(data.value, wanted_.unit)));
  }

  std::string claimed_text() const { return value_text(stated_->number.value, stated_->unit); }

  const RequiredClaim& wanted_;
  const ClaimsBlock& block_;
  const GraderSide& own_;
  const DerivedValues& derived_;
  const StatedClaim* stated_ = nullptr;
  double factor_ = 1;
  ComparedClaim result_;
};

void doubt_claim(const ComparedClaim& claim, const DerivedValues& derived, WrittenCheck& check) {
  const auto found = derived.find(claim.id);
  if (found == derived.end() || found->second.doubted.empty()) return;
  ++check.doubted;
  check.doubts.push_back(
      {fmt::format("{} rests on {}, which waits for review", claim.id, found->second.doubted),
       claim.claimed ? claim.claimed->place : std::nullopt});
}

}  // namespace

bool agrees(const PlainNumber& claimed, double own, double factor) {
  const double value = claimed.value * factor, half_step = claimed.step * factor / 2;
  const double rounding = 1e-9 * std::abs(own);
  if (std::abs(value - own) <= rounding) return true;
  return claimed.digits >= least_digits && std::abs(value - own) <= half_step + rounding;
}

std::vector<ComparedClaim> compare_claims(const std::vector<RequiredClaim>& wanted, const ClaimsBlock& block,
                                          const GraderSide& own, const DerivedValues& derived) {
  std::vector<ComparedClaim> all;
  for (const RequiredClaim& claim : wanted) all.push_back(Comparison(claim, block, own, derived).run());
  return all;
}

WrittenCheck check_claims(const std::vector<ComparedClaim>& claims, const ClaimsBlock& block,
                          const DerivedValues& derived) {
  WrittenCheck check{WrittenAspect::claims, 0, static_cast<int>(claims.size()), {}};
  const auto add = [&](WrittenFinding finding) {
    if (std::find(check.findings.begin(), check.findings.end(), finding) == check.findings.end())
      check.findings.push_back(std::move(finding));
  };
  for (const ComparedClaim& claim : claims) {
    if (claim.standing == ClaimStanding::agrees || claim.standing == ClaimStanding::not_compared) {
      ++check.met;
      doubt_claim(claim, derived, check);
      continue;
    }
    const WrittenFinding* line = claim.claimed ? nullptr : block.finding_about(claim.id);
    const int own_line = claim.claimed && claim.claimed->place ? claim.claimed->place->line : block.line;
    add({claim.reason, line != nullptr ? line->place : Place{report_name, own_line}});
  }
  for (const WrittenFinding& finding : block.findings) add(finding);
  return check;
}

}  // namespace gridmark::written
