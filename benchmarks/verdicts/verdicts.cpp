// The correctness of timing verdicts on a busy machine. The true ratio is alternately 10% above and below the
// limit. Background programs work in bursts. Each method gives the requested number of verdicts.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "benchmarks/verdicts/hogs.h"
#include "benchmarks/verdicts/methods.h"
#include "labkit/channel/options.h"
#include "labkit/timing/machine_state.h"
#include "protocol/write_json.h"

namespace gridmark::verdicts {
namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  int sessions = 200;
  double seconds = 3600;
  int hogs = 4;
  std::string only;
  std::string samples;
};

struct Tally {
  std::string method;
  int sessions = 0, wrong = 0, inconclusive = 0;
  double seconds = 0, longest = 0;
  double low = 1e9, high = 0;  ///< ratios relative to the true ratio
};

/// The limit is 1. One side of it is 10% slower than the reference, the other 10% faster.
struct Truth {
  const char* student;
  double ratio;
  Verdict verdict;
};
constexpr std::array<Truth, 2> truths = {
    {{VERDICTS_SLOWER, 1 / 1.1, Verdict::fail}, {VERDICTS_FASTER, 1.1, Verdict::pass}}};

void add(const Session& session, const Truth& truth, Tally& tally) {
  ++tally.sessions;
  if (session.verdict == Verdict::inconclusive)
    ++tally.inconclusive;
  else if (session.verdict != truth.verdict)
    ++tally.wrong;
  tally.seconds += session.seconds;
  tally.longest = std::max(tally.longest, session.seconds);
  tally.low = std::min(tally.low, session.ratio / truth.ratio);
  tally.high = std::max(tally.high, session.ratio / truth.ratio);
}

void show_progress(const Tally& tally, int sessions) {
  if (isatty(STDERR_FILENO) != 0)
    fmt::print(stderr, "\r{:<12} {:>4} of {}   ", tally.method, tally.sessions, sessions);
}

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Every sample of a paired timing as one line of JSON.
void keep(const Session& session, const Truth& truth, std::ofstream& file) {
  if (!session.paired_timing || !file.is_open()) return;
  nlohmann::json line = json_of<PairedTimingFacts>(*session.paired_timing);
  line["true_ratio"] = truth.ratio;
  line["verdict"] = name_of(session.verdict);
  file << line.dump() << std::endl;
}

/// The methods take turns, so that all of them run under the same load.
std::vector<Tally> run(const Settings& settings) {
  std::vector<Tally> tallies;
  for (const Method& method : methods())
    if (settings.only.empty() || settings.only == method.name) tallies.push_back({.method = method.name});
  std::ofstream samples;
  if (!settings.samples.empty()) samples.open(settings.samples);
  const Hogs hogs(settings.hogs);
  const auto begin = Clock::now();
  for (int i = 0; i < settings.sessions && since(begin) < settings.seconds; ++i)
    for (Tally& tally : tallies)
      for (const Method& method : methods()) {
        if (method.name != tally.method) continue;
        const Truth& truth = truths[static_cast<std::size_t>(i) % truths.size()];
        const Session session = method.judge(truth.student);
        add(session, truth, tally);
        keep(session, truth, samples);
        show_progress(tally, settings.sessions);
      }
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{:<40}\r", "");
  return tallies;
}

/// P(at most `most` of `trials`) if each happens with `chance`.
double at_most(int most, int trials, double chance) {
  double sum = 0;
  for (int i = 0; i <= most; ++i)
    sum += std::exp(std::lgamma(trials + 1) - std::lgamma(i + 1) - std::lgamma(trials - i + 1) +
                    i * std::log(chance) + (trials - i) * std::log1p(-chance));
  return sum;
}

/// The largest rate that fits this number of events. With a larger rate, fewer than 5% of studies would have
/// so few.
double largest_rate(int events, int trials) {
  if (events >= trials) return 1;
  double low = 1e-9, high = 1 - 1e-9;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (at_most(events, trials, middle) > 0.05 ? low : high) = middle;
  }
  return high;
}

void print(const std::vector<Tally>& tallies, const Settings& settings, double load_before) {
  fmt::print(
      "The true ratio is 10% off the limit. {} bursty programs in the background, {} processors, load "
      "before: "
      "{:.2f}.\n\n",
      settings.hogs, std::thread::hardware_concurrency(), load_before);
  fmt::print("{:<12} {:>8} {:>7} {:>18} {:>13} {:>16} {:>13} {:>8}\n", "method", "sessions", "wrong",
             "true rate below*", "inconclusive", "seen over true", "seconds each", "longest");
  for (const Tally& tally : tallies)
    fmt::print("{:<12} {:>8} {:>6.1f}% {:>17.1f}% {:>12.1f}% {:>7.2f} to {:>5.2f} {:>13.2f} {:>8.2f}\n",
               tally.method, tally.sessions, 100.0 * tally.wrong / tally.sessions,
               100 * largest_rate(tally.wrong, tally.sessions), 100.0 * tally.inconclusive / tally.sessions,
               tally.low, tally.high, tally.seconds / tally.sessions, tally.longest);
  fmt::print("\n* with 95% confidence, from so many sessions\n");
}

int study(const Settings& settings) {
  std::array arguments = {"verdicts", "--sandbox", GRIDMARK_SANDBOX};
  if (const std::string wrong =
          channel::parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data()));
      !wrong.empty())
    throw std::runtime_error(wrong);
  const double load = timing::machine_state().load;
  const std::vector<Tally> tallies = run(settings);
  if (tallies.empty()) throw std::runtime_error("--only: no method is called \"" + settings.only + "\"");
  print(tallies, settings, load);
  return 0;
}

}  // namespace
}  // namespace gridmark::verdicts

int main(int argc, char** argv) {
  gridmark::verdicts::Settings settings;
  CLI::App app("How often are verdicts on time wrong on a busy machine?");
  app.add_option("--sessions", settings.sessions, "Verdicts of each method")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seconds", settings.seconds, "Begin no session after so long")->capture_default_str();
  app.add_option("--hogs", settings.hogs, "Programs in the background")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--samples", settings.samples, "Write every sample of the paired timings here, JSON Lines");
  app.add_option("--only", settings.only, "One method: \"single run\", \"min of 3\", \"mean of 10\", \"paired timing\"");
  CLI11_PARSE(app, argc, argv);
  try {
    return gridmark::verdicts::study(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "verdicts: {}\n", error.what());
    return 2;
  }
}
