// Tests of the counted flavour: one pass over each gradient, clean kernels, and the bytes of a step.
#include "labkit/channel/finding_cause.h"
#include "labkit/channel/options.h"
#include "labs/lab2-mixed-precision/tests/stability.h"
#include "labs/lab2-mixed-precision/tests/training.h"

namespace gridmark::lab2 {
namespace {


/// A run without counts only judges answers, and reports that it is not a grade.
bool somebody_counts() { return channel::options().workers.contains("counted"); }

/// At most two launches and one copy back of four bytes.
testing::AssertionResult is_one_pass(Unscale op) {
  if (auto right = unscales(op, Flavour::counted); !right) return right;
  const channel::Meters& seen = meters();
  if (auto few = holds(op, seen.launches >= 1 && seen.launches <= 2,
                       fmt::format("makes {} launches, expected 1 or 2", seen.launches));
      !few)
    return few;
  if (auto one = holds(op, seen.device_to_host.count == 1 && seen.device_to_host.bytes == 4,
                       fmt::format("makes {} copies of {} bytes to the host, expected one of 4",
                                   seen.device_to_host.count, seen.device_to_host.bytes));
      !one)
    return one;
  return channel::above_floors(op.subject(), {{"bytes loaded from global memory", static_cast<double>(seen.loads.bytes),
                                            (op.type == Type::f32 ? 4.0 : 2.0) * static_cast<double>(op.scaled.size())}});
}

TEST(Fused, ManyTensors) {
  if (!somebody_counts()) return;
  std::vector<int> sizes;
  for (int i = 0; i < 40; ++i) sizes.push_back(2000 + 37 * i);
  EXPECT_TRUE(is_one_pass(unscale_call(Type::f16, sizes, 1.0f / 65536)));
}

// Counts sectors, so that a warp's reading of the slice adds little: less than a second pass over the
// elements.
TEST(Fused, LooksAtEachElementOnce) {
  if (!somebody_counts()) return;
  Unscale op = unscale_call(Type::f32, {70'000}, 1.0f / 8);
  ASSERT_TRUE(is_one_pass(op));
  const double needed = 70'000.0 * 4 / 32, loaded = static_cast<double>(meters().loads.sectors);
  EXPECT_TRUE(holds(op, loaded <= 1.9 * needed,
                    fmt::format("loads {:.0f} sectors, and the gradients have {:.0f}: each is looked at more than once",
                                loaded, needed)));
}

/// The answer is right, without a finding and without a leak.
template <class Operation>
testing::AssertionResult is_clean(const Operation& op, const testing::AssertionResult& right) {
  if (!right) return right;
  const auto complaint = [&](const std::string& message, const emulation::SourcePlace& place,
                             const std::optional<Cause>& cause) {
    channel::Failure failure;
    failure.outcome = "wrong_answer";
    failure.message = op.subject() + ": " + message;
    failure.place = place;
    failure.cause = cause;
    channel::note_failure(failure);
    return testing::AssertionFailure() << failure.message;
  };
  if (const auto& findings = meters().findings; !findings.empty()) {
    const channel::Failure failure = channel::failure_by(findings.front(), op.subject());
    channel::note_failure(failure);
    return testing::AssertionFailure() << failure.message;
  }
  if (const auto left = channel::object_left()) return complaint(left->message, left->place, left->cause);
  if (const auto& leaks = channel::last_reply().leaks; !leaks.empty())
    return complaint(fmt::format("{} bytes are allocated on the device and never freed", leaks.front().bytes),
                     leaks.front().place, channel::cause_of_leak());
  return testing::AssertionSuccess();
}

constexpr std::uint64_t flags_and_counts = 256;

/// Kernels must load every element of the operands and store every result, and the host must not read them.
///
/// few  bytes that may be copied back, fewer than the operands have
testing::AssertionResult done_by_kernels(const std::string& subject, double loaded, double stored, double operations,
                                         std::uint64_t few = flags_and_counts) {
  const channel::Meters& seen = meters();
  if (auto there = channel::stays_on_the_device(subject, few); !there) return there;
  return channel::above_floors(subject, {{"launches", static_cast<double>(seen.launches), 1},
                                      {"bytes loaded from global memory", static_cast<double>(seen.loads.bytes), loaded},
                                      {"bytes stored in global memory", static_cast<double>(seen.stores.bytes), stored},
                                      {"floating-point operations", static_cast<double>(seen.flops.operations()),
                                       operations}});
}

// A step reads the gradient, both means and the master, and writes all but the gradient. It adds and
// multiplies at least ten times.
TEST(MasterWeights, AreTheWorkOfKernels) {
  if (!somebody_counts()) return;
  constexpr int elements = 2000, steps = 3;
  ASSERT_TRUE(keeps_masters(steps_call(Type::f16, {elements}, steps, 1e-3f, 0.01f), Flavour::counted));
  EXPECT_TRUE(done_by_kernels("MasterAdamW::step", steps * 16.0 * elements, steps * 12.0 * elements,
                              steps * 10.0 * elements, steps * flags_and_counts));
}

// The length reads and squares each element. The clipping reads, multiplies and writes it. The host may add
// up the sums of some hundreds of blocks.
TEST(ClipOrder, IsTheWorkOfKernels) {
  if (!somebody_counts()) return;
  constexpr int elements = 20'000;
  constexpr std::uint64_t sums_of_blocks = 8192;
  ASSERT_TRUE(clips({elements}, 1, Flavour::counted));
  EXPECT_TRUE(
      done_by_kernels("clip_gradients", 2 * 4.0 * elements, 4.0 * elements, 2.0 * elements, sums_of_blocks));
}

TEST(Fused, IsClean) {
  if (!somebody_counts()) return;
  EXPECT_TRUE(is_clean(Unscale(), unscales(unscale_call(Type::bf16, {100, 3, 257}, 0.5f), Flavour::counted)));
}

TEST(Softmax, IsClean) {
  if (!somebody_counts()) return;
  constexpr int rows = 13, columns = 177;
  ASSERT_TRUE(is_clean(Softmax(), softmax_of_any(Type::f16, rows, columns, -40, 40, Flavour::counted)));
  ASSERT_TRUE(channel::keeps(Softmax(), channel::double_precision()));
  EXPECT_TRUE(done_by_kernels("softmax_rows", rows * columns * 2, rows * columns * 2, rows * columns));
}

TEST(AttentionScores, IsClean) {
  if (!somebody_counts()) return;
  constexpr int queries = 37, keys = 21, depth = 67;
  ASSERT_TRUE(is_clean(Scores(), scores_right(Type::bf16, queries, keys, depth, -2, 2, Flavour::counted)));
  ASSERT_TRUE(channel::keeps(Scores(), channel::double_precision()));
  EXPECT_TRUE(done_by_kernels("attention_scores", (queries + keys) * depth * 2, queries * keys * 2,
                              2.0 * queries * keys * depth));
}

/// Bytes that a training of one step may copy back: the worker's own check of the parameters and a gradient,
/// a loss and a flag. The rows have more bytes.
std::uint64_t looked_at(const Train& op) { return 4 * op.weights.size() + 1024; }

/// Bytes that kernels load and store in a training, without cuBLAS's products.
std::optional<double> bytes_of(Train op) {
  const testing::AssertionResult asked = channel::ask(op, Flavour::counted);
  EXPECT_TRUE(asked);
  if (!asked) return std::nullopt;
  const channel::Meters seen = meters();
  const testing::AssertionResult there = channel::stays_on_the_device(op.subject(), looked_at(op));
  EXPECT_TRUE(there);
  if (!there) return std::nullopt;
  channel::tolerates(channel::WrongReply::stale, "a net that FP16 has trained is as good for FP32");
  const testing::AssertionResult trained = trains_right(op, 0.012);
  EXPECT_TRUE(trained);
  if (!trained) return std::nullopt;
  return static_cast<double>(seen.loads.bytes + seen.stores.bytes);
}

// An FP32 training with too many bytes would make any other look good. So the comparison needs one with at
// most a tenth more than the solution's 32,680,660 bytes (counted: `grade` of the solution with --only bytes
// --json).
TEST(Counted, BytesOfTrainingSteps) {
  constexpr double most_in_full = 1.1 * 32'680'660;
  const auto half = bytes_of(many_rows_training(Type::f16)), full = bytes_of(many_rows_training(Type::f32));
  if (!half || !full) return;
  channel::record({.name = "amp.step_bytes_ratio",
                .value = *half / std::min(*full, most_in_full),
                .unit = "ratio",
                .detail = fmt::format("{:.0f} bytes in FP16, {:.0f} in FP32{}", *half, *full,
                                      *full > most_in_full ? fmt::format(", of which {:.0f} are compared with", most_in_full)
                                                           : "")});
}

}  // namespace
}  // namespace gridmark::lab2
