#include "labkit/channel/reply.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace gridmark::emulation {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourcePlace, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GlobalTraffic, requests, sectors, ideal_sectors, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SharedTraffic, requests, wavefronts, ideal_wavefronts, bytes, stored_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AtomicTraffic, requests, operations, rounds, global_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ConstantTraffic, requests, passes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Operations, additions, multiplications, fused, special)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Flops, half, single, twofold)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DoubleUse, operations, kernel, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Issues, warp, lanes)
NLOHMANN_JSON_SERIALIZE_ENUM(WarpAccess::Kind, {{WarpAccess::Kind::load, "load"},
                                                {WarpAccess::Kind::store, "store"},
                                                {WarpAccess::Kind::shared, "shared"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WarpAccess, kind, bytes, lanes, offsets)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LineTraffic, place, kernel, loads, stores, shared, examples)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Copies, count, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Allocation, bytes, place)
NLOHMANN_JSON_SERIALIZE_ENUM(Finding::Kind,
                             {{Finding::Kind::race, "race"},
                              {Finding::Kind::out_of_bounds, "out_of_bounds"},
                              {Finding::Kind::uninitialised_read, "uninitialised_read"},
                              {Finding::Kind::misaligned, "misaligned"},
                              {Finding::Kind::use_after_free, "use_after_free"},
                              {Finding::Kind::double_free, "double_free"},
                              {Finding::Kind::host_memory, "host_memory"},
                              {Finding::Kind::missing_synchronisation, "missing_synchronisation"},
                              {Finding::Kind::unchecked_error, "unchecked_error"},
                              {Finding::Kind::undefined_shuffle, "undefined_shuffle"},
                              {Finding::Kind::device_variable, "device_variable"},
                              {Finding::Kind::uncounted_access, "uncounted_access"},
                              {Finding::Kind::wrong_stream, "wrong_stream"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Fix, place, text, replaces)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LiveObject, what, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RacingAccess, place, thread, block, writes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, kind, kernel, place, message, fixes, accesses)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchRecord, count, grid, block, static_shared_bytes,
                                   dynamic_shared_bytes, registers, blocks_per_processor)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CacheTraffic, l1_reads, l1_hits, l2_reads, l2_hits, l2_writes, dram_reads,
                                   dram_writes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LocalTraffic, accesses, bytes, bytes_of_a_thread)

// A checker looks at a few launch shapes. It models a kernel's time from its counts and these shapes.
void to_json(json& object, const KernelCounts& kernel) {
  constexpr std::size_t most_shapes = 8;
  const auto& all = kernel.launches;
  const auto shapes = static_cast<std::ptrdiff_t>(std::min(all.size(), most_shapes));
  const LineTraffic& traffic = kernel.traffic;
  object = {{"kernel", traffic.kernel},       {"launches", std::vector(all.begin(), all.begin() + shapes)},
            {"loads", traffic.loads},         {"stores", traffic.stores},
            {"shared", traffic.shared},       {"atomics", traffic.atomics},
            {"constants", traffic.constants}, {"flops", traffic.flops},
            {"issues", traffic.issues},       {"caches", kernel.caches},
            {"local", kernel.local},          {"barriers", kernel.barriers}};
}

void from_json(const json& object, KernelCounts& kernel) {
  LineTraffic& traffic = kernel.traffic;
  object.at("kernel").get_to(traffic.kernel);
  object.at("launches").get_to(kernel.launches);
  object.at("loads").get_to(traffic.loads);
  object.at("stores").get_to(traffic.stores);
  object.at("shared").get_to(traffic.shared);
  object.at("atomics").get_to(traffic.atomics);
  object.at("constants").get_to(traffic.constants);
  object.at("flops").get_to(traffic.flops);
  object.at("issues").get_to(traffic.issues);
  object.at("caches").get_to(kernel.caches);
  object.at("local").get_to(kernel.local);
  object.at("barriers").get_to(kernel.barriers);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Meters, launches, blocks, threads, host_to_device, device_to_host,
                                   device_to_device, allocations, live_bytes, peak_bytes, managed_bytes,
                                   live_objects, counted, page_locked_bytes, variable_bytes, loads, stores,
                                   shared, atomics, constants, flops, doubles, issues, lines, kernels,
                                   findings, findings_total)

}  // namespace gridmark::emulation

