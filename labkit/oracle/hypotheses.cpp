#include "labkit/oracle/hypotheses.h"

#include <algorithm>
#include <cmath>

#include "labkit/oracle/wrong_pattern.h"

namespace gridmark::oracle {
namespace {

/// The root mean square of the finite values.
double typical_size(std::span<const float> values) {
  double squares = 0;
  std::size_t count = 0;
  for (const float value : values)
    if (std::isfinite(value)) squares += static_cast<double>(value) * static_cast<double>(value), ++count;
  return count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count));
}

/// The rows to compare: all rows of a small answer, else some hundred spread from first to last.
std::vector<std::size_t> sample(std::size_t rows) {
  constexpr std::size_t most = 256;
  const std::size_t count = std::min(rows, most);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (rows - 1) / (count - 1));
  return chosen;
}

/// The tolerance of an element: an absolute part and a part relative to the element.
struct Tolerance {
  double absolute, relative;
};

bool is_close(double found, double expected, const Tolerance& tolerance) {
  return found == expected ||
         std::abs(found - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

/// Whether `found` may be an element that was never written.
bool is_untouched(double found, const Observed& answer) {
  return std::isnan(found) && (!answer.shows_unwritten || is_unwritten(static_cast<float>(found)));
}

bool agrees(double found, const Element& element, const Observed& answer, const Tolerance& tolerance) {
  return element.empty() || std::ranges::any_of(element, [&](double expected) {
           return std::isnan(expected) ? is_untouched(found, answer) : is_close(found, expected, tolerance);
         });
}

/// The number of compared elements, and the number of those that a mistake determines.
struct Compared {
  std::size_t seen = 0, fixed = 0, strays = 0;
  bool contradicted = false;

  void note(bool agrees, bool fixes) { ++seen, fixed += fixes ? 1 : 0, strays += agrees ? 0 : 1; }
  void note_row(double tolerated, std::size_t all) {
    contradicted = static_cast<double>(strays) > tolerated * static_cast<double>(all);
  }
};

/// Compares a mistake with values of the trial's shape.
template <class Values>
Compared compare(const Hypothesis& hypothesis, const Observed& shape, const Values& values) {
  Compared compared;
  const Tolerance tolerance{shape.close * typical_size(shape.values), shape.close_to_itself};
  for (const std::size_t index : sample(values.size() / shape.columns)) {
    const Row expected = hypothesis.row(index);
    for (std::size_t i = 0; i < shape.columns; ++i) {
      const auto found = static_cast<double>(values[index * shape.columns + i]);
      compared.note(agrees(found, expected[i], shape, tolerance), !expected[i].empty());
    }
    compared.note_row(hypothesis.strays, values.size());
    if (compared.contradicted) break;
  }
  return compared;
}

/// Whether the mistake with this number gives all answers.
bool explains(const std::vector<Trial>& trials, std::size_t number) {
  std::vector<const Trial*> fixed;
  for (const Trial& trial : trials) {
    const Compared compared = compare(trial.hypotheses[number], trial.answer, trial.answer.values);
    if (compared.contradicted) return false;
    if (2 * compared.fixed >= compared.seen) fixed.push_back(&trial);
  }
  return std::ranges::any_of(fixed, [number](const Trial* trial) {
    return compare(trial->hypotheses[number], trial->answer, trial->expected).contradicted;
  });
}

bool has_no_number(const Trial& trial) {
  return std::ranges::none_of(trial.answer.values, [](float value) { return std::isfinite(value); });
}

}  // namespace

Diagnosis common_cause(const std::vector<Trial>& trials) {
  if (std::ranges::all_of(trials, has_no_number)) return "";  // also true without any trial
  Diagnosis found;
  for (std::size_t number = 0; number < trials.front().hypotheses.size(); ++number) {
    const Diagnosis& cause = trials.front().hypotheses[number].cause;
    if (cause.words == found.words || !explains(trials, number)) continue;
    if (trials.size() > 1) return cause;
    if (!found.empty()) return "";
    found = cause;
  }
  return found;
}

}  // namespace gridmark::oracle
