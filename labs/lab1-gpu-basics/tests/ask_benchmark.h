#pragma once
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>

#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "labkit/inputs/inputs.h"
#include "labs/lab1-gpu-basics/tests/timing_faults.h"

namespace gridmark::lab1 {

/// How the costs of the probe's calls vary.
enum class Spread { even, uneven };

/// Random costs of the probe's calls. The first call costs more than all others together. The order and the
/// size of the others are random, so that a fixed number cannot be right. With uneven costs, the first timed
/// call differs from the one after the last, because an additional call would not show otherwise.
inline std::vector<int> fresh_costs(Spread spread, int iterations = 0) {
  static std::mt19937_64 random(inputs::Inputs::fresh_seed());
  std::vector<int> costs{2, 3, 2, 2, 3, 2, 3, 2, 2, 3, 2};  // varies by 0.2
  if (spread == Spread::uneven) costs = {1, 1, 6, 1, 1, 5, 1, 6, 1, 1, 2};  // by 0.9
  const auto behind = static_cast<std::size_t>(iterations);
  const bool can_differ = spread == Spread::uneven && iterations > 0 && behind < costs.size();
  do std::shuffle(costs.begin(), costs.end(), random);
  while (can_differ && std::abs(costs.front() - costs[behind]) < 4);
  costs.insert(costs.begin(), 30);
  const int unit = std::uniform_int_distribution<int>(1, 3)(random);
  for (int& cost : costs) cost *= unit;
  return costs;
}

inline Benchmark benchmark_call(int n, int iterations, const std::vector<int>& costs) {
  Benchmark op;
  op.n = n, op.iterations = iterations;
  op.costs = channel::In<int>(costs);
  op.calls = channel::Out<SeenCall>(Benchmark::most_calls);
  op.run = channel::Out<SeenRun>(1);
  return op;
}

/// The worker's observations of `op`, which must be the last operation that ran.
inline Trace trace_of(const Benchmark& op) {
  Trace trace{op, op.n, op.iterations, op.run.values()[0]};
  trace.sees_clocks = channel::options().device == "emulated";
  const double calls = trace.run.calls;
  const bool possible = calls >= 0 && calls <= Benchmark::most_calls;
  if (!possible) trace.run.calls = 0;
  const channel::Reply& reply = channel::last_reply();
  trace.lines = {reply.place("first call"), reply.place("first timed call"), reply.place("clock start"),
                 reply.place("last call"), reply.place("clock stop")};
  return trace;
}

/// Adds the refused call of the last run, if the worker noted one.
inline void add_refused_call(channel::Failure& failure, const Fault& fault) {
  const auto& findings = channel::last_reply().meters.findings;
  if (fault.caused_by.empty() || findings.empty()) return;
  failure.message += fault.caused_by + findings.front().message;
  failure.place = findings.front().place;
}

/// A fault counts as the student's wrong answer.
inline testing::AssertionResult verdict_on(const std::optional<Fault>& fault) {
  if (!fault) return testing::AssertionSuccess();
  channel::Failure failure;
  failure.outcome = "wrong_answer";
  failure.message = "benchmark_matmul " + fault->message;
  failure.place = fault->place;
  failure.remedy = fault->remedy;
  add_refused_call(failure, *fault);
  channel::note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

/// Runs benchmark_matmul with the probe, and judges the notes of its calls.
template <class FindFault>
testing::AssertionResult benchmark_is_right(int n, int iterations, FindFault find_fault,
                                            Spread spread = Spread::uneven) {
  Benchmark op = benchmark_call(n, iterations, fresh_costs(spread, iterations));
  if (auto asked = channel::ask(op); !asked) return asked;
  return verdict_on(find_fault(trace_of(op)));
}

}  // namespace gridmark::lab1
