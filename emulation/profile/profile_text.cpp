#include "emulation/profile/profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace gridmark::profile {
namespace {

using nlohmann::json;
using Count = std::uint64_t;

/// The reason why the text is not a profile. Used only within this file.
struct NoProfile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const json& part(const json& at, const char* name) {
  if (!at.is_object() || !at.contains(name))
    throw NoProfile(fmt::format("has no \"{}\" where one is expected", name));
  return at.at(name);
}

Count count(const json& at, const char* name) {
  const json& number = part(at, name);
  if (!number.is_number_unsigned())
    throw NoProfile(fmt::format("has {} as \"{}\", where a count is expected", number.dump(), name));
  return number.get<Count>();
}

/// 1234567 -> "1,234,567"
std::string grouped(Count number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string plural(Count number, const std::string& word, const std::string& ending = "s") {
  return grouped(number) + " " + word + (number == 1 ? "" : ending);
}

std::string bytes(Count number) {
  constexpr double unit = 1024;
  if (number < 10 * 1024) return plural(number, "byte");
  const auto value = static_cast<double>(number);
  if (value < 10 * unit * unit) return fmt::format("{:.1f} KiB", value / unit);
  return value < 10 * unit * unit * unit ? fmt::format("{:.1f} MiB", value / unit / unit)
                                         : fmt::format("{:.1f} GiB", value / unit / unit / unit);
}

std::string ratio(Count a, Count b) {
  return b ? fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b)) : "-";
}

void row(std::string& text, const std::string& name, const std::string& value) {
  text += fmt::format("  {:<16}{}\n", name, value);
}

std::string global_traffic(const json& traffic) {
  return fmt::format(
      "{}, {}, {} x the sectors needed, {} asked for", plural(count(traffic, "requests"), "request"),
      plural(count(traffic, "sectors"), "sector"),
      ratio(count(traffic, "sectors"), count(traffic, "ideal_sectors")), bytes(count(traffic, "bytes")));
}

std::string shared_traffic(const json& shared) {
  const Count wavefronts = count(shared, "wavefronts"), ideal = count(shared, "ideal_wavefronts");
  return fmt::format("{}, {}, of which {} bank conflicts", plural(count(shared, "requests"), "request"),
                     plural(wavefronts, "wavefront"), grouped(wavefronts - std::min(ideal, wavefronts)));
}

/// Operations of all types, and of each type that occurs.
std::string operations(const json& flops) {
  std::string text = grouped(count(flops, "operations"));
  for (const char* type : {"half", "single", "double"}) {
    const json& of = part(flops, type);
    const Count plain = count(of, "additions") + count(of, "multiplications") + 2 * count(of, "fused");
    const Count special = count(of, "special");
    if (plain + special == 0) continue;
    text += fmt::format("; {}: {}", type, grouped(plain));
    if (special) text += fmt::format(" and {} special", grouped(special));
  }
  return text;
}

constexpr Count sector_bytes = 32;

Count dram_bytes(const json& counts) {
  const json& caches = part(counts, "caches");
  return sector_bytes * (count(caches, "dram_reads") + count(caches, "dram_writes"));
}

std::string cache_traffic(const json& counts) {
  const json& caches = part(counts, "caches");
  return fmt::format("{} to L2, {} to DRAM (read {}, written {})",
                     bytes(sector_bytes * (count(caches, "l2_reads") + count(caches, "l2_writes"))),
                     bytes(dram_bytes(counts)), bytes(sector_bytes * count(caches, "dram_reads")),
                     bytes(sector_bytes * count(caches, "dram_writes")));
}

