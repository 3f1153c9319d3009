#include "grader/proofs/rubric_proofs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/nearest.h"
#include "grader/core/number_text.h"
#include "grader/core/test_pattern.h"
#include "grader/score/points_on_curve.h"
#include "grader/score/selection.h"

namespace gridmark::proofs {
namespace {

std::string count(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

Proof named(const Rubric& rubric, const char* name) { return {rubric.lab, name, "", {}, {}}; }

/// Values around all knots, best first: each knot, nine steps between two, and beyond both ends.
std::vector<double> sampled(const Curve& curve) {
  const double towards_worse = curve.better == Curve::Better::lower ? 1 : -1;
  const double span = std::max(std::abs(curve.knots.back().limit - curve.knots.front().limit), 1.0);
  std::vector<double> values{curve.knots.front().limit - towards_worse * span};
  for (std::size_t i = 0; i < curve.knots.size(); ++i) {
    const double here = curve.knots[i].limit;
    values.push_back(here);
    const double next = i + 1 < curve.knots.size() ? curve.knots[i + 1].limit : here + towards_worse * span;
    for (int step = 1; step < 10; ++step) values.push_back(here + (next - here) * step / 10);
  }
  values.push_back(curve.knots.back().limit + towards_worse * span);
  return values;
}

void check_curve(const Item& item, const Target& target, Proof& proof) {
  Points before = item.points;
  for (const double value : sampled(target.curve)) {
    const Points earned = score::points_on_curve(value, target.curve, item.points);
    if (earned > before || earned < Points(0)) {
      proof.complaints.push_back(fmt::format("{}: {} earns {}, and a better value {}: a curve must not rise",
                                             item.id, value_text(value, target.unit), points_text(earned),
                                             points_text(before)));
      return;
    }
    before = earned;
  }
  if (score::points_on_curve(target.curve.knots.front().limit, target.curve, item.points) != item.points)
    proof.complaints.push_back(fmt::format("{}: its first limit, {}, does not earn all points", item.id,
                                           value_text(target.curve.knots.front().limit, target.unit)));
}

bool meets(const std::string& pattern, const std::vector<TestResult>& tests) {
  return std::any_of(tests.begin(), tests.end(),
                     [&](const TestResult& test) { return matches(pattern, test.name); });
}

void check_target(const Item& item, const Target& target, const CheckerResults& seen, Proof& proof) {
  std::vector<std::string> names;
  for (const Measurement& one : seen.measurements) {
    names.push_back(one.name);
    if (one.name != target.measurement) continue;
    if (!matches(target.from, one.test))
      proof.complaints.push_back(fmt::format("{}: {} is recorded by the test {}, and \"from\" names {}",
                                             item.id, target.measurement, one.test, target.from));
    return;
  }
  proof.complaints.push_back(fmt::format("{}: no test records {}{}", item.id, target.measurement,
                                         suggestion(target.measurement, names)));
}

bool looks_at(const Item& item, Device device, const TestResult& test) {
  const std::vector<std::string> patterns = score::patterns_of(item, device);
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, test.name); });
}

/// Warns if an item is marked as long but --quick runs its test for another item, because the mark then saves
/// no time.
void check_marks(const Rubric& rubric, Device device, const CheckerResults& seen, Proof& proof) {
  const auto quick = score::asked_items(rubric, device, {.only = {}, .quick = true});
  if (!quick) return;
  for (const Item* item : items_of(rubric))
    for (const Item* other : score::with_needed(rubric, *quick))
      for (const TestResult& test : seen.tests)
        if (!item->quick && looks_at(*item, device, test) && looks_at(*other, device, test))
          proof.warnings.push_back(fmt::format("{}: --quick leaves it out, and runs its test {} for {}",
                                               item->id, test.name, other->id));
}

bool stopped_badly(Outcome outcome) {
  return outcome == Outcome::crashed || outcome == Outcome::timed_out || outcome == Outcome::out_of_memory ||
         outcome == Outcome::output_limit || outcome == Outcome::forbidden || outcome == Outcome::review;
}

bool loses(const SubmissionCase& one, const std::string& id) {
  return std::find(one.loses.begin(), one.loses.end(), id) != one.loses.end();
}

/// Whether the case loses the item directly, and not through an item that it needs.
bool loses_itself(const SubmissionCase& one, const Item& item) {
  return loses(one, item.id) && std::none_of(item.needs.begin(), item.needs.end(),
                                             [&](const std::string& needed) { return loses(one, needed); });
}

const Item* item_named(const Rubric& rubric, const std::string& id) {
  for (const Item* item : items_of(rubric))
    if (item->id == id) return item;
  return nullptr;
}

/// The items that only a person decides: "; a person gives report_analysis". Empty if there are none.
std::string persons_part(const Rubric& rubric) {
  std::vector<std::string> ids;
  for (const Item* item : items_of(rubric))
    if (!is_automatic(*item)) ids.push_back(item->id);
  return ids.empty() ? "" : fmt::format("; a person gives {}", fmt::join(ids, ", "));
}

}  // namespace

