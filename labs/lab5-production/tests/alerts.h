#pragma once
// Alerts as scripts: one value for each evaluation, and the expected changes.
#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>

#include "labs/lab5-production/tests/monitors.h"

namespace gridmark::lab5 {

/// The states of AlertState.
enum class Becomes { inactive, pending, firing };

inline const char* in_words(Becomes state) {
  constexpr const char* words[] = {"inactive", "pending", "firing"};
  const auto index = static_cast<std::size_t>(state);
  return index < std::size(words) ? words[index] : "no AlertState";
}

struct ExpectedChange {
  double at = 0;  ///< seconds of the script's clock
  Becomes state = Becomes::inactive;
  int gpu = 0;
  int rule = 0;
  auto alert() const { return std::tie(at, gpu, rule); }
  bool operator<(const ExpectedChange& other) const {
    return std::tuple_cat(alert(), std::tie(state)) < std::tuple_cat(other.alert(), std::tie(other.state));
  }
  bool operator==(const ExpectedChange&) const = default;
};

/// Parses "0.9 0.7 - NaN": one value for each evaluation. "-" stands for a GPU without an answer.
inline std::vector<std::optional<double>> values_in(const std::string& text) {
  std::vector<std::optional<double>> values;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    values.push_back(word == "-" ? std::nullopt : std::optional(word == "NaN" ? nan_value : std::stod(word)));
  return values;
}

/// One evaluation: its time in seconds, and the value of each GPU that answers.
struct Evaluation {
  double at = 0;
  std::map<int, double> values;
};

/// Values of some GPUs, every `interval` seconds.
inline std::vector<Evaluation> every(double interval, const std::map<int, std::string>& gpus) {
  std::vector<Evaluation> all;
  for (const auto& [gpu, text] : gpus) {
    const auto values = values_in(text);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i == all.size()) all.push_back({interval * static_cast<double>(i), {}});
      if (values[i]) all[i].values[gpu] = *values[i];
    }
  }
  return all;
}

inline std::vector<Evaluation> every(double interval, const std::string& of_gpu_0) {
  return every(interval, {{0, of_gpu_0}});
}

/// "rule 0 of GPU 1"
inline std::string alert_in_words(const ExpectedChange& change) {
  return fmt::format("rule {} of {}", change.rule,
                     change.gpu < 0 ? "the training" : fmt::format("GPU {}", change.gpu));
}

/// The observed changes, sorted by time.
inline std::vector<ExpectedChange> changes_of(const Monitor& op) {
  std::vector<ExpectedChange> seen;
  const std::int64_t count =
      std::min<std::int64_t>(op.changed.values()[0], static_cast<std::int64_t>(op.changes.size()));
  for (std::int64_t i = 0; i < count; ++i) {
    const SeenChange& one = op.changes.values()[static_cast<std::size_t>(i)];
    const bool known = one.call >= 0 && one.call < static_cast<int>(op.calls.size());
    seen.push_back({known ? op.calls.values()[static_cast<std::size_t>(one.call)].time - begin_time : -1,
                    static_cast<Becomes>(one.state), one.gpu, one.rule});
  }
  std::sort(seen.begin(), seen.end());
  return seen;
}

/// The first unexpected change, in words, or "".
inline std::string first_wrong_change(const std::vector<ExpectedChange>& seen, std::vector<ExpectedChange> expected) {
  std::sort(expected.begin(), expected.end());
  const auto [one, other] = std::mismatch(seen.begin(), seen.end(), expected.begin(), expected.end());
  if (one == seen.end() && other == expected.end()) return "";
  if (one != seen.end() && other != expected.end() && one->alert() == other->alert())
    return fmt::format("at {:g} s {} becomes {}, expected {}.", one->at, alert_in_words(*one), in_words(one->state),
                       in_words(other->state));
  const bool too_much = other == expected.end() || (one != seen.end() && *one < *other);
  const ExpectedChange& change = too_much ? *one : *other;
  const std::string words = fmt::format("at {:g} s {}", change.at, alert_in_words(change));
  if (!too_much) return fmt::format("{} must become {}, and does not.", words, in_words(change.state));
  const std::string next = other == expected.end()
                               ? ""
                               : fmt::format(" The next change is {} to {} at {:g} s.", alert_in_words(*other),
                                             in_words(other->state), other->at);
  return fmt::format("{} becomes {}, and must not.{}", words, in_words(change.state), next);
}

/// Adds `rules` on `metric` and evaluations to a script.
inline void add_evaluations(MonitorScript& script, const std::string& metric, const std::vector<GivenRule>& rules,
                            const std::vector<Evaluation>& evaluations) {
  for (std::size_t i = 0; i < rules.size(); ++i) script.rule(fmt::format("rule {}", i), metric, rules[i]);
  for (const Evaluation& one : evaluations) {
    std::vector<ScriptedGpu> gpus;
    for (const auto& [gpu, value] : one.values)
      gpus.push_back({.gpu = gpu,
                      .busy = metric == "gpu_busy_ratio" ? value : 0.5,
                      .temperature = metric == "gpu_temperature_celsius" ? value : 40});
    script.evaluate(begin_time + one.at, gpus);
  }
}

/// Whether the script's evaluations cause exactly these changes, at these seconds.
///
/// advice  the rule in the contract for the first wrong one
inline testing::AssertionResult gives(const MonitorScript& script, const std::vector<ExpectedChange>& expected,
                                      const std::string& advice) {
  disk::JournalDisk disk;
  auto run = ask_with_disk(script.operation(Monitor::About::evaluate), disk);
  if (!run.verdict) return run.verdict;
  const std::string words = first_wrong_change(changes_of(run.op()), expected);
  if (!words.empty()) return holds(run.op(), false, words + " " + advice);
  return holds(run.op(), run.op().changed.values()[0] == static_cast<std::int64_t>(expected.size()),
               "returns more changes than there are evaluations");
}

/// The same for rules on one metric.
inline testing::AssertionResult gives(const std::string& metric, const std::vector<GivenRule>& rules,
                                      const std::vector<Evaluation>& evaluations,
                                      const std::vector<ExpectedChange>& expected, const std::string& advice) {
  MonitorScript script;
  add_evaluations(script, metric, rules, evaluations);
  return gives(script, expected, advice);
}

}  // namespace gridmark::lab5