namespace gridmark::channel {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Status, code, name, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceSample, event_nanoseconds, host_nanoseconds, sm_mhz, slowed_by,
                                   used_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NamedPlace, name, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Reply, status, meters, leaks, objects, device, places, timeline)

SourcePlace Reply::place(std::string_view name) const {
  const auto found = std::find_if(places.rbegin(), places.rend(),
                                  [&](const NamedPlace& noted) { return noted.name == name; });
  return found == places.rend() ? SourcePlace{} : found->place;
}

std::string to_json(const Reply& reply) {
  return json(reply).dump(-1, ' ', false, json::error_handler_t::replace);
}

namespace {

/// Whether a warp can make such a request. Forged ones must not reach the checker's results, because they
/// would make the results unreadable.
bool is_request(const emulation::WarpAccess& access) {
  constexpr std::size_t warp = 32;
  constexpr std::uint64_t most_bytes = 255, most_offset = 9'000'000'000'000'000;
  const auto& lanes = access.lanes;
  const auto& offsets = access.offsets;
  if (lanes.empty() || lanes.size() > warp || offsets.size() != lanes.size()) return false;
  if (access.bytes < 1 || access.bytes > most_bytes || lanes.back() >= warp) return false;
  return std::adjacent_find(lanes.begin(), lanes.end(), std::greater_equal<>()) == lanes.end() &&
         *std::max_element(offsets.begin(), offsets.end()) <= most_offset;
}

bool is_sound(const emulation::LineTraffic& line) {
  constexpr std::size_t kinds = 3;
  return is_place(line.place) && line.examples.size() <= kinds &&
         std::all_of(line.examples.begin(), line.examples.end(), is_request);
}

/// Whether a GPU can have measured it. Decades or clocks of thousands of gigahertz are impossible.
bool is_sound(const DeviceSample& sample) {
  constexpr std::uint64_t most_nanoseconds = 1'000'000'000'000'000'000, most_mhz = 1'000'000;
  return sample.event_nanoseconds <= most_nanoseconds && sample.host_nanoseconds <= most_nanoseconds &&
         sample.sm_mhz <= most_mhz;
}

bool is_sound(const emulation::Finding& finding) {
  return is_place(finding.place) && std::all_of(finding.accesses.begin(), finding.accesses.end(),
                                                [](const emulation::RacingAccess& access) {
                                                  return is_place(access.place) && !access.thread.empty() &&
                                                         !access.block.empty();
                                                });
}

/// Whether the checker's results can hold everything that they take from the reply.
bool is_sound(const Reply& reply) {
  const auto has_place = [](const auto& one) { return is_place(one.place); };
  const Meters& meters = reply.meters;
  return is_sound(reply.device) && (!reply.timeline || is_possible(*reply.timeline)) &&
         is_place(meters.doubles.place) &&
         std::all_of(meters.lines.begin(), meters.lines.end(),
                     [](const emulation::LineTraffic& line) { return is_sound(line); }) &&
         std::all_of(meters.findings.begin(), meters.findings.end(),
                     [](const emulation::Finding& finding) { return is_sound(finding); }) &&
         std::all_of(reply.leaks.begin(), reply.leaks.end(), has_place) &&
         std::all_of(reply.objects.begin(), reply.objects.end(), has_place) &&
         std::all_of(reply.places.begin(), reply.places.end(), has_place);
}

}  // namespace

bool is_place(const SourcePlace& place) {
  constexpr int most_lines = 1'000'000'000;
  return place.line >= 0 && place.line <= most_lines;
}

std::optional<Reply> parse_reply(std::string_view text) {
  try {
    // Numbers in a reply have no fractions, and a conversion of one that does not fit would be undefined.
    bool fraction = false;
    const json parsed = json::parse(text, [&](int, json::parse_event_t, const json& value) {
      fraction = fraction || value.is_number_float();
      return true;
    });
    if (fraction) return std::nullopt;
    auto reply = parsed.get<Reply>();
    // Accepts only output of gridmark's worker: no count below zero or cut to fit, and no unknown word.
    if (to_json(reply) != text) return std::nullopt;
    if (!is_sound(reply)) return std::nullopt;
    return reply;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace gridmark::channel
