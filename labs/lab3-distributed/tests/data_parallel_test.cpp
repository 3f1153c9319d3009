// data_parallel_forward: one batch's rows on several devices of a process.
#include "labs/lab3-distributed/accumulation_operations.h"
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {
namespace {

constexpr std::size_t pixels = 3 * 32 * 32, cnn_parameters = 8 * 3 * 9 + 8 + 16 * 8 * 9 + 16 + 10 * 1024 + 10;

/// For one row and all layers: the windows of both convolutions, and the results of each layer.
constexpr std::size_t activations = 100'000;

ForwardOnDevices forward(int rows, const std::vector<int>& devices) {
  const auto count = static_cast<std::size_t>(rows);
  return {.there = 1 + *std::max_element(devices.begin(), devices.end()),
          .devices = channel::In<int>(devices),
          .parameters = channel::In<float>(any_values(cnn_parameters, -0.2f, 0.2f)),
          .x = channel::In<float>(any_values(count * pixels)),
          .scores = channel::Out<float>(count * 10),
          .expected = channel::Out<float>(count * 10),
          .used = channel::Out<std::uint64_t>(devices.size())};
}

/// The rows that differ from those of one device, as text, or "".
std::string wrong_rows(const ForwardOnDevices& op) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < op.scores.size() / 10; ++row) {
    const auto expected = op.expected.values().subspan(row * 10, 10);
    if (relative_l2(op.scores.values().subspan(row * 10, 10), {expected.begin(), expected.end()}) > 1e-5)
      rows.push_back(row);
  }
  return rows.empty() ? "" : fmt::format("{}", fmt::join(rows, ", "));
}

void expect_right(const ForwardOnDevices& op) {
  const auto rows = static_cast<int>(op.scores.size() / 10);
  const auto seen = op.seen.values();
  ASSERT_TRUE(holds(op, seen[0] == rows && seen[1] == 10,
                    fmt::format("the result is not a [{}, 10]. Gather the rows of all devices in one tensor", rows)));
  EXPECT_TRUE(
      holds(op, seen[2] == op.devices.values()[0],
            fmt::format("the result lies on {}, expected device {}, the first of the given ones",
                        seen[2] < 0 ? "the host" : "device " + std::to_string(seen[2]), op.devices.values()[0])));
  EXPECT_TRUE(
      holds(op, seen[3] == 0, "the result has a history, which would keep all activations: compute under NoGrad"));
  const std::string wrong = wrong_rows(op);
  EXPECT_TRUE(holds(op, wrong.empty(),
                    fmt::format("rows {} differ from those that one device computes: rows stay in "
                                "their order, and all devices have the same parameters",
                                wrong)));
}

/// Each device had a copy of the network and its rows, and little more.
void expect_shared_out(const ForwardOnDevices& op) {
  const std::size_t rows = op.scores.size() / 10, count = op.devices.size();
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t mine = rows * (i + 1) / count - rows * i / count;
    const std::uint64_t used = op.used.values()[i],
                        needed = mine == 0 ? 0 : (cnn_parameters + mine * pixels) * sizeof(float);
    EXPECT_TRUE(
        holds(op, used >= needed,
              fmt::format("device {} had {} bytes of tensors at most, expected {} for the network and its {} rows: "
                          "each device computes its own rows",
                          op.devices.values()[i], used, needed, mine)));
    const std::uint64_t most = 2 * needed + activations * mine * sizeof(float);
    EXPECT_TRUE(holds(op, mine == 0 || used <= most,
                      fmt::format("device {} had {} bytes of tensors, {} at most are enough for the network and its {} "
                                  "rows: send each device only its own rows",
                                  op.devices.values()[i], used, most, mine)));
    EXPECT_TRUE(holds(op, mine > 0 || used == 0,
                      fmt::format("device {} has no row, but {} bytes of tensors: do not use it",
                                  op.devices.values()[i], used)));
  }
}

void expect_forward(int rows, const std::vector<int>& devices) {
  ForwardOnDevices op = forward(rows, devices);
  ASSERT_TRUE(channel::ask(op));
  expect_right(op);
  expect_shared_out(op);
}

TEST(DataParallel, RowsThatDivide) { expect_forward(32, {0, 1}); }
TEST(DataParallel, RowsThatDoNotDivide) { expect_forward(7, {0, 1, 2}); }
TEST(DataParallel, FewerRowsThanDevices) { expect_forward(2, {0, 1, 2, 3}); }
TEST(DataParallel, OneDevice) { expect_forward(3, {0}); }
TEST(DataParallel, OtherDevicesThanTheFirst) { expect_forward(5, {2, 0}); }

}  // namespace
}  // namespace gridmark::lab3