/// The counts that totals and kernels share. Counts of 0 are omitted.
void add_counts(std::string& text, const json& counts) {
  const auto happened = [&](const char* what) { return count(part(counts, what), "requests") > 0; };
  if (happened("loads")) row(text, "global loads", global_traffic(part(counts, "loads")));
  if (happened("stores")) row(text, "global stores", global_traffic(part(counts, "stores")));
  if (happened("shared")) row(text, "shared memory", shared_traffic(part(counts, "shared")));
  if (happened("atomics")) {
    const json& atomics = part(counts, "atomics");
    row(text, "atomics",
        fmt::format("{} in {}, {} rounds a request", plural(count(atomics, "operations"), "operation"),
                    plural(count(atomics, "requests"), "request"),
                    ratio(count(atomics, "rounds"), count(atomics, "requests"))));
  }
  if (happened("constants")) {
    const json& constants = part(counts, "constants");
    row(text, "constants",
        fmt::format("{}, {}", plural(count(constants, "requests"), "request"),
                    plural(count(constants, "passes"), "pass", "es")));
  }
  row(text, "caches (model)", cache_traffic(counts));
  row(text, "active lanes",
      fmt::format("{:.1f} of 32 an instruction",
                  part(part(counts, "issues"), "average_lanes").get<double>()));
  row(text, "barriers",
      fmt::format("{} of blocks, {} of warps", grouped(count(counts, "barriers")),
                  grouped(count(counts, "warp_barriers"))));
  const Count flops = count(part(counts, "flops"), "operations");
  row(text, "FLOPs", operations(part(counts, "flops")));
  if (flops)
    row(text, "intensity", fmt::format("{} FLOP a byte of DRAM (model)", ratio(flops, dram_bytes(counts))));
}

std::string triple(const json& shape) {
  return fmt::format("({},{},{})", shape.at(0).get<unsigned>(), shape.at(1).get<unsigned>(),
                     shape.at(2).get<unsigned>());
}

std::string registers(const json& of_a_thread) {
  return of_a_thread.is_null() ? "registers unknown"
                               : plural(of_a_thread.get<std::uint64_t>(), "register") + " a thread";
}

void add_kernel(std::string& text, const json& kernel) {
  text += fmt::format("\nkernel {}\n", part(kernel, "name").get<std::string>());
  for (const json& launch : part(kernel, "launches")) {
    row(text, plural(count(launch, "count"), "launch", "es"),
        fmt::format("grid {} block {} shared {}+{} bytes; {} a processor, occupancy {:.0f} % (limited by {}; "
                    "{})",
                    triple(part(launch, "grid")), triple(part(launch, "block")),
                    grouped(count(launch, "static_shared_bytes")),
                    grouped(count(launch, "dynamic_shared_bytes")),
                    plural(count(launch, "blocks_per_processor"), "block"),
                    100 * part(launch, "occupancy").get<double>(),
                    part(launch, "limited_by").get<std::string>(), registers(part(launch, "registers"))));
  }
  add_counts(text, kernel);
}

void add_totals(std::string& text, const json& profile) {
  const json &totals = part(profile, "totals"), &copies = part(profile, "copies"),
             &memory = part(profile, "memory");
  text += "totals\n";
  row(text, "launches",
      fmt::format("{}, {}, {}", plural(count(totals, "launches"), "launch", "es"),
                  plural(count(totals, "blocks"), "block"), plural(count(totals, "threads"), "thread")));
  for (const auto& [name, title] :
       {std::pair("host_to_device", "host to device"), std::pair("device_to_host", "device to host"),
        std::pair("device_to_device", "within device")})
    row(text, title,
        fmt::format("{} times, {}", grouped(count(part(copies, name), "count")),
                    bytes(count(part(copies, name), "bytes"))));
  row(text, "memory",
      fmt::format("{}, at most {} at a time", plural(count(memory, "allocations"), "allocation"),
                  bytes(count(memory, "peak_bytes"))));
  add_counts(text, totals);
}

/// The cost of a line: its transactions of all kinds.
Count cost(const json& line) {
  return count(part(line, "loads"), "sectors") + count(part(line, "stores"), "sectors") +
         count(part(line, "shared"), "wavefronts") + count(part(line, "constants"), "passes");
}

