// Tests of paged_attention() that the handout announces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "labkit/channel/ask.h"
#include "labkit/channel/contracts.h"
#include "labkit/channel/finding_cause.h"
#include "labkit/channel/floors.h"
#include "labkit/channel/options.h"
#include "labkit/inputs/any.h"
#include "labs/lab6-serving/paged_operations.h"

namespace gridmark::lab6 {
namespace {

using inputs::any_between;
using inputs::any_values;

std::size_t sized(int value) { return static_cast<std::size_t>(value); }

/// Sequences whose blocks are anywhere in the pool.
struct Paged {
  int heads = 1, d = 1, block = 1;
  std::vector<int> lengths;
  bool is_shared = false;  ///< all sequences have the same first block
  bool is_whole = false;   ///< q and k are integers up to 40, so that scores reach 10^4 and are exact in FP32
  int spare_columns = 2;   ///< columns of the table after the longest sequence
};

int blocks_of(int length, int block) { return (length + block - 1) / block; }

std::vector<float> elements(std::size_t size, bool is_whole) {
  auto values = any_values(size, is_whole ? -40 : -2, is_whole ? 40 : 2);
  if (is_whole)
    for (float& value : values) value = std::round(value);
  return values;
}

std::vector<int> shuffled(int size) {
  std::vector<int> order(sized(size));
  std::iota(order.begin(), order.end(), 0);
  for (int i = size - 1; i > 0; --i) std::swap(order[sized(i)], order[sized(any_between(0, i))]);
  return order;
}

PagedAttention call_of(const Paged& p) {
  const int sequences = static_cast<int>(p.lengths.size());
  int used = 0, longest = 1;
  for (const int length : p.lengths)
    used += blocks_of(length, p.block), longest = std::max(longest, blocks_of(length, p.block));
  const int blocks = used + 3, stride = longest + p.spare_columns;
  const std::vector<int> order = shuffled(blocks);
  // Entries after the last block of a sequence are invalid, and kernels must not read them.
  std::vector<int> table(sized(sequences * stride));
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = i % 2 == 0 ? -1 : 1 << 30;
  std::size_t next = 0;
  for (int s = 0; s < sequences; ++s)
    for (int i = 0; i < blocks_of(p.lengths[sized(s)], p.block); ++i)
      table[sized(s * stride + i)] = p.is_shared && i == 0 ? order.back() : order[next++];

  PagedAttention op;
  op.sequences = sequences, op.heads = p.heads, op.d = p.d, op.block = p.block, op.table_stride = stride;
  const std::size_t pool = sized(blocks) * sized(p.block) * sized(p.heads) * sized(p.d);
  op.q = channel::In<float>(elements(sized(sequences * p.heads * p.d), p.is_whole));
  op.k_blocks = channel::In<float>(elements(pool, p.is_whole));
  op.v_blocks = channel::In<float>(any_values(pool));
  op.block_table = channel::In<int>(table);
  op.lengths = channel::In<int>(p.lengths);
  op.out = channel::Out<float>(op.q.size());
  return op;
}

/// Adds the row of one sequence and head in FP64.
void add_row(std::vector<double>& out, const PagedAttention& op, int sequence, int head) {
  const std::size_t d = sized(op.d), own = (sized(sequence) * sized(op.heads) + sized(head)) * d;
  const int length = op.lengths.values()[sized(sequence)];
  const auto row = [&](int token) {
    const int block = op.block_table.values()[sized(sequence * op.table_stride + token / op.block)];
    return ((sized(block) * sized(op.block) + sized(token % op.block)) * sized(op.heads) + sized(head)) * d;
  };
  std::vector<double> weights;
  for (int token = 0; token < length; ++token) {
    double score = 0;
    for (std::size_t x = 0; x < d; ++x)
      score += static_cast<double>(op.q.values()[own + x]) * static_cast<double>(op.k_blocks.values()[row(token) + x]);
    weights.push_back(score / std::sqrt(static_cast<double>(d)));
  }
  const double greatest = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - greatest);
  for (std::size_t x = 0; x < d; ++x) {
    double value = 0;
    for (int token = 0; token < length; ++token)
      value += weights[sized(token)] / sum * static_cast<double>(op.v_blocks.values()[row(token) + x]);
    out.push_back(value);
  }
}

std::vector<double> reference(const PagedAttention& op) {
  std::vector<double> out;
  for (int sequence = 0; sequence < op.sequences; ++sequence)
    for (int head = 0; head < op.heads; ++head) add_row(out, op, sequence, head);
  return out;
}

testing::AssertionResult is_exact(PagedAttention& op) {
  return channel::judge(op, oracle::compare_relative_rmse(op.out.values(), reference(op), 1e-5, {"out", sized(op.d)}));
}

void expect_exact(const Paged& paged) {
  PagedAttention op = call_of(paged);
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(is_exact(op));
}

TEST(PagedAttention, LengthsAroundABlock) {
  expect_exact({.heads = 2, .d = 16, .block = 16, .lengths = {1, 15, 16, 17, 31, 32, 33}});
}
TEST(PagedAttention, AnEmptySequenceIsZero) {
  expect_exact({.heads = 2, .d = 8, .block = 16, .lengths = {0, 5, 0, 20}});
}
TEST(PagedAttention, ManyBlocks) { expect_exact({.heads = 4, .d = 32, .block = 16, .lengths = {200, 3, 97}}); }
TEST(PagedAttention, BlocksOfOneToken) { expect_exact({.heads = 3, .d = 16, .block = 1, .lengths = {1, 2, 40}}); }
TEST(PagedAttention, BlocksOfEight) { expect_exact({.heads = 2, .d = 24, .block = 8, .lengths = {7, 8, 9, 65}}); }
TEST(PagedAttention, ASharedBlock) {
  expect_exact({.heads = 2, .d = 16, .block = 16, .lengths = {20, 30, 16}, .is_shared = true});
}
TEST(PagedAttention, WidthsOfHeads) {
  for (const int d : {1, 3, 33, 64, 100, 128}) expect_exact({.heads = 2, .d = d, .block = 16, .lengths = {18, 40}});
}
TEST(PagedAttention, AnySizes) {
  for (int i = 0; i < 4; ++i) {
    Paged paged{.heads = any_between(1, 5), .d = any_between(1, 128), .block = any_between(1, 20), .lengths = {}};
    paged.spare_columns = any_between(0, 3);
    for (int sequence = any_between(1, 6); sequence > 0; --sequence) paged.lengths.push_back(any_between(1, 70));
    expect_exact(paged);
  }
}
// exp() overflows above 88 in FP32.
TEST(PagedAttention, ScoresOfTenThousand) {
  expect_exact({.heads = 2, .d = 64, .block = 16, .lengths = {50, 17, 90}, .is_whole = true});
}

/// The first race, uninitialised read or access outside an array. A wrong answer counts, too, because it may
/// hide one of these. Work that no kernel did is sent to review.
std::optional<channel::Failure> complaint_about(const Paged& paged) {
  PagedAttention op = call_of(paged);
  channel::end_workers();
  if (const auto asked = channel::ask(op, Flavour::counted); !asked) return channel::last_failure();
  const auto& seen = channel::last_reply().meters;
  if (!seen.findings.empty()) return channel::failure_by(seen.findings.front(), op.subject());
  if (const auto right = is_exact(op); !right) return channel::last_failure();
  const double tokens = std::accumulate(paged.lengths.begin(), paged.lengths.end(), 0.0);
  EXPECT_TRUE(channel::above_floors(op.subject(), {{"bytes loaded from global memory", static_cast<double>(seen.loads.bytes),
                                                    2 * tokens * paged.heads * paged.d * sizeof(float)}}));
  EXPECT_TRUE(channel::stays_on_the_device(op.subject(), 64));
  return std::nullopt;
}

// The table ends with the last block of the last sequence.
TEST(Counted, PagedAttention) {
  channel::Measured clean{.name = "paged.clean_calls", .unit = "calls"};
  for (const Paged& paged : {Paged{.heads = 2, .d = 40, .block = 16, .lengths = {0, 1, 17, 70}, .spare_columns = 0},
                             Paged{.heads = 1, .d = 8, .block = 4, .lengths = {9, 32}, .spare_columns = 0}})
    if (const auto complaint = complaint_about(paged))
      channel::blame(clean, *complaint);
    else
      ++clean.value;
  channel::record(clean);
}

TEST(PagedAttention, RefusesSizes) {
  std::vector<int> sizes;
  for (std::size_t wrong = 0; wrong < 5; ++wrong)
    for (const int size : {0, -3}) {
      std::vector<int> all{2, 2, 16, 16, 3};
      all[wrong] = size;
      sizes.insert(sizes.end(), all.begin(), all.end());
    }
  sizes.insert(sizes.end(), {2, 2, 129, 16, 3});
  PagedRefusals op;
  op.sizes = channel::In<int>(sizes);
  op.codes = channel::Out<int>(sizes.size() / 5);
  ASSERT_TRUE(channel::ask(op));
  for (std::size_t i = 0; i < op.codes.size(); ++i) {
    const int* s = sizes.data() + 5 * i;
    EXPECT_TRUE(
        channel::holds(op, op.codes.values()[i] == 1,
                       fmt::format("with sequences={}, heads={}, d={}, block={}, table_stride={} it returns {}, "
                                   "expected cudaErrorInvalidValue: check the sizes first",
                                   s[0], s[1], s[2], s[3], s[4], op.codes.values()[i])));
  }
}

TEST(PagedAttention, OnTheGivenStream) {
  PagedAttention op = call_of({.heads = 2, .d = 16, .block = 16, .lengths = {20, 5}});
  op.circumstance = channel::Circumstance::own_stream;
  ASSERT_TRUE(channel::ask(op, channel::stream_flavour()));
  EXPECT_TRUE(channel::keeps(op, channel::stray_work()));
}

TEST(PagedAttention, ReturnsLaunchErrors) {
  EXPECT_TRUE(channel::tells_errors(call_of({.heads = 2, .d = 16, .block = 16, .lengths = {20, 5}})));
}

}  // namespace
}  // namespace gridmark::lab6
