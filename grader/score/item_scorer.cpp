#include "grader/score/item_scorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest.h"
#include "grader/core/number_text.h"
#include "grader/score/build_reason.h"
#include "grader/score/paired_timing_score.h"
#include "grader/score/points_on_curve.h"
#include "grader/score/selection.h"
#include "grader/score/test_summary.h"
#include "grader/score/written_item.h"

namespace gridmark::score {
namespace {

void settle(ItemScore& score, Outcome outcome, std::string reason, std::optional<Place> place = {},
            std::optional<Cause> cause = {}) {
  score.points = 0;
  score.outcome = outcome;
  const bool open = outcome == Outcome::not_run || outcome == Outcome::review ||
                    outcome == Outcome::deferred || outcome == Outcome::ungraded;
  score.verdict = open ? Verdict::inconclusive : Verdict::fail;
  score.open = open && outcome != Outcome::not_run ? score.max_points : Points(0);
  score.reason = std::move(reason);
  score.place = std::move(place);
  score.cause = std::move(cause);
}

/// "1.05 or less earns all 3 points"
std::string goal(const Target& target, Points worth) {
  const char* side = target.curve.better == Curve::Better::lower ? "less" : "more";
  const std::string all = worth == Points(1) ? "the point" : "all " + points_words(worth);
  return fmt::format("{} or {} earns {}", value_text(target.curve.knots.front().limit, target.unit), side,
                     all);
}

std::string shortfall(const Measurement& seen, const Target& target, Points worth) {
  std::string what = one_line(seen.detail);
  if (what.ends_with('.')) what.pop_back();
  if (what.empty()) what = fmt::format("{} is {}", seen.name, value_text(seen.value, seen.unit));
  return what + "; " + goal(target, worth);
}

tl::unexpected<Error> bad_measurement(const Target& target, const std::string& found,
                                      const std::string& hint = "") {
  return failure(
      Error::Source::checker, "checker results",
      fmt::format("found {}, expected \"{}\" once, in \"{}\", from the {} build in the test {}{}", found,
                  target.measurement, target.unit, name_of(target.flavour), target.from, hint));
}

}  // namespace

ItemScorer::ItemScorer(const Evidence& evidence) : seen_(evidence) {
  for (std::size_t c = 0; c < seen_.rubric.criteria.size(); ++c) {
    const Criterion& criterion = seen_.rubric.criteria[c];
    for (std::size_t i = 0; i < criterion.items.size(); ++i) {
      const Item& item = criterion.items[i];
      items_[item.id] = &item;
      pointers_[item.id] = fmt::format("/criteria/{}/items/{}", c, i);
      criteria_[item.id] = criterion.id;
    }
  }
}

Result<ItemScore> ItemScorer::score(const Item& item) {
  if (const auto known = done_.find(item.id); known != done_.end()) return known->second;
  ItemScore score = blank(item);
  const bool by_text = item.is_written();  // no build or test decides it
  bool settled = !by_text && (no_target(item, score) || failed_build(item, score));
  for (const auto rule :
       {&ItemScorer::unmet_need, &ItemScorer::written_part, &ItemScorer::failed_tests, &ItemScorer::earn}) {
    if (settled) break;
    settled = TRY((this->*rule)(item, score));
  }
  score.run = std::max(score.run, run_of(score));
  done_[item.id] = score;
  return score;
}

/// The latest run that took part in the score.
int ItemScorer::run_of(const ItemScore& score) const {
  int run = 0;
  for (const Measurement& seen : score.measurements) run = std::max(run, seen.run);
  for (const TestResult& test : seen_.results.tests)
    if (std::find(score.tests.begin(), score.tests.end(), test.name) != score.tests.end())
      run = std::max(run, test.run);
  return run;
}

ItemScore ItemScorer::blank(const Item& item) const {
  ItemScore score;
  score.id = item.id;
  score.title = item.title;
  score.criterion = criteria_.at(item.id);
  score.max_points = item.points;
  score.by_hand = item.manual;
  if (const Target* target = target_of(item, seen_.facts.device)) {
    score.curve = target->curve;
    score.calibrated = target->calibrated;
  }
  return score;
}

std::string ItemScorer::where(const Item& item) const {
  const std::string key =
      item.tests.empty() ? fmt::format("targets/{}/from", name_of(seen_.facts.device)) : std::string("tests");
  return fmt::format("{}: {}/{}", seen_.lab.rubric.string(), pointers_.at(item.id), key);
}

bool ItemScorer::no_target(const Item& item, ItemScore& score) const {
  if (!item.tests.empty() || target_of(item, seen_.facts.device) != nullptr) return false;
  settle(score, Outcome::not_run,
         fmt::format("the rubric has no target for the {} device", name_of(seen_.facts.device)));
  return true;
}

bool ItemScorer::failed_build(const Item& item, ItemScore& score) const {
  const Target* target = target_of(item, seen_.facts.device);
  const Flavour own = target == nullptr ? Flavour::fast : target->flavour;
  for (const Flavour needed : {Flavour::fast, own})
    for (const Build& build : seen_.builds) {
      const Device on = needed == Flavour::counted ? Device::emulated : seen_.facts.device;
      if (build.device != on || build.flavour != needed || build.outcome == Outcome::passed) continue;
      const BuildFailure why = explain_build(build, seen_.submission.missing);
      const std::string reason = one_line(why.reason);
      settle(score, why.outcome, reason, why.place, Cause{Cause::Kind::not_built, reason});
      return true;
    }
  return false;
}

Result<bool> ItemScorer::unmet_need(const Item& item, ItemScore& settled) {
  for (const std::string& id : item.needs) {
    const auto needed = TRY(score(*items_.at(id)));
    if (needed.verdict == Verdict::pass) continue;
    settle(settled, needed.outcome, fmt::format("needs full points in {} first", id), needed.place);
    settled.unmet_need = id;
    settled.run = needed.run;
    if (needed.points + needed.open < needed.max_points) settled.open = 0;
    return true;
  }
  return false;
}

Result<bool> ItemScorer::written_part(const Item& item, ItemScore& score) {
  if (item.report) score_report(item, *item.report, seen_.facts.written, decision_on(item), score);
  if (item.manual) score_manual(item, seen_.facts.manual, seen_.facts.written, score);
  return item.is_written();
}

const ReviewDecision* ItemScorer::decision_on(const Item& item) const {
  const auto& all = seen_.facts.reviews;
  const auto last = std::find_if(all.rbegin(), all.rend(),
                                 [&](const ReviewDecision& decision) { return decision.item == item.id; });
  return last == all.rend() ? nullptr : &*last;
}

/// The tests after the person's decision about the evidence.
std::vector<TestResult> ItemScorer::tests_as_decided(const Item& item) const {
  std::vector<TestResult> tests = seen_.results.tests;
  const ReviewDecision* decision = decision_on(item);
  if (decision == nullptr) return tests;
  for (TestResult& test : tests)
    if (test.outcome == Outcome::review) {
      test.outcome = decision->accepted ? Outcome::passed : Outcome::forbidden;
      test.reason += fmt::format("; {} rejected it: {}", decision->by, decision->reason);
    }
  return tests;
}

Result<bool> ItemScorer::failed_tests(const Item& item, ItemScore& score) {
  const auto summary =
      TRY(summarise_tests(tests_as_decided(item), patterns_of(item, seen_.facts.device), where(item)));
  score.tests = summary.names;
  if (summary.outcome == Outcome::passed) return false;
  settle(score, summary.outcome, summary.reason, summary.place, summary.cause);
  return true;
}

Result<bool> ItemScorer::earn(const Item& item, ItemScore& score) {
  score.outcome = Outcome::passed;
  score.points = item.points;
  if (const Target* target = target_of(item, seen_.facts.device)) {
    if (const Deferral* deferral = deferral_of(*target)) {
      settle(score, Outcome::deferred,
             fmt::format("was not timed: {}. A grade on a quieter machine may earn up to {}",
                         one_line(deferral->reason), points_words(item.points)));
      score.run = deferral->run;
      return true;
    }
    const auto found = find_measurement(*target);
    if (!found && decision_on(item) != nullptr) {
      settle(score, Outcome::forbidden, "was accepted in review, but there is no value to score");
      return true;
    }
    if (!found) return tl::unexpected<Error>(found.error());
    Measurement seen = **found;
    if (seen.paired_timing.has_value() != target->paired_timing_seconds.has_value())
      return bad_measurement(*target, seen.paired_timing ? "a paired timing" : "no paired timing",
                             seen.paired_timing
                                 ? ". A target with a paired timing needs the key \"paired_timing\""
                                 : ". The target has the key \"paired_timing\"");
    if (seen.paired_timing) return earn_by_paired_timing(item, std::move(seen), score);
    seen.threshold = target->curve.knots.front().limit;
    score.points = points_on_curve(seen.value, target->curve, item.points);
    if (score.points < item.points) {
      score.reason = shortfall(seen, *target, item.points);
      score.place = seen.place;
      score.cause = seen.cause;
    }
    score.measurements.push_back(std::move(seen));
  }
  score.verdict = score.points == item.points ? Verdict::pass : Verdict::fail;
  return true;
}

bool ItemScorer::earn_by_paired_timing(const Item& item, Measurement seen, ItemScore& score) const {
  const Target& target = *target_of(item, seen_.facts.device);
  const PairedTimingScore paired_timing = score_paired_timing(*seen.paired_timing, target.curve, item.points);
  seen.threshold = target.curve.knots.front().limit;
  score.points = paired_timing.points;
  score.verdict = paired_timing.verdict;
  if (paired_timing.verdict == Verdict::inconclusive) {
    score.outcome = Outcome::deferred;
    score.open = paired_timing.at_most - paired_timing.points;
    score.reason = inconclusive_reason(seen, paired_timing);
  }
  if (paired_timing.verdict == Verdict::fail) score.reason = shortfall(seen, target, item.points);
  seen.paired_timing->processes.clear();  // the record has the samples once, outside of the items
  score.measurements.push_back(std::move(seen));
  return true;
}

const Deferral* ItemScorer::deferral_of(const Target& target) const {
  const auto& all = seen_.results.deferred;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Deferral& deferral) {
    return target.paired_timing_seconds && deferral.measurement == target.measurement;
  });
  return found == all.end() ? nullptr : &*found;
}

Result<const Measurement*> ItemScorer::find_measurement(const Target& target) const {
  const Measurement* found = nullptr;
  std::vector<std::string> names;
  const Device device = target.flavour == Flavour::counted ? Device::emulated : seen_.facts.device;
  for (const Measurement& seen : seen_.results.measurements) {
    names.push_back(seen.name);
    const bool same =
        seen.name == target.measurement && seen.flavour == target.flavour && seen.device == device;
    if (same && found != nullptr) return bad_measurement(target, "it twice");
    if (same) found = &seen;
  }
  if (found == nullptr)
    return bad_measurement(target, "no such measurement", suggestion(target.measurement, names));
  if (!std::isfinite(found->value)) return bad_measurement(target, "the value " + number_text(found->value));
  if (found->unit != target.unit) return bad_measurement(target, "the unit \"" + found->unit + "\"");
  return found;
}

}  // namespace gridmark::score
