// Leaks of the transfers, and memory accesses of the strided copy, counted on the emulated device.
#include <functional>
#include <optional>

#include "labkit/channel/finding_cause.h"
#include "labkit/channel/floors.h"
#include "labs/lab0-warm-up/tests/pitfall.h"

namespace gridmark::lab0 {
namespace {


using Complaint = channel::Failure;

Complaint complaint(const std::string& message, const emulation::SourcePlace& place,
                    const std::optional<Cause>& cause) {
  return {"wrong_answer", message, place, "", {}, cause};
}

/// The fault of `op`: a hazard, a wrong answer or a leak. A function that does nothing fails, too.
template <class Operation, class Judge>
std::optional<Complaint> complaint_about(Operation op, const Judge& judge) {
  if (const auto asked = channel::ask(op, Flavour::counted); !asked)
    return channel::last_failure();
  if (!meters().findings.empty()) return channel::failure_by(meters().findings.front(), op.subject());
  if (const testing::AssertionResult right = judge(op); !right) return channel::last_failure();
  if (const auto left = channel::object_left())
    return complaint(op.subject() + " " + left->message, left->place, left->cause);
  if (channel::last_reply().leaks.empty()) return std::nullopt;
  const auto& leak = channel::last_reply().leaks.front();
  return complaint(
      fmt::format("{} allocates {} bytes on the device and never frees them", op.subject(), leak.bytes),
      leak.place, channel::cause_of_leak());
}

std::optional<Complaint> complaint_about_times() {
  TimeTransfers times;
  times.host = channel::In<float>(any_values(1000));
  times.back = channel::Out<float>(1000);
  return complaint_about(
      times, [](TimeTransfers& op) { return same(op, op.back.values(), op.host.values(), "back"); });
}

std::optional<Complaint> complaint_about_steps(bool resident) {
  return complaint_about(some_steps(resident, 1000, 3), values_right);
}

TEST(Counted, Transfers) {
  channel::Measured clean{.name = "transfers.clean_functions", .unit = "functions"};
  const std::function<std::optional<Complaint>()> functions[] = {
      [] { return complaint_about(random_product(45), [](HelloMatmul& op) { return product_right(op); }); },
      complaint_about_times, [] { return complaint_about_steps(false); },
      [] { return complaint_about_steps(true); }};
  for (const auto& function : functions) {
    channel::end_workers();
    if (const auto found = function())
      channel::blame(clean, *found);
    else
      ++clean.value;
  }
  channel::record(clean);
}

TEST(Counted, StridedCopy) {
  StridedCopy op = strided(200, 320, 1, 200);  // complete sectors in each row
  ASSERT_TRUE(copies_strided(op, Flavour::counted));
  const auto& stores = meters().stores;
  EXPECT_TRUE(channel::above_floors(
      op.subject(), {{"bytes stored in global memory", static_cast<double>(stores.bytes), 4.0 * 200 * 320}}));
  channel::Measured ratio{.name = "strided_copy.store_sector_ratio", .unit = "ratio"};
  ratio.value = static_cast<double>(stores.sectors) / static_cast<double>(stores.ideal_sectors);
  if (ratio.value > 1.05)
    ratio.detail = fmt::format(
        "its stores move {:.2f} times the sectors that they need. Neighbouring threads should "
        "store neighbouring elements",
        ratio.value);
  channel::record(ratio);
}

}  // namespace
}  // namespace gridmark::lab0
