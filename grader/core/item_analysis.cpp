#include "grader/core/item_analysis.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace gridmark {
namespace {

constexpr double least_discrimination = 0.1;

bool is_open(const ItemGrade& item) {
  return item.outcome == Outcome::ungraded || item.outcome == Outcome::review ||
         item.outcome == Outcome::deferred || item.outcome == Outcome::not_run;
}

/// The grades that count, each work once.
std::vector<const LabGrade*> works_of(const ClassBook& book, std::size_t lab) {
  std::vector<const LabGrade*> works;
  std::set<std::pair<std::string, std::string>> seen;
  for (const StudentGrades& row : book.students) {
    if (lab >= row.labs.size()) continue;
    const LabGrade& grade = row.labs[lab];
    if (!grade.has_record || grade.adjusted.excused) continue;
    const std::string& repository = row.student.repository;
    const bool again = !repository.empty() && !seen.emplace(repository, grade.content).second;
    if (!again) works.push_back(&grade);
  }
  return works;
}

/// One work's share of an item, and of all other settled points.
struct SharePair {
  double item;
  std::optional<double> rest;
};

SharePair shares_of(const ItemGrade& item, const LabGrade& grade) {
  Points points, most;
  for (const ItemGrade& other : grade.items) {
    if (&other == &item || is_open(other)) continue;
    points += other.points;
    most += other.max_points;
  }
  SharePair shares{item.points.value() / item.max_points.value(), std::nullopt};
  if (most > Points(0)) shares.rest = points.value() / most.value();
  return shares;
}

double mean_of(const std::vector<double>& values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The sum of (a - mean of a)(b - mean of b).
double joint_sum(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = mean_of(a), mean_b = mean_of(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum;
}

bool all_equal(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least < 1e-9;
}

std::optional<double> correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < static_cast<std::size_t>(least_grades_to_judge) || all_equal(a) || all_equal(b))
    return std::nullopt;
  return joint_sum(a, b) / std::sqrt(joint_sum(a, a) * joint_sum(b, b));
}

ItemFinding finding_of(const ItemAnalysis& item) {
  if (item.settled() < least_grades_to_judge) return ItemFinding::none;
  if (item.full == item.settled()) return ItemFinding::all_full;
  if (item.none == item.settled()) return ItemFinding::all_lost;
  if (!item.discrimination) return ItemFinding::none;
  if (std::abs(*item.discrimination) < least_discrimination) return ItemFinding::separates_not;
  return *item.discrimination < -least_discrimination ? ItemFinding::good_ones_lose : ItemFinding::none;
}

/// The figures of one item while grades are added.
class ItemTally {
 public:
  explicit ItemTally(const ItemGrade& first) : item_{first.id, first.title, first.max_points} {}

  const std::string& id() const { return item_.id; }

  void add(const ItemGrade& item, const LabGrade& grade) {
    if (is_open(item)) {
      ++item_.open;
      return;
    }
    ++(item.points == item.max_points ? item_.full : item.points > Points(0) ? item_.part : item_.none);
    if (item.max_points == Points(0)) return;
    const SharePair shares = shares_of(item, grade);
    all_.push_back(shares.item);
    if (!shares.rest) return;
    paired_.push_back(shares.item);
    rest_.push_back(*shares.rest);
  }

  ItemAnalysis finish() {
    item_.mean = mean_of(all_);
    if (all_.size() > 1)
      item_.deviation = std::sqrt(joint_sum(all_, all_) / static_cast<double>(all_.size() - 1));
    item_.discrimination = correlation(paired_, rest_);
    item_.finding = finding_of(item_);
    return std::move(item_);
  }

 private:
  ItemAnalysis item_;
  std::vector<double> all_, paired_, rest_;  // rest_[i] belongs to paired_[i]
};

}  // namespace

std::vector<ItemAnalysis> analyse_items(const ClassBook& book, std::size_t lab) {
  std::vector<ItemTally> tallies;
  for (const LabGrade* grade : works_of(book, lab))
    for (const ItemGrade& item : grade->items) {
      auto found = std::find_if(tallies.begin(), tallies.end(),
                                [&](const ItemTally& one) { return one.id() == item.id; });
      if (found == tallies.end()) found = tallies.insert(found, ItemTally(item));
      found->add(item, *grade);
    }
  std::vector<ItemAnalysis> items;
  items.reserve(tallies.size());
  for (ItemTally& tally : tallies) items.push_back(tally.finish());
  return items;
}

std::string finding_words(ItemFinding finding) {
  switch (finding) {
    case ItemFinding::none:
      return "";
    case ItemFinding::all_full:
      return "separates nothing: all have full points";
    case ItemFinding::all_lost:
      return "separates nothing: none has points. Check the test";
    case ItemFinding::separates_not:
      return "separates nothing: strong and weak submissions do equally well";
    case ItemFinding::good_ones_lose:
      return "strong submissions lose it more often than weak ones. Check the test";
  }
  return "";
}

}  // namespace gridmark
