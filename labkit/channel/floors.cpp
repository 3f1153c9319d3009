#include "labkit/channel/floors.h"

#include <fmt/format.h>

#include <algorithm>

#include "labkit/channel/ask.h"
#include "labkit/channel/results.h"

namespace gridmark::channel {
namespace {

/// The work of a call, as one number for each kind of work.
struct Work {
  const char* what;
  double (*of)(const Meters&);
};

constexpr Work kinds[] = {
    {"kernel launches", [](const Meters& meters) { return static_cast<double>(meters.launches); }},
    {"bytes loaded or stored",
     [](const Meters& meters) { return static_cast<double>(meters.loads.bytes + meters.stores.bytes); }},
    {"floating-point operations",
     [](const Meters& meters) { return static_cast<double>(meters.flops.operations()); }},
};

/// Bytes of live allocations, the larger of the meter's two books.
std::uint64_t held(const Reply& reply) {
  std::uint64_t bytes = 0;
  for (const Allocation& leak : reply.leaks) bytes += leak.bytes;
  return std::max(bytes, reply.meters.live_bytes);
}

using Kind = emulation::Finding::Kind;

/// The last reply's first finding of one of these kinds.
const emulation::Finding* finding_of(std::initializer_list<Kind> wanted) {
  const auto& findings = last_reply().meters.findings;
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const emulation::Finding& finding) {
    return std::find(wanted.begin(), wanted.end(), finding.kind) != wanted.end();
  });
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::string> below_floor(const std::vector<Floor>& floors) {
  for (const Floor& floor : floors)
    if (!(floor.counted >= floor.least))
      return fmt::format("the kernels counted {:.0f} {}, and the work needs at least {:.0f}", floor.counted,
                         floor.what, floor.least);
  return std::nullopt;
}

testing::AssertionResult above_floors(const std::string& subject, const std::vector<Floor>& floors) {
  if (const auto below = below_floor(floors)) return send_to_review(subject + ": " + *below);
  // An uncounted access means that the counts are incomplete.
  if (const emulation::Finding* finding = finding_of({Kind::uncounted_access}))
    return send_to_review(finding->message);
  return testing::AssertionSuccess();
}

testing::AssertionResult stays_on_the_device(const std::string& subject, std::uint64_t few) {
  constexpr std::uint64_t parameters = 4096;  // tables, sizes and flags for the kernels
  const Meters& seen = last_reply().meters;
  if (seen.device_to_host.bytes > few)
    return send_to_review(fmt::format("{} copies {} bytes from the device in the middle of its work", subject,
                                      seen.device_to_host.bytes));
  if (seen.host_to_device.bytes > parameters)
    return send_to_review(fmt::format("{} copies {} bytes to the device in the middle of its work", subject,
                                      seen.host_to_device.bytes));
  if (const emulation::Finding* finding = finding_of({Kind::device_variable, Kind::host_memory}))
    return send_to_review(subject + ": " + finding->message);
  // On the emulated device the host also has the program's variables, whichever way it reads them.
  const std::uint64_t shared = seen.page_locked_bytes + seen.managed_bytes + seen.variable_bytes;
  if (shared > parameters)
    return send_to_review(
        fmt::format("{} works on {} bytes of memory that the host can reach, too (page-locked, managed, or "
                    "the program's variables)",
                    subject, shared));
  return testing::AssertionSuccess();
}

testing::AssertionResult send_to_review(const std::string& message) {
  Failure failure;
  failure.outcome = "review";
  failure.message = message + ". A person has to check it";
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

std::optional<std::string> CallSeries::growth() const {
  if (replies_.size() < 2) return std::nullopt;
  const Reply &half = replies_[replies_.size() / 2 - 1], &last = replies_.back();
  const std::uint64_t middle = held(half), end = held(last);
  if (end > middle)
    return fmt::format("holds {} bytes of device memory after {} calls and {} after {}", middle,
                       replies_.size() / 2, end, replies_.size());
  if (last.meters.live_objects > half.meters.live_objects)
    return fmt::format("holds {} streams, events, graphs and textures after {} calls and {} after {}",
                       half.meters.live_objects, replies_.size() / 2, last.meters.live_objects,
                       replies_.size());
  return driver_growth(half.device, last.device);
}

std::optional<std::string> driver_growth(const DeviceSample& half, const DeviceSample& last) {
  constexpr std::uint64_t granule = 2u << 20;  // the driver takes memory in pieces of this size
  if (half.used_bytes == 0 || last.used_bytes < half.used_bytes + granule) return std::nullopt;
  return fmt::format("makes the driver use {} MiB more in the second half of its calls than in the first",
                     (last.used_bytes - half.used_bytes) >> 20);
}

std::optional<std::string> CallSeries::shrinking_work() const {
  constexpr double tolerated = 0.9;  // kernels whose work depends on values may do a little less
  for (const Work& work : kinds)
    for (std::size_t i = 1; i < replies_.size(); ++i) {
      const double first = work.of(replies_.front().meters), now = work.of(replies_[i].meters);
      if (now >= tolerated * first) continue;
      return fmt::format("counts {:.0f} {} in its first call and {:.0f} in call {}, with other inputs", first,
                         work.what, now, i + 1);
    }
  return std::nullopt;
}

}  // namespace gridmark::channel