bool is_automatic(const Item& item) { return !item.manual; }

Proof prove_curves(const Rubric& rubric) {
  Proof proof = named(rubric, "curves");
  std::size_t curves = 0;
  for (const Item* item : items_of(rubric))
    for (const auto& [device, target] : item->targets) {
      check_curve(*item, target, proof);
      ++curves;
    }
  proof.found = count(curves, "curve") + ", from all points down to none";
  return proof;
}

Proof prove_reach(const Rubric& rubric, Device device, const CheckerResults& seen,
                  const std::vector<std::string>& registered) {
  Proof proof = named(rubric, "reach");
  std::size_t lines = 0;
  std::vector<std::string> patterns;
  for (const Item* item : items_of(rubric)) {
    if (!is_automatic(*item)) continue;
    ++lines;
    for (const std::string& pattern : score::patterns_of(*item, device)) {
      patterns.push_back(pattern);
      if (!meets(pattern, seen.tests))
        proof.complaints.push_back(
            fmt::format("{}: no test is named {}{}", item->id, pattern, suggestion(pattern, registered)));
    }
    if (const Target* target = score::target_of(*item, device)) check_target(*item, *target, seen, proof);
    for (const auto& [other, target] : item->targets)
      patterns.push_back(target.from);  // a test of another device's target
  }
  for (const std::string& test : registered)
    if (std::none_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, test); }))
      proof.warnings.push_back(fmt::format("no item of the rubric reaches the test {}: it never runs", test));
  check_marks(rubric, device, seen, proof);
  proof.found = fmt::format("{} reach {}", count(lines, "line"), count(seen.tests.size(), "test"));
  return proof;
}

Proof prove_losable(const Rubric& rubric, const std::vector<SubmissionCase>& cases) {
  Proof proof = named(rubric, "losable");
  std::size_t lines = 0, mutants = 0;
  for (const SubmissionCase& one : cases) mutants += one.kind == CaseKind::mutant ? 1 : 0;
  for (const Item* item : items_of(rubric)) {
    if (!is_automatic(*item)) continue;
    ++lines;
    if (std::none_of(cases.begin(), cases.end(),
                     [&](const SubmissionCase& one) { return loses_itself(one, *item); }))
      proof.complaints.push_back(fmt::format(
          "{}: no mutant and no case loses it{}. Write labs/{}/mutants/NAME.patch with such a defect, "
          "or "
          "leave "
          "the line out",
          item->id, item->needs.empty() ? "" : " while the items that it needs are kept", rubric.lab));
  }
  if (mutants == 0)
    proof.complaints.push_back(fmt::format("the lab has no mutant: labs/{}/mutants is empty", rubric.lab));
  proof.found =
      fmt::format("{}, each lost by a mutant or a case{}", count(lines, "line"), persons_part(rubric));
  return proof;
}

Proof prove_solution(const Rubric& rubric, const GradeRecord& record) {
  Proof proof = named(rubric, "solution");
  Points earned, all;
  for (const ItemScore& score : record.items) {
    const Item* item = item_named(rubric, score.id);
    if (item == nullptr || !is_automatic(*item) || score.outcome == Outcome::not_run) continue;
    earned += score.points;
    all += score.max_points;
    if (score.verdict != Verdict::pass)
      proof.complaints.push_back(fmt::format("{}: earned {} of {}: {}", score.id, points_text(score.points),
                                             points_text(score.max_points), score.reason));
  }
  proof.found = fmt::format("earns {} of {}{}", points_text(earned), points_words(all), persons_part(rubric));
  return proof;
}

Proof prove_starter(const Rubric& rubric, const GradeRecord& record) {
  Proof proof = named(rubric, "starter");
  for (const BuildRecord& build : record.builds)
    if (build.outcome != Outcome::passed)
      proof.complaints.push_back(fmt::format("does not compile in the {} flavour: {}", name_of(build.flavour),
                                             build.messages.substr(0, build.messages.find('\n'))));
  for (const std::string& file : record.missing) proof.complaints.push_back("has no " + file);
  for (const ItemScore& score : record.items) {
    const Item* item = item_named(rubric, score.id);
    const bool earned = score.points > Points(0) || score.verdict == Verdict::pass;
    if (item != nullptr && is_automatic(*item) && earned)
      proof.complaints.push_back(fmt::format("{}: earned {} of {}, expected 0: the item is given away",
                                             score.id, points_text(score.points),
                                             points_text(score.max_points)));
  }
  for (const TestResult& test : record.tests)
    if (stopped_badly(test.outcome))
      proof.complaints.push_back(
          fmt::format("the test {} ends with \"{}\": {}", test.name, name_of(test.outcome), test.reason));
  proof.found = fmt::format("compiles, earns {} of {}, {} end without a crash", points_text(record.points),
                            points_words(record.max_points), count(record.tests.size(), "test"));
  return proof;
}

}  // namespace gridmark::proofs
