// Batches that are copied ahead must be correct, and the host must not wait for them.
#include <set>

#include "labkit/channel/contracts.h"
#include "labs/lab5-production/tests/timelines.h"

namespace gridmark::lab5 {
namespace {

Prefetch any_prefetch(Made made, int images, std::size_t taken, std::int64_t rows, int depth, int pixels = 5) {
  Prefetch op{.made = made, .rows = rows, .depth = depth};
  op.pixels = channel::In<float>(any_values(static_cast<std::size_t>(images * pixels)));
  std::vector<int> labels;
  for (int i = 0; i < images; ++i) labels.push_back(any_between(0, 1 << 20));
  op.labels = channel::In<int>(labels);
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < taken; ++i) order.push_back(any_between(0, images - 1));
  op.order = channel::In<std::int64_t>(order);
  op.seen = channel::Out<float>(taken * static_cast<std::size_t>(pixels));
  op.seen_labels = channel::Out<int>(taken);
  op.sizes = channel::Out<std::int64_t>(taken / static_cast<std::size_t>(rows) + 2);
  return op;
}

std::size_t pixels_of(const Prefetch& op) { return op.pixels.size() / op.labels.size(); }

testing::AssertionResult has_sizes(const Prefetch& op) {
  auto left = static_cast<std::int64_t>(op.order.size());
  for (std::size_t i = 0; i < op.sizes.size(); ++i) {
    const std::int64_t size = op.sizes.values()[i], expected = left > 0 ? std::min(op.rows, left) : -1;
    if (size != expected)
      return holds(
          op, false,
          fmt::format("batch {} {}, expected {}", i, size < 0 ? "is missing" : fmt::format("has {} rows", size),
                      expected < 0 ? "none" : fmt::format("{} rows", expected)));
    left -= std::max<std::int64_t>(size, 0);
  }
  return testing::AssertionSuccess();
}

/// Whether the observed row `row` is that image.
bool is_image(const Prefetch& op, std::size_t row, std::int64_t image) {
  const std::size_t pixels = pixels_of(op);
  for (std::size_t i = 0; i < pixels; ++i)
    if (!(op.seen.values()[row * pixels + i] == op.pixels.values()[static_cast<std::size_t>(image) * pixels + i]))
      return false;
  return true;
}

std::string mistake_in_row(const Prefetch& op, std::size_t row) {
  const auto rows = static_cast<std::size_t>(op.rows);
  for (std::size_t later = row + rows; later < op.order.size(); later += rows)
    if (is_image(op, row, op.order.values()[later]))
      return fmt::format(
          ". It belongs {} batches later: the buffer was filled again while the device still used "
          "it, or its page-locked memory while a copy still read it",
          (later - row) / rows);
  for (std::size_t before = row; before >= rows; before -= rows)
    if (is_image(op, row, op.order.values()[before - rows]))
      return fmt::format(". It belongs {} batches earlier: the device did not wait for the copy",
                         (row - before + rows) / rows);
  return ". It is none of the images: does the device wait for the copy?";
}

testing::AssertionResult has_batches(const Prefetch& op) {
  if (auto right = has_sizes(op); !right) return right;
  for (std::size_t row = 0; row < op.order.size(); ++row) {
    const std::int64_t image = op.order.values()[row];
    if (!is_image(op, row, image))
      return holds(op, false,
                   fmt::format("row {} (batch {}) is not image {}{}", row, row / static_cast<std::size_t>(op.rows),
                               image, mistake_in_row(op, row)));
    const int label = op.seen_labels.values()[row], expected = op.labels.values()[static_cast<std::size_t>(image)];
    if (label != expected)
      return holds(op, false,
                   fmt::format("row {} (batch {}) has label {}, expected {}", row,
                               row / static_cast<std::size_t>(op.rows), label, expected));
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult prefetches(Prefetch op) {
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  if (auto right = holds(op, op.refused.values()[0] == 0, "throws an Error"); !right) return right;
  if (auto right = has_batches(op); !right) return right;
  return channel::keeps(op, channel::object_left());
}

TEST(Prefetch, BatchesOfAnyDepth) {
  for (const int depth : {1, 2, 3, 20}) EXPECT_TRUE(prefetches(any_prefetch(Made::no_stream, 19, 23, 4, depth)));
}

TEST(Prefetch, OneBatchAndNone) {
  EXPECT_TRUE(prefetches(any_prefetch(Made::no_stream, 3, 3, 8, 2)));
  EXPECT_TRUE(prefetches(any_prefetch(Made::no_stream, 3, 4, 4, 3)));
}

// The device runs its newest stream first. In one test that is the stream with the copies, in the other the
// stream that computes.
TEST(Prefetch, NoBufferIsFilledTooEarly) {
  for (const int depth : {1, 2, 3}) EXPECT_TRUE(prefetches(any_prefetch(Made::computing_first, 19, 42, 4, depth)));
}

TEST(Prefetch, NoBatchIsUsedTooEarly) {
  for (const int depth : {1, 2, 3}) EXPECT_TRUE(prefetches(any_prefetch(Made::computing_last, 19, 42, 4, depth)));
}

/// At most `depth` batches are on the device, including the one in use.
testing::AssertionResult copies_no_more_than_depth(const Prefetch& op) {
  const auto timeline = channel::last_reply().timeline;
  if (!timeline) return holds(op, false, "the worker has sent no timeline");
  double bytes = 0;
  for (const Span& span : timeline->spans)
    if (span.direction == Span::Direction::host_to_device) bytes += span.bytes;
  const double batches = bytes / static_cast<double>(op.rows * 4 * static_cast<std::int64_t>(pixels_of(op) + 1));
  const int most = std::max(op.taken, 1) - 1 + op.depth;
  return holds(
      op, batches <= most,
      fmt::format("{:.3g} batches are copied when {} are taken, expected {} at most: depth is the number of buffers",
                  batches, op.taken, most));
}

TEST(Prefetch, EndsInTheMiddle) {
  for (const int taken : {0, 1, 3}) {
    Prefetch op = any_prefetch(Made::computing_first, 19, 42, 4, 2);
    op.taken = taken;
    ASSERT_TRUE(channel::ask(op));
    for (std::size_t i = 0; i < static_cast<std::size_t>(taken); ++i)
      EXPECT_TRUE(
          holds(op, op.sizes.values()[i] == op.rows, fmt::format("batch {} does not have {} rows", i, op.rows)));
    EXPECT_TRUE(copies_no_more_than_depth(op));
    EXPECT_TRUE(channel::keeps(op, channel::object_left()));
  }
}

TEST(Prefetch, SizesBelowOneAreRefused) {
  Prefetch no_rows = any_prefetch(Made::no_stream, 5, 8, 4, 2), no_buffers = no_rows;
  no_rows.rows = 0;
  no_buffers.depth = 0;
  for (Prefetch* op : {&no_rows, &no_buffers}) {
    ASSERT_TRUE(channel::ask(*op));
    EXPECT_TRUE(holds(*op, op->refused.values()[0] == 1, "takes a size below 1, expected an Error"));
  }
}

/// Sixteen batches. Using a batch takes longer than copying it.
Prefetch slow_use(int depth) {
  Prefetch op = any_prefetch(Made::computing_first, 64, 512, 32, depth, 784);
  op.slow_use = 30;
  return op;
}

std::string unlike(const Prefetch& op, const Timeline& timeline) {
  std::set<std::uint64_t> copies, computing;
  for (const Span& span : timeline.spans) {
    if (computes(span)) computing.insert(span.stream);
    if (span.direction != Span::Direction::host_to_device) continue;
    copies.insert(span.stream);
    if (span.name.find("Pinned") == std::string::npos)
      return fmt::format("\"{}\" copies {:.0f} bytes from memory that is not page-locked: cudaMallocHost gives some",
                         span.name, span.bytes);
  }
  for (const std::uint64_t stream : copies)
    if (computing.contains(stream)) return "copies and kernels share a stream, expected a separate stream for the copies";
  if (const double hidden = channel::hidden_copies(timeline); hidden < 0.8)
    return fmt::format(
        "{:.2g} of the time of the copies overlaps with kernels, expected 0.8 at least with depth {}: begin the "
        "next copy before the device needs it, and do not let the host wait for a copy that has just begun",
        hidden, op.depth);
  return "";
}

TEST(Prefetch, CopiesLieBesideKernels) {
  for (const int depth : {2, 3}) {
    Prefetch op = slow_use(depth);
    ASSERT_TRUE(channel::ask(op));
    ASSERT_TRUE(has_batches(op));
    const auto timeline = channel::last_reply().timeline;
    ASSERT_TRUE(holds(op, timeline.has_value(), "the worker has sent no timeline"));
    const std::string fault = unlike(op, *timeline);
    EXPECT_TRUE(holds(op, fault.empty(), fault));
  }
}

}  // namespace
}  // namespace gridmark::lab5
