// Tests of ring_seconds and analyse with known steps and formulas.
#include <optional>

#include "labs/lab3-distributed/scaling_operations.h"
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {
namespace {

bool agree(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::abs(expected) + 1e-18; }

double drawn(float low, float high) { return any_values(1, low, high)[0]; }

// ----------------------------------------------------------------------------------------------------
// The model of the ring.

double right_seconds(const RingTime::Case& ring) {
  return 2 * (ring.world - 1) * (ring.alpha + ring.bytes / ring.world / ring.bytes_per_second);
}

/// The mistake that has this result.
std::string mistake_in(const RingTime::Case& ring, double seconds) {
  const double steps = 2 * (ring.world - 1), chunk = ring.bytes / ring.world / ring.bytes_per_second;
  if (agree(seconds, ring.alpha + steps * chunk))
    return ". That counts alpha once, and each of the 2 * (world - 1) steps sends a message: count it in each step";
  if (agree(seconds, steps * (ring.alpha + ring.bytes / ring.bytes_per_second)))
    return ". That sends all bytes in each step: a step sends one chunk, bytes / world";
  if (agree(seconds, steps / 2 * (ring.alpha + chunk)))
    return ". That is half of the ring: world - 1 steps add up, and world - 1 more pass the sums on";
  return "";
}

std::string in_words(const RingTime::Case& ring) {
  return fmt::format("ring_seconds({:.0f} ranks, {:.0f} bytes, alpha {:.3g} s, {:.3g} bytes a second)", ring.world,
                     ring.bytes, ring.alpha, ring.bytes_per_second);
}

testing::AssertionResult has_ring_seconds(const std::vector<RingTime::Case>& rings) {
  RingTime op{channel::In<RingTime::Case>(rings), channel::Out<double>(rings.size())};
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (const double seconds = op.seconds.values()[i], right = right_seconds(rings[i]); !agree(seconds, right))
      return holds(op, false, fmt::format("{} is {:.6g} s, expected {:.6g} s{}", in_words(rings[i]), seconds, right,
                                          mistake_in(rings[i], seconds)));
  return testing::AssertionSuccess();
}

TEST(AnalysisCode, SecondsOfARing) {
  std::vector<RingTime::Case> rings{{2, 1 << 20, 5e-6, 20e9}, {4, 8 << 20, 5e-6, 20e9}};
  for (int i = 0; i < 20; ++i)
    rings.push_back({static_cast<double>(any_between(2, 16)), std::round(drawn(1e3f, 1e8f)), drawn(1e-6f, 1e-4f),
                     drawn(1e9f, 1e11f)});
  EXPECT_TRUE(has_ring_seconds(rings));
}

TEST(AnalysisCode, OneRankSendsNothing) { EXPECT_TRUE(has_ring_seconds({{1, 1e6, 5e-6, 20e9}, {1, 0, 1e-3, 1e9}})); }

TEST(AnalysisCode, SumsOfMoreThanTwoGibibytes) { EXPECT_TRUE(has_ring_seconds({{4, 4 * 3e9, 5e-6, 20e9}})); }

// ----------------------------------------------------------------------------------------------------
// Speedup and efficiency.

Analyse step_of(int world, std::int64_t rows, double seconds, std::int64_t one_rows, double one_seconds) {
  const double begin = drawn(0, 1);
  return {.world = world, .rows = rows, .one_rows = one_rows, .begin = begin, .end = begin + seconds,
          .one_begin = 2, .one_end = 2 + one_seconds, .alpha = 5e-6, .bytes_per_second = 20e9,
          .computing = channel::In<Span>({{begin, begin + seconds}}), .transfers = channel::In<Transfer>(std::vector<Transfer>{})};
}

std::string mistake_in_speedup(const Analyse& op, double speedup) {
  const double seconds = op.end - op.begin, one = op.one_end - op.one_begin;
  if (agree(speedup, one / seconds))
    return fmt::format(". That compares the seconds of both steps, which is right only for strong scaling. "
                       "Here {} rows are compared with {}: compare rows for each second", op.rows, op.one_rows);
  if (agree(speedup, seconds / one)) return ". That is upside down: a faster step has the greater speedup";
  if (agree(speedup, op.world * one / seconds))
    return fmt::format(". That is weak scaling, and here {} rows are compared with {}: compare rows for each second",
                       op.rows, op.one_rows);
  return "";
}

testing::AssertionResult has_speedup(Analyse op) {
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  const Analyse::Point point = op.point.values()[0];
  const double rate = static_cast<double>(op.rows) / (op.end - op.begin);
  const double speedup = rate / (static_cast<double>(op.one_rows) / (op.one_end - op.one_begin));
  const auto is = [&](const char* name, double value, double expected, const std::string& mistake) {
    return holds(op, agree(value, expected),
                 fmt::format("{} is {:.6g}, expected {:.6g}{}", name, value, expected, mistake));
  };
  if (auto right = is("rows_per_second", point.rows_per_second, rate,
                      agree(point.rows_per_second, rate / op.world) ? ". That is one rank's: add up all ranks" : ""); !right)
    return right;
  if (auto right = is("speedup", point.speedup, speedup, mistake_in_speedup(op, point.speedup)); !right) return right;
  return is("efficiency", point.efficiency, speedup / op.world, agree(point.efficiency, speedup) ? ". Divide by the number of ranks" : "");
}

TEST(AnalysisCode, WeakScaling) {
  for (const int world : {1, 2, 4, 7}) EXPECT_TRUE(has_speedup(step_of(world, 8 * world, drawn(1.1f, 2), 8, 1)));
}

TEST(AnalysisCode, StrongScaling) {
  for (const int world : {2, 4, 7}) EXPECT_TRUE(has_speedup(step_of(world, 64, drawn(0.3f, 0.9f), 64, 1)));
}

TEST(AnalysisCode, OtherRows) { EXPECT_TRUE(has_speedup(step_of(3, any_between(1, 1000), drawn(0.5f, 2), 48, drawn(0.5f, 2)))); }

// ----------------------------------------------------------------------------------------------------
// Exposed communication and the bottleneck.

/// A step of 1 ms with these computing spans.
Analyse trace_of(const std::vector<Span>& computing, const std::vector<Transfer>& transfers, int world = 4) {
  Analyse op = step_of(world, 32, 1e-3, 8, 8e-4);
  op.begin = 0, op.end = 1e-3;
  op.computing = channel::In<Span>(computing);
  op.transfers = channel::In<Transfer>(transfers);
  return op;
}

testing::AssertionResult has_exposed(Analyse op, double expected, double of_each_by_itself = -1) {
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  const double share = op.point.values()[0].exposed_share;
  std::string mistake;
  if (!agree(expected, 1) && agree(share, 1)) mistake = ". Leave out the seconds in which the device computes";
  if (!agree(share, 1) && agree(share, 1 - expected)) mistake = ". That is the hidden share";
  if (agree(share, of_each_by_itself)) mistake = ". Spans overlap here: count no second twice";
  return holds(op, agree(share, expected),
               fmt::format("exposed_share is {:.6g}, expected {:.6g}{}", share, expected, mistake));
}

TEST(AnalysisCode, ExposedShareOfOneTransfer) {
  const std::vector<Span> computing{{0, 6e-4}};
  EXPECT_TRUE(has_exposed(trace_of(computing, {}), 0));
  EXPECT_TRUE(has_exposed(trace_of(computing, {{6e-4, 9e-4, 1e6}}), 1));
  EXPECT_TRUE(has_exposed(trace_of(computing, {{2e-4, 5e-4, 1e6}}), 0));
  EXPECT_TRUE(has_exposed(trace_of(computing, {{3e-4, 10e-4, 1e6}}), 4.0 / 7));
}

TEST(AnalysisCode, ExposedShareOfMany) {
  // Unsorted, with a gap between two kernels.
  EXPECT_TRUE(has_exposed(trace_of({{5e-4, 8e-4}, {0, 3e-4}}, {{7e-4, 10e-4, 1e6}, {2e-4, 6e-4, 1e6}}), 4.0 / 7));
  // Two simultaneous transfers, and two streams that compute simultaneously.
  EXPECT_TRUE(has_exposed(trace_of({{0, 4e-4}, {2e-4, 5e-4}}, {{3e-4, 8e-4, 1e6}, {4e-4, 10e-4, 1e6}}), 5.0 / 7, 8.0 / 11));
}

const char* in_words(Bottleneck bottleneck) {
  constexpr const char* names[] = {"computation", "latency", "bandwidth", "waiting"};
  const auto index = static_cast<std::size_t>(bottleneck);
  return index < std::size(names) ? names[index] : "none of the four";
}

testing::AssertionResult has_bottleneck(Analyse op, Bottleneck expected, const std::string& because) {
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  const auto found = static_cast<Bottleneck>(op.point.values()[0].bottleneck);
  return holds(op, found == expected,
               fmt::format("bottleneck is {}, expected {}: {}", in_words(found), in_words(expected), because));
}

/// Transfers in sequence that need only the network's time.
std::vector<Transfer> transfers_of(double begin, double each, int count, double bytes) {
  std::vector<Transfer> transfers;
  for (int i = 0; i < count; ++i) transfers.push_back({begin + i * each, begin + (i + 1) * each, bytes});
  return transfers;
}

TEST(AnalysisCode, Bottlenecks) {
  const std::vector<Span> computing{{0, 6e-4}};
  const double alone = 6 * (5e-6 + 1e6 / 4 / 20e9), small = 6 * (5e-6 + 4096.0 / 4 / 20e9);
  EXPECT_TRUE(has_bottleneck(trace_of({{0, 9.5e-4}}, {{8e-4, 10e-4, 1e6}}), Bottleneck::computation,
                             "a twentieth of the step is exposed"));
  EXPECT_TRUE(has_bottleneck(trace_of(computing, transfers_of(6e-4, alone, 3, 1e6)), Bottleneck::bandwidth,
                             "each transfer has 30 us of messages and 75 us of bytes"));
  EXPECT_TRUE(has_bottleneck(trace_of(computing, transfers_of(6e-4, small, 12, 4096)), Bottleneck::latency,
                             "each transfer has 30 us of messages and 0.3 us of bytes"));
  EXPECT_TRUE(has_bottleneck(trace_of(computing, {{6e-4, 10e-4, 1e6}}), Bottleneck::waiting,
                             "a transfer of 400 us needs 105 us of the network"));
}

}  // namespace
}  // namespace gridmark::lab3
