#include "grader/report/audience.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/core/record_places.h"
#include "grader/report/standing.h"

namespace gridmark::report {
namespace {

constexpr const char* withheld = "this text is about a hidden test and is not shown";

/// The test's message shows its input, and so do the steps between a warp's lanes.
void keep_value_alone(Measurement& seen) {
  seen.detail.clear();
  seen.access.reset();
  seen.cause.reset();
}

/// Removes hidden tests from one record.
class Redaction {
 public:
  Redaction(const GradeRecord& record, Audience audience) : tests_(record.tests), audience_(audience) {}

  bool is_needed() const {
    return std::any_of(tests_.begin(), tests_.end(), [&](const auto& test) { return keeps_quiet(test); });
  }

  void item(ItemScore& item) const {
    const bool decided = !item.tests.empty() && is_hidden(item.tests.front()) && failed_a_test(item);
    const bool involved =
        std::any_of(item.tests.begin(), item.tests.end(), [&](const auto& name) { return is_hidden(name); });
    if (decided)
      tell_instead(item);
    else if (involved && !item.measurements.empty() && !item.reason.empty())
      tell_value_alone(item);
    else
      keep_words(item);
    for (Measurement& seen : item.measurements)
      if (involved) keep_value_alone(seen);
    std::erase_if(item.tests, [&](const std::string& name) { return is_hidden(name); });
  }

  /// Replaces a message that quotes a hidden test.
  void text(std::string& words) const {
    if (std::any_of(tests_.begin(), tests_.end(),
                    [&](const TestResult& test) { return quotes(words, test); }))
      words = withheld;
  }

  /// A name without a test in the record could be a hidden test, so it counts as hidden.
  bool is_hidden(const std::string& name) const {
    const TestResult* test = find(name);
    return test == nullptr || keeps_quiet(*test);
  }

  bool keeps_quiet(const TestResult& test) const { return !may_know(audience_, test.visibility); }

 private:
  const TestResult* find(const std::string& name) const {
    const auto found =
        std::find_if(tests_.begin(), tests_.end(), [&](const TestResult& test) { return test.name == name; });
    return found == tests_.end() ? nullptr : &*found;
  }

  /// Words that an announced test also uses are not secret.
  bool quotes(const std::string& words, const TestResult& hidden) const {
    if (!keeps_quiet(hidden)) return false;
    if (words.find(hidden.name) != words.npos) return true;
    return !hidden.reason.empty() && words.find(hidden.reason) != words.npos &&
           std::none_of(tests_.begin(), tests_.end(), [&](const TestResult& test) {
             return !keeps_quiet(test) && test.reason == hidden.reason;
           });
  }

  static bool failed_a_test(const ItemScore& item) {
    return item.outcome != Outcome::passed && item.outcome != Outcome::deferred &&
           item.outcome != Outcome::not_run;
  }

  /// An announced test that fails still explains the item. Otherwise the message only states that a hidden
  /// test fails.
  void tell_instead(ItemScore& item) const {
    int announced = 0;
    for (const std::string& name : item.tests) {
      if (is_hidden(name)) continue;
      const TestResult& test = *find(name);
      ++announced;
      if (test.outcome == Outcome::passed) continue;
      const std::string said =
          test.reason.empty() ? test.name + " ended as " + words(test.outcome) : test.reason;
      item.reason = on_one_line(said) + " (and a hidden test fails, too)";
      item.place = test.place;
      item.cause = test.cause;
      return;
    }
    item.cause.reset();
    item.reason = "a hidden test of this item fails. Its input is not shown";
    item.place.reset();  // the line that it reached would show the input
    if (announced == 1) item.reason += ", and the announced test passes";
    if (announced > 1) item.reason += fmt::format(", and all {} announced tests pass", announced);
  }

  void keep_words(ItemScore& item) const {
    text(item.reason);
    if (item.reason == withheld) item.cause.reset();
  }

  static void tell_value_alone(ItemScore& item) {
    item.reason = value_alone(item.measurements.front());
    item.cause.reset();
  }

  static std::string on_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  static std::string value_alone(const Measurement& seen) {
    const std::string words = fmt::format("{} is {}", seen.name, value_text(seen.value, seen.unit));
    return seen.threshold
               ? words + fmt::format(". Full points are at {}", value_text(*seen.threshold, seen.unit))
               : words;
  }

  const std::vector<TestResult>& tests_;
  Audience audience_;
};

/// The student's lines near a place that is still shown. Other lines could show how far a hidden test came.
std::vector<SourceLines> excerpts_for(const GradeRecord& shown) {
  return lines_near(shown.excerpts, places_of(shown), lines_beside_a_place);
}

/// Students know from the rubric only the values that an item scores.
bool is_scored(const GradeRecord& record, const Measurement& seen) {
  return std::any_of(record.items.begin(), record.items.end(), [&](const ItemScore& item) {
    return std::any_of(item.measurements.begin(), item.measurements.end(),
                       [&](const Measurement& one) { return one.name == seen.name; });
  });
}

}  // namespace

bool may_know(Audience audience, Visibility visibility) {
  if (audience == Audience::staff || visibility == Visibility::announced) return true;
  if (visibility == Visibility::after_due) return audience != Audience::student;
  return visibility == Visibility::after_published && audience == Audience::student_after_published;
}

GradeRecord for_audience(const GradeRecord& record, Audience audience) {
  GradeRecord shown = record;
  const Redaction redaction(record, audience);
  if (!redaction.is_needed()) return shown;
  for (ItemScore& item : shown.items) redaction.item(item);
  std::erase_if(shown.tests, [&](const TestResult& test) { return redaction.keeps_quiet(test); });
  std::erase_if(shown.measurements, [&](const Measurement& seen) { return !is_scored(record, seen); });
  for (Measurement& seen : shown.measurements) keep_value_alone(seen);
  std::erase_if(shown.plots, [&](const Plot& plot) { return redaction.is_hidden(plot.test); });
  for (Deferral& deferral : shown.deferred) redaction.text(deferral.reason);
  for (ReviewDecision& decision : shown.reviews) redaction.text(decision.reason);
  if (shown.written) {
    for (ComparedClaim& claim : shown.written->claims) {
      redaction.text(claim.reason);
      if (claim.own && !is_scored(record, *claim.own)) claim.own->detail.clear();
    }
    for (WrittenCheck& check : shown.written->checks)
      for (auto* findings : {&check.findings, &check.doubts})
        for (WrittenFinding& finding : *findings) redaction.text(finding.reason);
  }
  shown.excerpts = excerpts_for(shown);
  return shown;
}

}  // namespace gridmark::report
