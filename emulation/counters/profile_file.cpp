#include "emulation/counters/profile_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "emulation/counters/counters.h"
#include "emulation/engine/source_place.h"
#include "emulation/meters.h"
#include "emulation/timeline_file.h"

namespace gridmark::counters {
namespace {

using Json = nlohmann::ordered_json;
using namespace emulation;

Json json_of(const SourcePlace& place) { return {{"file", place.file}, {"line", place.line}}; }

Json json_of(const GlobalTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"sectors", traffic.sectors},
          {"ideal_sectors", traffic.ideal_sectors},
          {"bytes", traffic.bytes}};
}

Json json_of(const SharedTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"wavefronts", traffic.wavefronts},
          {"ideal_wavefronts", traffic.ideal_wavefronts},
          {"bytes", traffic.bytes}};
}

Json json_of(const AtomicTraffic& traffic) {
  return {{"requests", traffic.requests}, {"operations", traffic.operations}, {"rounds", traffic.rounds}};
}

Json json_of(const ConstantTraffic& traffic) {
  return {{"requests", traffic.requests}, {"passes", traffic.passes}};
}

Json json_of(const Issues& issues) {
  return {{"warp_instructions", issues.warp},
          {"lane_instructions", issues.lanes},
          {"average_lanes", issues.average_lanes()}};
}

Json json_of(const Operations& operations) {
  return {{"additions", operations.additions},
          {"multiplications", operations.multiplications},
          {"fused", operations.fused},
          {"special", operations.special}};
}

Json json_of(const Flops& flops) {
  return {{"half", json_of(flops.half)},
          {"single", json_of(flops.single)},
          {"double", json_of(flops.twofold)},
          {"operations", flops.operations()}};
}

Json json_of(const CacheTraffic& caches) {
  return {{"l1_reads", caches.l1_reads},      {"l1_hits", caches.l1_hits},
          {"l2_reads", caches.l2_reads},      {"l2_hits", caches.l2_hits},
          {"l2_writes", caches.l2_writes},    {"dram_reads", caches.dram_reads},
          {"dram_writes", caches.dram_writes}};
}

/// Fields that totals, kernels and lines share.
template <class Counts>
void add_traffic(Json& to, const Counts& counts) {
  to["loads"] = json_of(counts.loads);
  to["stores"] = json_of(counts.stores);
  to["shared"] = json_of(counts.shared);
  to["atomics"] = json_of(counts.atomics);
  to["constants"] = json_of(counts.constants);
  to["issues"] = json_of(counts.issues);
}

Json json_of(const WarpAccess& access) {
  return {{"kind", name_of(access.kind)},
          {"bytes", access.bytes},
          {"lanes", access.lanes},
          {"offsets", access.offsets}};
}

Json json_of(const LineTraffic& line) {
  Json json = json_of(line.place);
  json["kernel"] = line.kernel;
  add_traffic(json, line);
  json["examples"] = Json::array();
  for (const WarpAccess& example : line.examples) json["examples"].push_back(json_of(example));
  return json;
}

Json json_of(const LaunchRecord& launch) {
  return {{"count", launch.count},
          {"grid", launch.grid},
          {"block", launch.block},
          {"static_shared_bytes", launch.static_shared_bytes},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
          {"registers", launch.registers > 0 ? Json(launch.registers) : Json(nullptr)},
          {"blocks_per_processor", launch.blocks_per_processor},
          {"occupancy", launch.occupancy},
          {"limited_by", launch.limited_by}};
}

Json json_of(const KernelCounts& kernel) {
  Json json{{"name", kernel.traffic.kernel}, {"launches", Json::array()}};
  for (const LaunchRecord& launch : kernel.launches) json["launches"].push_back(json_of(launch));
  add_traffic(json, kernel.traffic);
  json["flops"] = json_of(kernel.traffic.flops);
  json["caches"] = json_of(kernel.caches);
  json["barriers"] = kernel.barriers;
  json["warp_barriers"] = kernel.warp_barriers;
  return json;
}

Json json_of(const Copies& copies) { return {{"count", copies.count}, {"bytes", copies.bytes}}; }

const char* name_of(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::race:
      return "race";
    case Finding::Kind::out_of_bounds:
      return "out_of_bounds";
    case Finding::Kind::uninitialised_read:
      return "uninitialised_read";
    case Finding::Kind::misaligned:
      return "misaligned";
    case Finding::Kind::use_after_free:
      return "use_after_free";
    case Finding::Kind::double_free:
      return "double_free";
    case Finding::Kind::host_memory:
      return "host_memory";
    case Finding::Kind::missing_synchronisation:
      return "missing_synchronisation";
    case Finding::Kind::unchecked_error:
      return "unchecked_error";
    case Finding::Kind::undefined_shuffle:
      return "undefined_shuffle";
    case Finding::Kind::device_variable:
      return "device_variable";
    case Finding::Kind::uncounted_access:
      return "uncounted_access";
    case Finding::Kind::wrong_stream:
      return "wrong_stream";
  }
  return "";
}

