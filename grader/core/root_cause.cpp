#include "grader/core/root_cause.h"

#include <algorithm>
#include <tuple>

#include "grader/core/explanation.h"

namespace gridmark {
namespace {

/// Whether the item lost points and is not left out by --only or --quick. The table shows those, and there is
/// nothing to repair. A missing target stays.
bool is_told(const ItemScore& item, bool complete) {
  if (item.verdict == Verdict::pass) return false;
  return complete || item.outcome != Outcome::not_run;
}

template <class One, class Other>
bool have_same_root(const One& one, const Other& other) {
  if (one.place != other.place) return false;
  if (one.cause && other.cause && is_same_cause(*one.cause, *other.cause)) return true;
  if (one.reason == other.reason) return true;
  const bool symptoms = !one.cause && !other.cause && one.outcome != Outcome::passed;
  return symptoms && one.place && one.outcome == other.outcome;
}

/// The last item in the chain that `item` waits for, or `item` itself if it waits for none.
const ItemScore& awaited(const ItemScore& item, const std::vector<ItemScore>& items) {
  const ItemScore* at = &item;
  for (std::size_t steps = 0; !at->unmet_need.empty() && steps < items.size(); ++steps) {
    const auto need = std::find_if(items.begin(), items.end(),
                                   [&](const ItemScore& one) { return one.id == at->unmet_need; });
    if (need == items.end()) break;
    at = &*need;
  }
  return *at;
}

RootCause& cause_of(std::vector<RootCause>& causes, const ItemScore& item) {
  const auto same = std::find_if(causes.begin(), causes.end(),
                                 [&](const RootCause& cause) { return is_same_root(cause.leader(), item); });
  if (same != causes.end()) return *same;
  return causes.emplace_back(RootCause{{&item}, {}, 0, 0});
}

void add_item(std::vector<RootCause>& causes, const ItemScore& item) {
  RootCause& cause = cause_of(causes, item);
  if (&cause.leader() != &item) cause.items.push_back(&item);
  cause.lost = cause.lost + (item.max_points - item.points);
}

void add_waiting(std::vector<RootCause>& causes, const ItemScore& item, const ItemScore& needed) {
  RootCause& cause = cause_of(causes, needed);
  cause.waiting.push_back(&item);
  cause.waits = cause.waits + (item.max_points - item.points);
}

/// Sorts the causes to fix first to the front.
auto order_of(const RootCause& cause) {
  const auto& known = cause.leader().cause;
  const bool built = !known || known->kind != Cause::Kind::not_built;
  const bool memory = known && is_memory_fault(known->kind);
  return std::tuple(!cause.is_fixable(), built, -(cause.lost + cause.waits).value(), !memory);
}

}  // namespace

bool RootCause::is_fixable() const {
  return leader().verdict == Verdict::fail && leader().outcome != Outcome::not_run;
}

std::vector<RootCause> root_causes(const std::vector<ItemScore>& items, bool complete) {
  std::vector<RootCause> causes;
  for (const ItemScore& item : items)
    if (is_told(item, complete) && &awaited(item, items) == &item) add_item(causes, item);
  for (const ItemScore& item : items) {
    const ItemScore& needed = awaited(item, items);
    if (!is_told(item, complete) || &needed == &item) continue;
    if (is_told(needed, complete))
      add_waiting(causes, item, needed);
    else
      add_item(causes, item);
  }
  std::stable_sort(causes.begin(), causes.end(),
                   [](const auto& one, const auto& other) { return order_of(one) < order_of(other); });
  return causes;
}

bool is_same_root(const ItemScore& one, const ItemScore& other) { return have_same_root(one, other); }
bool is_same_root(const ItemScore& one, const TestResult& other) { return have_same_root(one, other); }
bool is_same_root(const TestResult& one, const TestResult& other) { return have_same_root(one, other); }

const TestResult* deciding_test(const std::vector<TestResult>& tests, const ItemScore& item) {
  if (item.tests.empty()) return nullptr;
  for (const TestResult& test : tests)
    if (test.name == item.tests.front() && test.outcome != Outcome::passed) return &test;
  return nullptr;
}

std::vector<Fix> fixes_of(const ItemScore& item, const std::vector<TestResult>& tests,
                          const std::vector<BuildRecord>& builds) {
  for (const std::string& name : item.tests)  // the first test decides
    for (const TestResult& test : tests)
      if (test.name == name && !test.fixes.empty() && test.place == item.place) return test.fixes;
  for (const Measurement& seen : item.measurements)
    if (item.verdict == Verdict::fail && seen.place == item.place) return seen.fixes;
  for (const BuildRecord& build : builds)
    if (build.outcome != Outcome::passed && build.place == item.place) return build.fixes;
  return {};
}

}  // namespace gridmark
