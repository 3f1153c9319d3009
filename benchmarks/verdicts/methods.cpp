#include "benchmarks/verdicts/methods.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include "labkit/channel/paired_timing_runner.h"
#include "labkit/channel/options.h"
#include "labkit/machine/work.h"

namespace gridmark::verdicts {
namespace {

using Clock = std::chrono::steady_clock;
using channel::Transport;
using machine::Work;

constexpr double paired_timing_seconds = 10;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::unique_ptr<Transport> start(const std::string& program) { return channel::make_transport_to(program); }

double wall_of_call(Transport& worker) {
  Work work = machine::fresh_work();
  const channel::Request request = channel::to_request(work);
  const auto begin = Clock::now();
  if (const channel::Answer answer = worker.call(request); !answer.reply)
    throw std::runtime_error("a worker failed: " + answer.failure.message);
  return since(begin);
}

/// `runs` calls of one process after a first call that is not timed, as usual benchmarks do.
std::vector<double> walls(const std::string& program, int runs) {
  const auto worker = start(program);
  wall_of_call(*worker);
  std::vector<double> seconds;
  for (int i = 0; i < runs; ++i) seconds.push_back(wall_of_call(*worker));
  worker->dismiss();
  return seconds;
}

template <class Summary>
Session blocked(const std::string& student, int runs, Summary summary) {
  const auto begin = Clock::now();
  Session session;
  session.ratio = summary(walls(VERDICTS_REFERENCE, runs)) / summary(walls(student, runs));
  session.verdict = session.ratio >= 1 ? Verdict::pass : Verdict::fail;
  session.seconds = since(begin);
  return session;
}

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Session single(const std::string& student) { return blocked(student, 1, least); }
Session least_of_3(const std::string& student) { return blocked(student, 3, least); }
Session mean_of_10(const std::string& student) { return blocked(student, 10, mean); }

Session paired_timing(const std::string& student) {
  const channel::PairedTiming paired_timing{"work", channel::calls_of<Work>(machine::fresh_work, machine::judge_work)};
  const auto outcome = channel::run_rounds(
      paired_timing, [] { return start(VERDICTS_REFERENCE); }, [&] { return start(student); }, {1.0}, paired_timing_seconds);
  if (outcome.lost) throw std::runtime_error("the student's side lost: " + outcome.lost->failure.message);
  Session session;
  session.ratio = outcome.result.estimate;
  session.seconds = outcome.result.seconds;
  session.paired_timing = outcome.result;
  if (outcome.result.settled) session.verdict = timing::verdict_on(outcome.result.interval(), 1);
  return session;
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {
      {"single run", single}, {"min of 3", least_of_3}, {"mean of 10", mean_of_10}, {"paired timing", paired_timing}};
  return all;
}

}  // namespace gridmark::verdicts
