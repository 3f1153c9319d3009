// Alerts over random series, compared with a model that keeps the complete history.
#include "labs/lab5-production/tests/alerts.h"

namespace gridmark::lab5 {
namespace {

/// The state of a rule, computed from all values so far.
class History {
 public:
  explicit History(const GivenRule& rule) : rule_(rule) {}

  /// The state after another value.
  Becomes after(double at, double value) {
    values_.push_back({at, value});
    if (state_ == Becomes::firing) {
      if (lasts([this](double x) { return well(x); }, rule_.keep_seconds)) state_ = Becomes::inactive;
      if (state_ == Becomes::inactive) values_.clear();
      return state_;
    }
    if (!bad(value)) return state_ = Becomes::inactive;
    state_ = lasts([this](double x) { return bad(x); }, rule_.for_seconds) ? Becomes::firing : Becomes::pending;
    return state_;
  }

 private:
  bool bad(double x) const { return std::isnan(x) || (rule_.below ? x < rule_.limit : x > rule_.limit); }
  bool well(double x) const { return rule_.below ? x >= rule_.clear_limit : x <= rule_.clear_limit; }

  /// Whether the last values all satisfy `is`, over at least this many seconds.
  template <class Is>
  bool lasts(Is is, double seconds) const {
    double from = INFINITY;
    for (auto one = values_.rbegin(); one != values_.rend() && is(one->second); ++one) from = one->first;
    return values_.back().first - from >= seconds;
  }

  GivenRule rule_;
  Becomes state_ = Becomes::inactive;
  std::vector<std::pair<double, double>> values_;
};

double drawn_value() {
  if (any_between(0, 15) == 0) return nan_value;
  return any_between(0, 8) / 8.0;
}

GivenRule drawn_rule() {
  const bool low = any_between(0, 1) == 1;
  const int limit = any_between(2, 6), gap = any_between(0, 2);
  return {.below = low,
          .limit = limit / 8.0,
          .clear_limit = (low ? limit + gap : limit - gap) / 8.0,
          .for_seconds = 2.5 * any_between(0, 4),
          .keep_seconds = 2.5 * any_between(0, 3)};
}

/// A random walk that keeps its value for a while, so that seconds can pass.
std::vector<Evaluation> drawn_evaluations(int count, const std::vector<int>& gpus) {
  std::vector<Evaluation> all;
  std::map<int, double> values;
  double at = 0;
  for (int i = 0; i < count; ++i) {
    Evaluation one{at, {}};
    for (const int gpu : gpus) {
      if (values.count(gpu) == 0 || any_between(0, 3) == 0) values[gpu] = drawn_value();
      if (any_between(0, 9) > 0) one.values[gpu] = values[gpu];
    }
    all.push_back(one);
    at += 0.5 * any_between(1, 8);
  }
  return all;
}

TEST(Alerts, OverDrawnSeries) {
  for (int round = 0; round < 4; ++round) {
    const std::vector<GivenRule> rules{drawn_rule(), drawn_rule(), drawn_rule()};
    const auto evaluations = drawn_evaluations(150, {0, 1, 5});
    std::vector<ExpectedChange> expected;
    std::map<std::pair<int, int>, std::pair<History, Becomes>> alerts;
    for (const Evaluation& one : evaluations)
      for (const auto& [gpu, value] : one.values)
        for (int rule = 0; rule < 3; ++rule) {
          auto& [history, before] =
              alerts.try_emplace({rule, gpu}, History(rules[static_cast<std::size_t>(rule)]), Becomes::inactive)
                  .first->second;
          const Becomes now = history.after(one.at, value);
          if (now != before) expected.push_back({one.at, now, gpu, rule});
          before = now;
        }
    const GivenRule& first = rules[0];
    ASSERT_TRUE(gives(
        "gpu_busy_ratio", rules, evaluations, expected,
        fmt::format("A drawn series with three rules on three GPUs. Rule 0 is {} {}, clear_limit {}, {} s, {} s",
                    first.below ? "below" : "above", first.limit, first.clear_limit, first.for_seconds,
                    first.keep_seconds)));
  }
}

}  // namespace
}  // namespace gridmark::lab5
