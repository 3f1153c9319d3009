// benchmark_inference and sweet_spot, with a model of known times.
#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

bool agree(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::abs(expected) + 1e-12; }

std::size_t count(int value) { return static_cast<std::size_t>(value); }

/// Random times that all differ. They are multiples of 2^-20 s, so that a clock adds them exactly. Warm-ups
/// are slow, and so is the first token of each run.
Benchmark any_benchmark(int tokens, int warmups, int runs) {
  const auto seconds = [](int least, int most) { return any_between(least, most) * 0x1p-20; };
  Benchmark op{.tokens = tokens, .warmups = warmups, .runs = runs, .load_seconds = seconds(1 << 18, 1 << 21),
               .memory_bytes = static_cast<std::uint64_t>(any_between(1 << 20, 1 << 28))};
  std::vector<double> token_seconds, tail_seconds;
  for (int run = 0; run < warmups + runs; ++run) {
    for (int i = 0; i < tokens; ++i)
      token_seconds.push_back((run < warmups ? 5 : 1) * seconds(i == 0 ? 1 << 16 : 1 << 13, i == 0 ? 1 << 17 : 1 << 14));
    tail_seconds.push_back(seconds(1 << 10, 1 << 12));
    tail_seconds.push_back(seconds(1 << 15, 1 << 16));
  }
  op.token_seconds = channel::In<double>(token_seconds);
  op.tail_seconds = channel::In<double>(tail_seconds);
  return op;
}

/// The correct measurement of a run.
struct Run {
  double all = 0, first = 0, others = 0;
  double tail = 0, wait = 0;
};
Run run_of(const Benchmark& op, int run) {
  const auto seconds = op.token_seconds.values().subspan(count(run) * count(op.tokens), count(op.tokens));
  Run seen{.first = seconds[0], .tail = op.tail_seconds.values()[2 * count(run)],
           .wait = op.tail_seconds.values()[2 * count(run) + 1]};
  for (std::size_t i = 1; i < seconds.size(); ++i) seen.others += seconds[i];
  seen.all = seen.first + seen.others + seen.tail + seen.wait;
  return seen;
}

/// The mean over runs [begin, end) of what `of` returns.
template <class Of>
double mean(const Benchmark& op, int begin, int end, Of of) {
  double sum = 0;
  for (int run = begin; run < end; ++run) sum += of(run_of(op, run));
  return sum / (end - begin);
}

BenchmarkFigures expected_of(const Benchmark& op) {
  const int begin = op.warmups, end = op.warmups + op.runs;
  BenchmarkFigures figures{.load = op.load_seconds, .memory_bytes = static_cast<double>(op.memory_bytes), .average = 0,
                           .least = INFINITY, .most = 0, .tokens_per_second = 0, .first_token = 0, .between_tokens = 0};
  for (int run = begin; run < end; ++run) {
    figures.least = std::min(figures.least, run_of(op, run).all);
    figures.most = std::max(figures.most, run_of(op, run).all);
  }
  figures.average = mean(op, begin, end, [](const Run& run) { return run.all; });
  figures.tokens_per_second = op.tokens / figures.average;
  figures.first_token = mean(op, begin, end, [](const Run& run) { return run.first; });
  if (op.tokens > 1) figures.between_tokens = mean(op, begin, end, [](const Run& run) { return run.others; }) / (op.tokens - 1);
  return figures;
}

/// The mistake that gives this figure, or "" if none is known.
std::string mistake_in(const Benchmark& op, const BenchmarkFigures& figures, const BenchmarkFigures& expected) {
  const int begin = op.warmups, end = op.warmups + op.runs;
  if (agree(figures.average, mean(op, 0, end, [](const Run& run) { return run.all; })) && op.warmups > 0)
    return ". That counts the warm-ups";
  if (agree(figures.average, mean(op, begin, end, [](const Run& run) { return run.all - run.wait; })))
    return ". That leaves the device's work behind run() out: wait() before you read the clock";
  if (!agree(figures.tokens_per_second, expected.tokens_per_second) &&
      agree(figures.tokens_per_second, mean(op, begin, end, [&](const Run& run) { return op.tokens / run.all; })))
    return ". That is the mean of the runs' rates: divide all tokens by the sum of all times";
  if (agree(figures.between_tokens, expected.between_tokens * (op.tokens - 1) / op.tokens))
    return ". There is one gap less than there are tokens";
  if (agree(figures.between_tokens, mean(op, begin, end, [&](const Run& run) { return (run.all - run.first) / (op.tokens - 1); })))
    return ". The last token ends it, not the end of the run";
  return "";
}

