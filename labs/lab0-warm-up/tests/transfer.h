#pragma once
#include <cstdint>

#include "labkit/channel/contracts.h"
#include "labkit/channel/counts.h"
#include "labkit/channel/floors.h"
#include "labs/lab0-warm-up/tests/hypotheses.h"

namespace gridmark::lab0 {

/// Checks the number of copies or launches: "makes 3 copies to the device, expected exactly 1".
template <class Operation>
testing::AssertionResult exactly(Operation& op, std::uint64_t counted, std::uint64_t expected,
                                 const std::string& what) {
  return holds(op, counted == expected,
               fmt::format("makes {} {}, expected exactly {}", counted, what, expected));
}

/// Memory that the last call did not free, or objects that it did not destroy.
template <class Operation>
testing::AssertionResult frees_all(Operation& op) {
  if (channel::last_reply().leaks.empty()) return channel::keeps(op, channel::object_left());
  return holds(op, false, fmt::format("{} bytes are never freed", channel::last_reply().leaks.front().bytes));
}

/// Judges the received answer element by element.
inline testing::AssertionResult product_right(HelloMatmul& op) {
  return channel::judge(op, compared(op, [&op] { return cause_of(op); }));
}

/// rows [n,n] times v, in FP64.
inline std::vector<double> times(std::span<const float> rows, const std::vector<double>& v) {
  std::vector<double> product(v.size());
  for (std::size_t row = 0; row < v.size(); ++row)
    for (std::size_t i = 0; i < v.size(); ++i)
      product[row] += static_cast<double>(rows[row * v.size() + i]) * v[i];
  return product;
}

/// Judges the received answer in a hundredth of the time. It compares c * v with a * (b * v) for a random v,
/// which shows one wrong element. source  R. Freivalds, Fast Probabilistic Algorithms, MFCS 1979
inline testing::AssertionResult large_product_right(HelloMatmul& op) {
  const auto drawn = any_values(static_cast<std::size_t>(op.n), 0.5, 1);
  const std::vector<double> v(drawn.begin(), drawn.end());
  const auto found = times(op.c.values(), v), expected = times(op.a.values(), times(op.b.values(), v));
  const std::vector<float> rounded(found.begin(), found.end());
  return channel::judge(op, oracle::compare_relative_rmse(rounded, expected, tolerance, {"c * v", 1},
                                                          [&op] { return wrong_copies(area(op.n, op.n)); }));
}

inline testing::AssertionResult multiplies(HelloMatmul& op,
                                           Flavour flavour = Flavour::fast) {
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  constexpr int large = 256;
  return op.n > large ? large_product_right(op) : product_right(op);
}

/// The values are unchanged, and the times match the events.
inline testing::AssertionResult times_right(std::size_t count) {
  channel::tolerates(channel::WrongReply::half, "events measure the time of one copy with an error of up to a half");
  TimeTransfers op;
  const auto values = any_values(count);
  op.host = channel::In<float>(values);
  op.back = channel::Out<float>(count);
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = same(op, op.back.values(), values, "back"); !right) return right;
  const auto found = op.found.values();
  const double megabytes = static_cast<double>(count * sizeof(float)) / 1e6;
  const char* directions[] = {"to_device", "to_host"};
  for (std::size_t i = 0; i < 2; ++i) {
    const double expected = op.expected.values()[i];
    // A copy inside the interval twice doubles the time. A copy without a wait takes almost no time.
    if (!(found[i] > expected / 1.5 && found[i] < expected * 1.5))
      return holds(op, false,
                   fmt::format("{}_ms is {:.4g}, and events around a plain copy measure {:.4g} ms",
                               directions[i], found[i], expected));
    const double rate = megabytes / (found[i] / 1e3);
    if (!(std::abs(found[i + 2] - rate) <= 0.01 * rate))
      return holds(op, false,
                   fmt::format("{}_mb_per_s is {:.4g}, expected {:.4g}: {:.4g} MB in {:.4g} ms",
                               directions[i], found[i + 2], rate, megabytes, found[i]));
  }
  return testing::AssertionSuccess();
}

/// The rows are in the right places, with exactly the number of copies in the contract.
inline testing::AssertionResult copies_rows(bool at_once, int rows, int columns, int stride) {
  CopyRows op;
  op.at_once = at_once;
  op.rows = rows;
  op.columns = columns;
  op.stride = stride;
  op.host = channel::In<float>(any_values(area(rows, stride)));
  op.device = channel::Out<float>(area(rows, columns));
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = same(op, op.device.values(), right_rows(op), "device", [&op] { return cause_of(op); });
      !right)
    return right;
  if (auto copies = exactly(op, meters().host_to_device.count, at_once ? 1 : static_cast<std::uint64_t>(rows),
                            "copies to the device");
      !copies)
    return copies;
  if (auto bytes = exactly(op, meters().host_to_device.bytes, sizeof(float) * area(rows, columns),
                           "bytes of copies to the device");
      !bytes)
    return bytes;
  return frees_all(op);
}

inline Step some_steps(bool resident, std::size_t count, int steps) {
  return {resident, steps, channel::In<float>(any_values(count, -8, 8)), channel::Out<float>(count)};
}

inline testing::AssertionResult values_right(Step& op) {
  return channel::judge(
      op, oracle::compare_relative_rmse(op.after.values(), right_steps(op), tolerance, {"host", op.after.size()},
                                        [&op] { return cause_of(op); }));
}

/// The values are right, and so is the number of copies over the bus.
inline testing::AssertionResult steps_right(bool resident, std::size_t count, int steps) {
  Step op = some_steps(resident, count, steps);
  if (auto asked = channel::ask(op); !asked) return asked;
  // Too few steps give wrong values, too, but their number explains more.
  const auto times = static_cast<std::uint64_t>(steps);
  if (auto launched = exactly(op, meters().launches, times, "launches"); !launched) return launched;
  if (auto right = values_right(op); !right) return right;
  const std::uint64_t copies = resident ? 1 : times;
  if (auto there = exactly(op, meters().host_to_device.count, copies, "copies to the device"); !there)
    return there;
  return exactly(op, meters().device_to_host.count, copies, "copies back");
}

/// A copy that ends its function has a line in the counted flavour alone.
inline std::optional<channel::Breach> stray_upload(Upload& op) {
  const auto seen = channel::stray_work();
  if (!seen || !seen->place.file.empty() || !channel::can_count()) return seen;
  if (!channel::ask(op, Flavour::counted)) return seen;
  return channel::stray_work();
}

inline testing::AssertionResult uploads(std::size_t count) {
  Upload op;
  const auto values = any_values(count);
  op.values = channel::In<float>(values);
  op.uploaded = channel::Out<float>(count);
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto kept = channel::keeps("start_upload", stray_upload(op)); !kept) return kept;
  if (auto pinned = holds(op, op.facts.values()[0] == 1,
                          "gave memory that is not page-locked: the copy cannot run at the same time as the host");
      !pinned)
    return pinned;
  if (auto right = same(op, op.uploaded.values(), values, "device"); !right) return right;
  if (auto copies = exactly(op, meters().host_to_device.count, 1, "copies to the device"); !copies)
    return copies;
  if (auto freed = frees_all(op); !freed) return freed;
  return holds(op, op.facts.values()[1] == 1,
               "start_upload has waited for the copy: it should only queue it, on the given stream");
}

}  // namespace gridmark::lab0
