#include "grader/score/case_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <utility>

#include "grader/score/advice.h"

namespace gridmark::score {
namespace {

using Messages = std::vector<std::string>;

/// The value of `id`, or null.
template <class Value>
const Value* find(const std::map<std::string, Value>& by_item, const std::string& id) {
  const auto found = by_item.find(id);
  return found == by_item.end() ? nullptr : &found->second;
}

bool has_match(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

/// An item without points is lost if it does not pass.
bool is_lost(const ItemScore& item) {
  return item.max_points == Points(0) ? item.outcome != Outcome::passed : item.points < item.max_points;
}

/// Whether the item is kept or lost as expected.
bool compare_points(const SubmissionCase& example, const ItemScore& item, Messages& found) {
  const bool lost = is_lost(item);
  if (lost == example.loses_item(item.id)) return true;
  found.push_back(fmt::format("{}: earned {} of {}, expected {}{}", item.id, item.points.value(),
                              item.max_points.value(), lost ? "full points" : "less",
                              item.reason.empty() ? "" : ". Its reason: " + item.reason));
  return false;
}

void compare_words(const SubmissionCase& example, const ItemScore& item, Messages& found) {
  if (const Outcome* outcome = find(example.outcomes, item.id); outcome && item.outcome != *outcome)
    found.push_back(fmt::format("{}: the outcome is {}, expected {}. Its reason: {}", item.id,
                                name_of(item.outcome), name_of(*outcome), item.reason));
  const auto& waiting = example.review;
  const bool must_wait = std::find(waiting.begin(), waiting.end(), item.id) != waiting.end();
  if ((item.outcome == Outcome::review) != must_wait)
    found.push_back(fmt::format(
        "{}: {}. Its reason: {}", item.id,
        must_wait ? "does not wait for review, expected it to" : "waits for review, expected it not to",
        item.reason));
  if (example.loses_item(item.id) && item.reason.empty())
    found.push_back(item.id + ": lost points without a reason");
  if (const std::string* pattern = find(example.says, item.id); pattern && !has_match(item.reason, *pattern))
    found.push_back(
        fmt::format("{}: the reason is \"{}\", expected it to match {}", item.id, item.reason, *pattern));
}

void compare_place(const SubmissionCase& example, const ItemScore& item, const LineOf& line_of,
                   Messages& found) {
  const std::string* pattern = find(example.points_at, item.id);
  if (pattern == nullptr) return;
  const std::string line = item.place ? line_of(*item.place) : "";
  if (!has_match(line, *pattern))
    found.push_back(
        fmt::format("{}: points at \"{}\", expected a line that matches {}", item.id, line, *pattern));
}

/// Checks that the test behind the item's reason advises the change that the case expects.
void compare_fixes(const SubmissionCase& example, const ItemScore& item, const GradeRecord& record,
                   Messages& found) {
  const std::string* pattern = find(example.fix, item.id);
  if (pattern == nullptr) return;
  std::string words;
  for (const Fix& fix : fixes_of(item, record.tests, record.builds)) words += words_of(fix) + "\n";
  if (!has_match(words, *pattern))
    found.push_back(fmt::format("{}: advises \"{}\", expected it to match {}", item.id, words, *pattern));
}

/// A result of an item in later runs that differs from the first run.
struct Deviation {
  std::string what;
  std::string reason;             ///< of the first such run
  std::vector<std::size_t> runs;  ///< counted from 1
};

void add_deviation(std::vector<Deviation>& all, std::string what, const std::string& reason,
                   std::size_t run) {
  auto known = std::find_if(all.begin(), all.end(), [&](const Deviation& one) { return one.what == what; });
  if (known == all.end()) known = all.insert(known, {std::move(what), reason, {}});
  known->runs.push_back(run);
}

void compare_runs(const GradeRecord& first, const GradeRecord& later, std::size_t run,
                  std::vector<Deviation>& found) {
  if (first.items.size() != later.items.size())
    return add_deviation(found, "has another number of items", "", run);
  for (std::size_t i = 0; i < first.items.size(); ++i) {
    const ItemScore &one = first.items[i], &two = later.items[i];
    if (one.points == two.points && one.verdict == two.verdict && one.outcome == two.outcome) continue;
    add_deviation(found,
                  fmt::format("{}: earned {} ({}), and in run 1 {} ({})", two.id, two.points.value(),
                              name_of(two.outcome), one.points.value(), name_of(one.outcome)),
                  two.reason, run);
  }
}

/// "run 3", "runs 2, 5 to 20"
std::string words_of_runs(const std::vector<std::size_t>& runs) {
  std::string words;
  for (std::size_t i = 0, last = 0; i < runs.size(); i = last + 1) {
    for (last = i; last + 1 < runs.size() && runs[last + 1] == runs[last] + 1;) ++last;
    words += fmt::format("{}{}", i == 0 ? "" : ", ", runs[i]);
    if (last > i) words += fmt::format(" to {}", runs[last]);
  }
  return (runs.size() == 1 ? "run " : "runs ") + words;
}

}  // namespace

std::string words_of(const Fix& fix) {
  return fmt::format("{}:{}: {}{}", fix.place.file, fix.place.line,
                     fix.replaces.empty() ? "" : fix.replaces + " -> ", fix.text);
}

Messages differences(const SubmissionCase& example, const GradeRecord& record, const LineOf& line_of) {
  Messages found;
  bool lost_one_ran = example.loses.empty(), all_ran = true;
  for (const ItemScore& item : record.items) {
    if (item.outcome == Outcome::not_run) all_ran &= !example.judges(item.id);
    if (item.outcome == Outcome::not_run || item.outcome == Outcome::ungraded) continue;
    lost_one_ran |= example.loses_item(item.id);
    if (!compare_points(example, item, found)) continue;
    compare_words(example, item, found);
    compare_place(example, item, line_of, found);
    compare_fixes(example, item, record, found);
  }
  if (!lost_one_ran) found.emplace_back("none of the items that it loses was graded");
  if (!all_ran) return found;
  if (record.points != example.points)
    found.push_back(fmt::format("earned {}, expected {}", record.points.value(), example.points.value()));
  if (record.passing != (example.exit_code == 0))
    found.push_back(record.passing ? "passes, expected it not to" : "does not pass, expected it to");
  return found;
}

Messages differences(const std::vector<GradeRecord>& runs) {
  std::vector<Deviation> all;
  for (std::size_t run = 1; run < runs.size(); ++run) compare_runs(runs.front(), runs[run], run + 1, all);
  Messages found;
  for (const Deviation& one : all)
    found.push_back(fmt::format("{}: {}{}{}", words_of_runs(one.runs), one.what,
                                one.reason.empty() ? "" : ". Its reason: ", one.reason));
  return found;
}

}  // namespace gridmark::score
