#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/score/score.h"

namespace gridmark::score {

/// Scores items one by one. Needed items are scored first, each once.
class ItemScorer {
 public:
  /// All evidence about an item. It must outlive the scorer.
  struct Evidence {
    const Lab& lab;
    const Rubric& rubric;
    const Submission& submission;
    const std::vector<Build>& builds;
    const CheckerResults& results;
    const RunFacts& facts;
  };
  explicit ItemScorer(const Evidence& evidence);

  Result<ItemScore> score(const Item& item);

 private:
  /// The rules, in their order. True: the score is settled. False: the next rule must check it.
  bool no_target(const Item& item, ItemScore& score) const;
  bool failed_build(const Item& item, ItemScore& score) const;
  Result<bool> unmet_need(const Item& item, ItemScore& score);
  Result<bool> written_part(const Item& item, ItemScore& score);
  Result<bool> failed_tests(const Item& item, ItemScore& score);
  Result<bool> earn(const Item& item, ItemScore& score);

  bool earn_by_paired_timing(const Item& item, Measurement seen, ItemScore& score) const;
  const Deferral* deferral_of(const Target& target) const;
  const ReviewDecision* decision_on(const Item& item) const;
  std::vector<TestResult> tests_as_decided(const Item& item) const;
  Result<const Measurement*> find_measurement(const Target& target) const;
  int run_of(const ItemScore& score) const;
  ItemScore blank(const Item& item) const;
  /// File and JSON pointer of the item's patterns.
  std::string where(const Item& item) const;

  Evidence seen_;
  std::map<std::string, const Item*> items_;
  std::map<std::string, std::string> pointers_;  ///< item id -> JSON pointer in the rubric
  std::map<std::string, std::string> criteria_;  ///< item id -> criterion id
  std::map<std::string, ItemScore> done_;
};

}  // namespace gridmark::score