Json json_of(const Fix& fix) {
  Json json = json_of(fix.place);
  json["text"] = fix.text;
  json["replaces"] = fix.replaces;
  return json;
}

Json json_of(const Finding& finding) {
  Json json{{"kind", name_of(finding.kind)}, {"kernel", finding.kernel}};
  json.update(json_of(finding.place));
  json["message"] = finding.message;
  json["fixes"] = Json::array();
  for (const Fix& fix : finding.fixes) json["fixes"].push_back(json_of(fix));
  return json;
}

Json json_of(const Allocation& allocation) {
  Json json{{"bytes", allocation.bytes}};
  json.update(json_of(allocation.place));
  return json;
}

template <class Entry>
Json list_of(const std::vector<Entry>& entries) {
  Json list = Json::array();
  for (const Entry& entry : entries) list.push_back(json_of(entry));
  return list;
}

Json totals_of(const Meters& meters) {
  Json json{{"launches", meters.launches}, {"blocks", meters.blocks}, {"threads", meters.threads}};
  add_traffic(json, meters);
  json["flops"] = json_of(meters.flops);
  json["caches"] = json_of(meters.caches);
  json["barriers"] = meters.barriers;
  json["warp_barriers"] = meters.warp_barriers;
  return json;
}

Json profile_of(const Meters& meters, const std::vector<Allocation>& leaks, const char* fault) {
  Json json{{"format", "gridmark-profile"}, {"version", 2}};
  json["fault"] = fault ? Json(fault) : Json(nullptr);
  json["totals"] = totals_of(meters);
  json["copies"] = {{"host_to_device", json_of(meters.host_to_device)},
                    {"device_to_host", json_of(meters.device_to_host)},
                    {"device_to_device", json_of(meters.device_to_device)}};
  json["memory"] = {{"allocations", meters.allocations}, {"peak_bytes", meters.peak_bytes}};
  json["kernels"] = list_of(meters.kernels);
  json["lines"] = list_of(meters.lines);
  json["findings"] = list_of(meters.findings);
  json["findings_total"] = meters.findings_total;
  json["leaks"] = list_of(leaks);
  return json;
}

std::string leak_message(const Allocation& leak) {
  return std::to_string(leak.bytes) + " bytes allocated at " + text_of(leak.place) +
         " were never freed. Call cudaFree() when they are no longer needed";
}

void write_profile(const char* fault) {
  const char* name = std::getenv("GRIDMARK_PROFILE");
  if (!name || !*name) return;
  if (!fault) Counters::instance().program_ends();
  Meters meters = read_meters();
  meters.lines = Counters::instance().lines();
  const Json profile = profile_of(meters, live_allocations(), fault);
  errno = 0;
  std::ofstream file(name, std::ios::trunc);
  file << profile.dump(1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
  if (!file)
    std::fprintf(stderr,
                 "gridmark: cannot write the profile %s: %s. Name another file with GRIDMARK_PROFILE\n", name,
                 std::strerror(errno));
}

/// For a program with more defects than this, the first ones are the most useful.
constexpr std::size_t most_messages = 16;

void say_messages() {
  if (Counters::instance().was_read()) return;
  Counters::instance().program_ends();
  const Meters meters = read_meters();
  const std::vector<Allocation> leaks = live_allocations();
  if (meters.findings.empty() && leaks.empty()) return;
  std::fflush(stdout);
  std::size_t said = 0;
  const auto say = [&](const char* what, const std::string& message) {
    if (said++ < most_messages) std::fprintf(stderr, "gridmark %s: %s\n", what, message.c_str());
  };
  for (const Finding& finding : meters.findings) say("finding", finding.message);
  for (const Allocation& leak : leaks) say("leak", leak_message(leak));
  const std::size_t total = meters.findings_total + leaks.size();
  if (total > most_messages)
    std::fprintf(stderr, "gridmark: and %zu more. gridmark profile --json FILE keeps all of them\n",
                 total - most_messages);
}

}  // namespace

void tell_at_the_end() {
  if (!std::getenv("GRIDMARK_PROFILE")) {
    std::atexit(say_messages);
    return;
  }
  std::atexit([] { write_profile(nullptr); });
  set_fault_handler([](const char* message, const char*, int) {
    write_profile(message);
    emulation::write_timeline_file();
  });
}

}  // namespace gridmark::counters
