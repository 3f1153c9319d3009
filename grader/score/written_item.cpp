#include "grader/score/written_item.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/score/test_summary.h"

namespace gridmark {
namespace {

const WrittenCheck* find_check(const std::optional<WrittenFindings>& written, WrittenAspect aspect) {
  if (!written) return nullptr;
  const auto found = std::find_if(written->checks.begin(), written->checks.end(),
                                  [&](const WrittenCheck& check) { return check.aspect == aspect; });
  return found == written->checks.end() ? nullptr : &*found;
}

/// "the heading "Analysis" is missing (and 2 more findings)"
std::string reason_of(const WrittenCheck& check) {
  if (check.findings.empty()) return fmt::format("{} of {} were met", check.met, check.required);
  const std::size_t others = check.findings.size() - 1;
  const std::string first = one_line(check.findings.front().reason);
  return others == 0 ? first
                     : fmt::format("{} (and {} more finding{})", first, others, others == 1 ? "" : "s");
}

void settle(ItemScore& score, Outcome outcome, Verdict verdict, std::string reason) {
  score.points = 0;
  score.outcome = outcome;
  score.verdict = verdict;
  score.reason = std::move(reason);
}

void add_claims(const WrittenFindings& written, ItemScore& score) {
  for (const ComparedClaim& claim : written.claims)
    if (claim.claimed) score.measurements.push_back(*claim.claimed);
}

}  // namespace

void score_report(const Item& item, WrittenAspect aspect, const std::optional<WrittenFindings>& written,
                  ItemScore& score) {
  const WrittenCheck* check = find_check(written, aspect);
  if (check == nullptr || check->required == 0)
    return settle(score, Outcome::not_run, Verdict::inconclusive,
                  fmt::format("lab.json asks for no {} in the report", name_of(aspect)));
  if (aspect == WrittenAspect::claims) add_claims(*written, score);
  const bool whole = check->met == check->required;
  score.outcome = whole ? Outcome::passed : written->handed_in ? Outcome::wrong_answer : Outcome::missing;
  score.verdict = whole ? Verdict::pass : Verdict::fail;
  score.points = whole ? item.points : item.points * (static_cast<double>(check->met) / check->required);
  if (whole) return;
  score.reason = reason_of(*check);
  if (!check->findings.empty()) score.place = check->findings.front().place;
}

void score_manual(const Item& item, const std::vector<ManualPoints>& manual,
                  const std::optional<WrittenFindings>& written, ItemScore& score) {
  const auto given =
      std::find_if(manual.begin(), manual.end(), [&](const auto& one) { return one.item == item.id; });
  if (given == manual.end()) {
    if (written && !written->handed_in)
      return settle(score, Outcome::missing, Verdict::fail,
                    "no report was handed in, so there is nothing to judge");
    score.open = item.points;
    return settle(score, Outcome::ungraded, Verdict::inconclusive,
                  "a person gives these points, and has not yet");
  }
  score.points = std::min(given->points, item.points);
  score.outcome = Outcome::passed;
  score.verdict = score.points == item.points ? Verdict::pass : Verdict::fail;
  if (score.verdict == Verdict::pass) return;
  score.reason = fmt::format("{} gave {}", given->by.empty() ? "a person" : one_line(given->by),
                             points_words(given->points)) +
                 (given->comment.empty() ? "" : ": " + one_line(given->comment));
}

}  // namespace gridmark
