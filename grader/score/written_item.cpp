#include "grader/score/written_item.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/score/test_summary.h"

namespace gridmark::score {
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

/// "the first doubt; the second; and 3 more"
std::string doubts_of(const WrittenCheck& check) {
  constexpr std::size_t most = 3;
  std::string words;
  for (std::size_t i = 0; i < std::min(most, check.doubts.size()); ++i)
    words += (i == 0 ? "" : "; ") + one_line(check.doubts[i].reason);
  return words + (check.doubts.size() > most ? fmt::format("; and {} more", check.doubts.size() - most) : "");
}

Points part_of(const Item& item, const WrittenCheck& check, int met) {
  return met == check.required ? item.points : item.points * (static_cast<double>(met) / check.required);
}

void wait_for_review(const Item& item, const WrittenCheck& check, ItemScore& score) {
  settle(score, Outcome::review, Verdict::inconclusive, doubts_of(check));
  score.open = part_of(item, check, check.met);
  score.place = check.doubts.front().place;
}

void reject(const Item& item, const WrittenCheck& check, const ReviewDecision& decision, ItemScore& score) {
  settle(score, Outcome::forbidden, Verdict::fail,
         fmt::format("{}; {} rejected it: {}", doubts_of(check), one_line(decision.by),
                     one_line(decision.reason)));
  score.points = part_of(item, check, check.met - check.doubted);
  score.place = check.doubts.front().place;
}

}  // namespace

void score_report(const Item& item, WrittenAspect aspect, const std::optional<WrittenFindings>& written,
                  const ReviewDecision* decision, ItemScore& score) {
  const WrittenCheck* check = find_check(written, aspect);
  if (check == nullptr || check->required == 0)
    return settle(score, Outcome::not_run, Verdict::inconclusive,
                  fmt::format("lab.json asks for no {} in the report", name_of(aspect)));
  if (aspect == WrittenAspect::claims) add_claims(*written, score);
  if (!check->doubts.empty() && decision == nullptr) return wait_for_review(item, *check, score);
  if (!check->doubts.empty() && !decision->accepted) return reject(item, *check, *decision, score);
  const bool whole = check->met == check->required;
  score.outcome = whole ? Outcome::passed : written->handed_in ? Outcome::wrong_answer : Outcome::missing;
  score.verdict = whole ? Verdict::pass : Verdict::fail;
  score.points = part_of(item, *check, check->met);
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

}  // namespace gridmark::score