std::string place(const json& at) {
  return fmt::format("{}:{}", part(at, "file").get<std::string>(), part(at, "line").get<int>());
}

void add_lines(std::string& text, const json& profile, std::size_t top, const ReadLine& read_line) {
  std::vector<const json*> lines;
  for (const json& line : part(profile, "lines")) lines.push_back(&line);
  std::stable_sort(lines.begin(), lines.end(), [](auto a, auto b) { return cost(*a) > cost(*b); });
  const std::size_t left_out = lines.size() - std::min(top, lines.size());
  lines.resize(lines.size() - left_out);
  if (!lines.empty()) text += "\nhot lines\n";
  for (const json* line : lines) {
    text += fmt::format("  {} in {}\n", place(*line), part(*line, "kernel").get<std::string>());
    const auto source = read_line(part(*line, "file").get<std::string>(), part(*line, "line").get<int>());
    if (source) text += fmt::format("      | {}\n", *source);
    for (const char* what : {"loads", "stores"})
      if (count(part(*line, what), "requests"))
        text += fmt::format("      {:<9}{}\n", what, global_traffic(part(*line, what)));
    if (count(part(*line, "shared"), "requests"))
      text += fmt::format("      {:<9}{}\n", "shared", shared_traffic(part(*line, "shared")));
    const double lanes = part(part(*line, "issues"), "average_lanes").get<double>();
    if (lanes < 31.5) text += fmt::format("      {:<9}{:.1f} of 32 active\n", "lanes", lanes);
  }
  if (left_out > 0)
    text += fmt::format("{}  and {} of less traffic; --top {} shows all\n", lines.empty() ? "\n" : "",
                        plural(left_out, "line"), lines.size() + left_out);
}

void add_troubles(std::string& text, const json& profile) {
  if (!part(profile, "findings").empty())
    text += fmt::format("\nfindings ({})\n", count(profile, "findings_total"));
  for (const json& finding : part(profile, "findings"))
    text += fmt::format("  {}\n", part(finding, "message").get<std::string>());
  if (!part(profile, "leaks").empty()) text += "\nnever freed\n";
  for (const json& leak : part(profile, "leaks"))
    text += fmt::format("  {} allocated at {}\n", bytes(count(leak, "bytes")), place(leak));
  if (!part(profile, "fault").is_null())
    text += fmt::format("\nthe program ended early: {}\n", part(profile, "fault").get<std::string>());
}

void require_format(const json& profile) {
  if (const json& format = part(profile, "format"); format != "gridmark-profile")
    throw NoProfile(fmt::format("has the format {}, where \"gridmark-profile\" is expected", format.dump()));
  if (const json& version = part(profile, "version"); version != 2)
    throw NoProfile(fmt::format("has version {}, and this program reads version 2. Profile the program again",
                                version.dump()));
}

std::string text_of(const json& profile, std::size_t top, const ReadLine& read_line) {
  require_format(profile);
  std::string text;
  add_totals(text, profile);
  for (const json& kernel : part(profile, "kernels")) add_kernel(text, kernel);
  add_lines(text, profile, top, read_line);
  add_troubles(text, profile);
  return text;
}

std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') c = '?';
  return text;
}

}  // namespace

tl::expected<std::string, std::string> profile_text(const std::string& profile, std::size_t top,
                                                    const ReadLine& read_line) {
  try {
    return printable(text_of(json::parse(profile), top, read_line));
  } catch (const json::parse_error& problem) {
    return tl::unexpected(
        fmt::format("is not JSON: something unexpected at byte {} of {}", problem.byte, profile.size()));
  } catch (const json::exception& problem) {
    return tl::unexpected(
        fmt::format("is not a profile: it has a value of another type than expected ({})", problem.what()));
  } catch (const NoProfile& problem) {
    return tl::unexpected(fmt::format("is not a profile: it {}", problem.what()));
  }
}

}  // namespace gridmark::profile
