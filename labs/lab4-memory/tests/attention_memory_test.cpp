// Memory that attention needs in addition to its arrays, and the bytes that it moves.
#include "labkit/channel/contracts.h"
#include "labkit/channel/finding_cause.h"
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {
namespace {

double megabytes(double bytes) { return bytes / (1 << 20); }

/// Peaks of both attentions for one matrix of one length.
struct Peaks {
  double unfused, flash;
};

std::optional<Peaks> peaks(int length, int d) {
  const AttentionInputs inputs({.queries = length, .keys = length, .d = d});
  const AttentionRows expected = reference_rows(inputs, every_row(inputs.shape, 61));
  const auto unfused = ask_unfused(inputs, expected);
  if (!unfused) return std::nullopt;
  const auto flash = ask_flash(inputs, expected, unfused->error);
  if (!flash) return std::nullopt;
  const double arrays = (4.0 * d + 1) * length * sizeof(float);
  const double variables = static_cast<double>(flash->variables.values()[0]);
  const bool possible = static_cast<bool>(channel::above_floors(
      "flash_attention_fwd", {{"bytes of memory", static_cast<double>(flash->peak_bytes), arrays},
                              {"bytes of variables", variables, 1}}));
  EXPECT_TRUE(possible);
  if (!possible) return std::nullopt;
  constexpr double of_the_worker = 1 << 20;
  return Peaks{static_cast<double>(unfused->peak_bytes),
               static_cast<double>(flash->peak_bytes) + std::max(0.0, variables - of_the_worker)};
}

/// The exponent with which memory other than q, k and v grows with the length, d = 32.
double growth(const std::vector<double>& lengths, const std::vector<double>& peaks) {
  std::vector<double> beside;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    beside.push_back(peaks[i] - 3.0 * 32 * sizeof(float) * lengths[i]);
  return exponent(lengths, beside);
}

testing::AssertionResult grows_linearly(double found) {
  Flash op;
  op.shape = {.queries = 2048, .keys = 2048, .d = 32};
  return holds(
      op, found <= 1.1,
      fmt::format(
          "from 256 on, memory in addition to q, k and v grows with the length to the power of {:.2f}, at most "
          "1.1 passes",
          found));
}

void plot_peaks(const std::vector<double>& lengths, const std::vector<double>& unfused,
                const std::vector<double>& flash) {
  channel::record(channel::Plot{
      .name = "flash.memory",
      .title = fmt::format(
          "Peak of attention, its arrays included, d = 32: unfused grows as length^{:.2f}, yours as "
          "length^{:.2f}",
          exponent(lengths, unfused), exponent(lengths, flash)),
      .x = {.label = "length", .unit = "tokens", .logarithmic = true},
      .y = {.label = "peak", .unit = "bytes", .logarithmic = true},
      .series = {{.name = "unfused", .provenance = Provenance::counted, .at = lengths, .values = unfused},
                 {.name = "yours", .provenance = Provenance::counted, .at = lengths, .values = flash}}});
}

/// The peak of a process after each attention, in bytes. The unfused attention ran second.
testing::AssertionResult no_scores_in_the_process(double flash, double unfused, double scores) {
  const double of_two_matrices = 1.5 * scores;  // the unfused attention has two, and a forged answer has none
  if (flash <= scores / 2 && unfused >= flash + of_two_matrices) return testing::AssertionSuccess();
  return channel::send_to_review(fmt::format(
      "flash_attention_fwd: its process had {:.1f} MiB of all memory at its peak, the host's included, and "
      "{:.1f} MiB after the unfused attention, whose two matrices of scores have {:.1f} MiB each",
      megabytes(flash), megabytes(unfused), megabytes(scores)));
}

/// Scores could be in host memory, which no meter of the device counts, but which the emulated device's
/// kernels can access. A process's peak never falls. So flash attention runs first, in a new worker, at a
/// random length. On a real device this test is not possible, because its memory is not the process's. In a
/// debugger it is not possible either, because the process contains the checker.
bool keeps_no_scores_on_the_host() {
  if (channel::options().on_real_device() || channel::transport_mode() == "in-process") return true;
  channel::end_workers();
  const int length = any_between(3968, 4224);
  AttentionInputs inputs({.queries = length, .keys = length, .d = 8});
  inputs.one_block_at_a_time = true;
  const AttentionRows expected = reference_rows(inputs, every_row(inputs.shape, 197));
  const auto flash = ask_flash(inputs, expected, 1e-5);
  if (!flash) return false;
  const auto unfused = ask_unfused(inputs, expected);
  if (!unfused) return false;
  const auto peak = [](const Answered& one) { return static_cast<double>(one.resident.values()[0]); };
  const bool none =
      static_cast<bool>(no_scores_in_the_process(peak(*flash), peak(*unfused), 4.0 * length * length));
  EXPECT_TRUE(none);
  return none;
}

/// Rows that do not fit into shared memory might be in global memory, although short ones are not.
bool keeps_no_row() {
  const AttentionShape shape{.queries = 2, .keys = any_between(76'000, 84'000), .d = 3};
  const auto flash = ask_long_rows(shape);
  if (!flash) return false;
  const std::uint64_t arrays = 2 * volume(shape.queries + shape.keys, shape.d) + volume(shape.queries);
  const std::uint64_t most = sizeof(float) * (arrays + volume(shape.keys) / 2);
  Flash op;
  op.shape = shape;
  const bool none = static_cast<bool>(
      holds(op, flash->peak_bytes <= most,
            fmt::format("{} bytes are taken at the peak, expected at most {} for the arrays and half a row "
                        "of scores: do not keep a row",
                        flash->peak_bytes, most)));
  EXPECT_TRUE(none);
  return none;
}

TEST(FlashMemory, OverTheLength) {
  if (is_profiled()) GTEST_SKIP() << "too long for a profile. Counted.BytesOfAttention has its calls";
  const std::vector<double> lengths{256, 512, 1024, 2048};
  std::vector<double> unfused, flash;
  for (const double length : lengths) {
    const auto seen = peaks(static_cast<int>(length), 32);
    if (!seen) return;
    unfused.push_back(seen->unfused), flash.push_back(seen->flash);
  }
  plot_peaks(lengths, unfused, flash);
  channel::record(
      {.name = "flash.growth",
       .value = growth(lengths, flash),
       .unit = "exponent",
       .flavour = Flavour::fast,
       .detail = fmt::format("memory in addition to q, k and v grows with the length to the power of {:.2f}, unfused "
                             "to that of {:.2f}",
                             growth(lengths, flash), growth(lengths, unfused))});
  ASSERT_TRUE(grows_linearly(growth(lengths, flash)));
  const auto wide = peaks(2048, 64);
  if (!wide || !keeps_no_row() || !keeps_no_scores_on_the_host()) return;
  const double at_1024 = unfused[2] / flash[2], at_2048 = wide->unfused / wide->flash;
  channel::record(
      {.name = "flash.memory_ratio",
       .value = std::min(at_1024, at_2048),
       .unit = "ratio",
       .flavour = Flavour::fast,
       .detail = fmt::format(
           "peak with q, k, v and o: {:.2f} MiB, unfused {:.2f} MiB at length 1024, d = 32; "
           "{:.2f} and {:.2f} MiB at 2048, d = 64",
           megabytes(flash[2]), megabytes(unfused[2]), megabytes(wide->flash), megabytes(wide->unfused))});
}

constexpr std::uint64_t flag_or_count = 64;  // bytes that may be copied back

/// The answer is right, without a finding and without a leak, and was computed on the device.
void expect_clean(const AttentionShape& shape) {
  const AttentionInputs inputs(shape);
  const AttentionRows expected = reference_rows(inputs, every_row(shape));
  if (!ask_flash(inputs, expected, 1e-6, Flavour::counted)) return;
  const channel::Meters& seen = meters();
  Flash op;
  op.shape = shape;
  if (!seen.findings.empty()) {
    const channel::Failure failure = channel::failure_by(seen.findings.front(), op.describe());
    channel::note_failure(failure);
    ADD_FAILURE() << failure.message;
    return;
  }
  if (const auto single = channel::keeps(op, channel::double_precision()); !single) {
    EXPECT_TRUE(single);
    return;
  }
  if (const auto destroyed = channel::keeps(op, channel::object_left()); !destroyed) {
    EXPECT_TRUE(destroyed);
    return;
  }
  if (const auto& leaks = channel::last_reply().leaks; !leaks.empty()) {
    EXPECT_TRUE(holds(op, false, fmt::format("{} bytes are allocated and never freed", leaks.front().bytes),
                      leaks.front().place, channel::cause_of_leak()));
    return;
  }
  const auto of = [](auto... sizes) { return static_cast<double>(volume(sizes...)); };
  const double matrices = of(shape.batch, shape.heads);
  const double pairs = matrices * of(shape.queries, shape.keys) * (shape.causal ? 0.25 : 1);
  const int asking = shape.causal ? std::min(shape.queries, shape.keys) : shape.queries;  // others: no key
  EXPECT_TRUE(channel::above_floors(
      "flash_attention_fwd",
      {{"launches", static_cast<double>(seen.launches), 1},
       {"bytes loaded from global memory", static_cast<double>(seen.loads.bytes),
        matrices * of(asking + 2 * shape.keys, shape.d) * sizeof(float)},
       {"bytes stored in global memory", static_cast<double>(seen.stores.bytes),
        matrices * of(shape.queries, shape.d + 1) * sizeof(float)},
       {"floating-point operations", static_cast<double>(seen.flops.operations()), 4 * pairs * shape.d}}));
  EXPECT_TRUE(channel::stays_on_the_device("flash_attention_fwd", flag_or_count));
}

TEST(FlashExact, IsClean) {
  if (!somebody_counts()) return;
  expect_clean({.heads = 2, .queries = 65, .keys = 70, .d = 16});
}
TEST(FlashExact, IsCleanWhereItIsCausal) {
  if (!somebody_counts()) return;
  expect_clean({.queries = 70, .keys = 65, .d = 20, .causal = true});
}

TEST(Counted, BytesOfAttention) {
  constexpr int length = 256, d = 32;
  const AttentionInputs inputs({.queries = length, .keys = length, .d = d});
  const AttentionRows expected = reference_rows(inputs, every_row(inputs.shape));
  const auto unfused = ask_unfused(inputs, expected, Flavour::counted);
  if (!unfused) return;
  const auto flash = ask_flash(inputs, expected, unfused->error, Flavour::counted);
  if (!flash) return;
  ASSERT_TRUE(channel::above_floors(
      "flash_attention_fwd",
      {{"bytes loaded or stored in global memory", static_cast<double>(flash->global_bytes),
        4.0 * length * d * sizeof(float)},
       {"floating-point operations", static_cast<double>(meters().flops.operations()),
        4.0 * length * length * d}}));
  ASSERT_TRUE(channel::stays_on_the_device("flash_attention_fwd", flag_or_count));
  const double ratio = static_cast<double>(flash->global_bytes) / static_cast<double>(unfused->global_bytes);
  channel::record({.name = "flash.bytes_ratio",
                .value = ratio,
                .unit = "ratio",
                .detail = fmt::format(
                    "{} bytes loaded and stored at length 256, d = 32, and {} by the unfused attention",
                    flash->global_bytes, unfused->global_bytes)});
}

}  // namespace
}  // namespace gridmark::lab4
