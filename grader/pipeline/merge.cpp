#include "grader/pipeline/merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/pipeline/score_again.h"
#include "grader/score/selection.h"

namespace gridmark::pipeline {
namespace {

using Messages = std::vector<std::string>;

void compare(Messages& found, const char* what, const std::string& earlier, const std::string& later) {
  if (earlier != later) found.push_back(fmt::format("{}: {} and {}", what, earlier, later));
}

/// The first digits are enough to tell two fingerprints apart.
std::string short_digits(const std::string& digits) {
  constexpr std::size_t enough = 12;
  return digits.empty() ? "none, from an older gridmark" : "sha256 " + digits.substr(0, enough);
}

void compare_digits(Messages& found, const char* what, const std::string& earlier, const std::string& later) {
  if (earlier != later || earlier.empty())
    found.push_back(fmt::format("{}: {} and {}", what, short_digits(earlier), short_digits(later)));
}

tl::unexpected<Error> refused(const GradeRecord& later, const std::string& message) {
  return failure(Error::Source::usage, later.submission, message);
}

/// Why the later record does not settle `item`. Empty if it does.
std::string why_open(const ItemScore* item) {
  if (item == nullptr || (item->outcome == Outcome::not_run && item->tests.empty()))
    return "the later run left it out";
  if (item->outcome == Outcome::deferred) return "the later run could not settle it either: " + item->reason;
  if (item->outcome == Outcome::review)
    return "it waits for review in the later record: decide there first, with `gridmark review`";
  if (item->tests.empty()) return "the later run did not reach it: " + item->reason;
  return "";
}

/// The number that a run of the later record has in `record`.
int number_of(const GradeRun& run, GradeRecord& record) {
  const auto known = std::find(record.runs.begin(), record.runs.end(), run);
  const auto number = static_cast<int>(known - record.runs.begin());
  if (known == record.runs.end()) record.runs.push_back(run);
  return number;
}

class Merger {
 public:
  Merger(const GradeRecord& earlier, const GradeRecord& later) : later_(later), record_(earlier) {}

  /// Replaces the earlier results of a timed item by those of the later run.
  void take(const ItemScore& item, const Target& target) {
    for (const std::string& name : item.tests) take_test(name);
    const auto same = [&](const Measurement& one) {
      return one.name == target.measurement && one.flavour == target.flavour;
    };
    std::erase_if(record_.measurements, same);
    std::erase_if(record_.deferred,
                  [&](const Deferral& one) { return one.measurement == target.measurement; });
    for (const Measurement& seen : later_.measurements)
      if (same(seen)) record_.measurements.push_back(in_record(seen));
    take_decisions(item.id);
  }

  const GradeRecord& record() const { return record_; }

 private:
  template <class Value>
  Value in_record(Value value) {
    value.run = number_of(later_.runs.at(static_cast<std::size_t>(value.run)), record_);
    return value;
  }

  /// A person's decision about a run stays with that run's evidence.
  void take_decisions(const std::string& item) {
    std::erase_if(record_.reviews, [&](const ReviewDecision& one) { return one.item == item; });
    for (const ReviewDecision& decision : later_.reviews)
      if (decision.item == item) record_.reviews.push_back(decision);
  }

  void take_test(const std::string& name) {
    const auto named = [&](const TestResult& test) { return test.name == name; };
    const auto taken = std::find_if(later_.tests.begin(), later_.tests.end(), named);
    const auto place = std::find_if(record_.tests.begin(), record_.tests.end(), named);
    if (taken != later_.tests.end() && place != record_.tests.end()) *place = in_record(*taken);
  }