testing::AssertionResult has_figures(const Benchmark& op) {
  const BenchmarkFigures figures = op.figures.values()[0], expected = expected_of(op);
  struct Figure {
    const char* name;
    double BenchmarkFigures::*value;
  };
  constexpr Figure all[] = {{"load", &BenchmarkFigures::load},
                            {"memory_bytes", &BenchmarkFigures::memory_bytes},
                            {"average", &BenchmarkFigures::average},
                            {"least", &BenchmarkFigures::least},
                            {"most", &BenchmarkFigures::most},
                            {"tokens_per_second", &BenchmarkFigures::tokens_per_second},
                            {"first_token", &BenchmarkFigures::first_token},
                            {"between_tokens", &BenchmarkFigures::between_tokens}};
  for (const auto& [name, value] : all)
    if (!agree(figures.*value, expected.*value))
      return holds(op, false, fmt::format("{} is {:.9g}, expected {:.9g}{}", name, figures.*value, expected.*value,
                                          mistake_in(op, figures, expected)));
  return testing::AssertionSuccess();
}

testing::AssertionResult calls_as_it_must(const Benchmark& op) {
  const BenchmarkCalls calls = op.calls.values()[0];
  const auto is = [&](const char* what, int value, int expected) {
    return holds(op, value == expected, fmt::format("{} {}, expected {}", value, what, expected));
  };
  if (auto right = is("calls of load()", calls.loads, 1); !right) return right;
  if (auto right = is("runs", calls.runs, op.warmups + op.runs); !right) return right;
  if (auto right = is("runs of another number of tokens", calls.other_tokens, 0); !right) return right;
  if (auto right = is("runs that begin while the device still works on the one before: call wait() behind each run",
                      calls.runs_too_early, 0); !right) return right;
  return is("looks at the clock while the device still works: call wait() first", calls.looks_too_early, 0);
}

testing::AssertionResult measures(Benchmark op) {
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = calls_as_it_must(op); !right) return right;
  return has_figures(op);
}

TEST(Benchmark, ThreeWarmUpsAndTenRuns) { ASSERT_TRUE(measures(any_benchmark(any_between(8, 20), 3, 10))); }

TEST(Benchmark, WithoutWarmUps) { ASSERT_TRUE(measures(any_benchmark(5, 0, any_between(2, 6)))); }

TEST(Benchmark, OneRun) { ASSERT_TRUE(measures(any_benchmark(any_between(3, 9), 1, 1))); }

TEST(Benchmark, OneToken) { ASSERT_TRUE(measures(any_benchmark(1, 2, any_between(2, 5)))); }

// ---------------------------------------------------------------------------------------------------- The
// batch above which a larger one is not worth its cost.

testing::AssertionResult has_spot(const std::vector<int>& batches, const std::vector<double>& rates, double share,
                                  int expected) {
  SweetSpot op{.share = share, .batches = channel::In<int>(batches), .rates = channel::In<double>(rates)};
  if (auto asked = channel::ask(op); !asked) return asked;
  std::string points;
  for (std::size_t i = 0; i < batches.size(); ++i) points += fmt::format("{}{} of {:.6g}", i ? ", " : "", batches[i], rates[i]);
  return holds(op, op.spot.values()[0] == expected,
               fmt::format("is {} for a share of {} and the batches {} tokens a second, expected {}", op.spot.values()[0],
                           share, points, expected));
}

TEST(Benchmark, TheSmallestBatchThatIsNearlyTheFastest) {
  const std::vector<int> batches{1, 4, 16, 32, 64};
  const double rate = any_between(100, 10000);
  const auto spot = [&](const std::vector<double>& parts, double share, int expected) {
    std::vector<double> rates;
    for (const double part : parts) rates.push_back(rate * part);
    return has_spot(batches, rates, share, expected);
  };
  ASSERT_TRUE(spot({0.1, 0.35, 0.8, 0.92, 1}, 0.9, 32));
  ASSERT_TRUE(spot({0.1, 0.35, 0.8, 0.92, 1}, 0.3, 4));
  ASSERT_TRUE(spot({0.1, 0.35, 0.8, 0.89, 1}, 0.9, 64));
  ASSERT_TRUE(spot({0.1, 0.35, 1, 0.7, 0.95}, 1, 16));     // a larger batch may be slower
  ASSERT_TRUE(spot({0.1, 0.5, 1, 0.7, 0.4}, 0.9, 16));
  ASSERT_TRUE(spot({0.2, 0.95, 0.5, 1, 0.4}, 0.9, 4));     // and so may a batch between the two
  ASSERT_TRUE(spot({1, 1, 1, 1, 1}, 0.9, 1));
  ASSERT_TRUE(has_spot({7}, {3.5}, 1, 7));
}

}  // namespace
}  // namespace gridmark::lab6