  const GradeRecord& later_;
  GradeRecord record_;
};

/// The rubric's timed items that the earlier record left open because the machine was not quiet.
std::vector<const Item*> open_timed_items(const GradeRecord& earlier, const Rubric& rubric) {
  std::vector<const Item*> open;
  for (const Item* item : items_of(rubric)) {
    const ItemScore* score = find_score(earlier, item->id);
    const Target* target = score::target_of(*item, earlier.device);
    if (score != nullptr && score->outcome == Outcome::deferred && target != nullptr &&
        target->paired_timing_seconds)
      open.push_back(item);
  }
  return open;
}

/// Checks that settled items stay. A test that two items share could change the other one.
Result<void> require_settled_items_stay(const GradeRecord& earlier, const GradeRecord& merged) {
  for (const ItemScore& before : earlier.items) {
    const ItemScore* now = find_score(merged, before.id);
    if (before.outcome == Outcome::deferred || now == nullptr) continue;
    if (now->points != before.points || now->outcome != before.outcome)
      return failure(
          Error::Source::checker, before.id,
          fmt::format("is settled with {}, and the later run would make it {}: the runs disagree about "
                      "more than time, so grade again",
                      points_words(before.points), points_words(now->points)));
  }
  return {};
}

std::vector<MergedItem> told(const GradeRecord& earlier, const GradeRecord& later,
                             const GradeRecord& merged) {
  std::vector<MergedItem> items;
  for (const ItemScore& before : earlier.items) {
    const ItemScore* found = find_score(merged, before.id);
    if (before.outcome != Outcome::deferred || found == nullptr) continue;
    const ItemScore& now = *found;
    MergedItem item{before.id,
                    before.points,
                    before.points + before.open,
                    now.points,
                    now.points + now.open,
                    now.max_points,
                    now.outcome != Outcome::deferred,
                    ""};
    if (item.settled)
      item.words =
          now.run == before.run ? now.reason : run_words(merged.runs.at(static_cast<std::size_t>(now.run)));
    else
      item.words = why_open(find_score(later, before.id));
    items.push_back(std::move(item));
  }
  return items;
}

Result<void> require_one_grade(const GradeRecord& earlier, const GradeRecord& later, const Rubric& rubric) {
  if (const Messages found = differences_in_kind(earlier, later); !found.empty()) {
    std::string all = "is not a later run of the same grade. They differ in ";
    for (std::size_t i = 0; i < found.size(); ++i) all += (i == 0 ? "" : "; ") + found[i];
    return refused(later, all);
  }
  if (later.runs.empty() || earlier.runs.empty())
    return refused(later, "does not name its machine. It is from an older gridmark, so grade again");
  if (later.runs == earlier.runs) return refused(later, "is the same run: there is nothing in it to merge");
  if (earlier.fingerprints.rubric != rubric.fingerprint)
    return refused(later,
                   "was scored by another rubric than the present one. Give the old one with --rubric, "
                   "or first bring both records to the new one with `gridmark rescore`");
  return {};
}

}  // namespace

std::vector<std::string> differences_in_kind(const GradeRecord& earlier, const GradeRecord& later) {
  Messages found;
  compare(found, "the lab", earlier.lab, later.lab);
  compare(found, "the device", std::string(name_of(earlier.device)), std::string(name_of(later.device)));
  compare(found, "gridmark's version", earlier.version, later.version);
  compare_digits(found, "the submission's files", earlier.fingerprints.submission,
                 later.fingerprints.submission);
  compare_digits(found, "the lab's tests", earlier.fingerprints.lab, later.fingerprints.lab);
  compare_digits(found, "the rubric", earlier.fingerprints.rubric, later.fingerprints.rubric);
  return found;
}

Result<MergedRecord> merge(const GradeRecord& earlier, const GradeRecord& later, const Rubric& rubric) {
  TRY(require_one_grade(earlier, later, rubric));
  Merger merger(earlier, later);
  for (const Item* item : open_timed_items(earlier, rubric))
    if (const ItemScore* seen = find_score(later, item->id); why_open(seen).empty())
      merger.take(*seen, *score::target_of(*item, earlier.device));
  const auto scored = TRY(score_again(merger.record(), rubric, results_of(merger.record())));
  TRY(require_settled_items_stay(earlier, scored));
  return MergedRecord{scored, told(earlier, later, scored)};
}

}  // namespace gridmark::pipeline
