#include "grader/report/smi_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/nearest.h"

namespace gridmark::report {
namespace {

struct SmiRow {
  const SmiPicture& picture;
  int index;
  const DeviceState& device;
};

struct SmiField {
  const char* name;
  const char* unit;  ///< "" for none
  const char* meaning;
  std::string (*of)(const SmiRow&);
};

std::string whole(double value) { return fmt::format("{}", std::lround(value)); }
std::string mebibytes(std::uint64_t bytes) { return fmt::format("{}", bytes >> 20); }
std::string centi(double value) { return fmt::format("{:.2f}", value); }

template <std::uint64_t reason>
std::string is_active(const SmiRow& at) {
  return at.device.throttle_reasons & reason ? "Active" : "Not Active";
}

constexpr SmiField smi_fields[] = {
    {"timestamp", "", "date and time of the clock on the wall",
     [](const SmiRow& at) { return at.picture.time; }},
    {"driver_version", "", "of the declared driver",
     [](const SmiRow&) -> std::string { return declared_driver; }},
    {"count", "", "number of devices",
     [](const SmiRow& at) { return fmt::format("{}", at.picture.devices.devices); }},
    {"index", "", "of the device, from 0", [](const SmiRow& at) { return fmt::format("{}", at.index); }},
    {"name", "", "of the device", [](const SmiRow&) -> std::string { return declared_device_name; }},
    {"gpu_name", "", "the same", [](const SmiRow&) -> std::string { return declared_device_name; }},
    {"uuid", "", "of the device", [](const SmiRow& at) { return device_uuid(at.index); }},
    {"gpu_uuid", "", "the same", [](const SmiRow& at) { return device_uuid(at.index); }},
    {"pci.bus_id", "", "of the device", [](const SmiRow& at) { return device_bus_id(at.index); }},
    {"pstate", "", "performance state, always P0", [](const SmiRow&) -> std::string { return "P0"; }},
    {"compute_mode", "", "always Default", [](const SmiRow&) -> std::string { return "Default"; }},
    {"compute_cap", "", "compute capability", [](const SmiRow&) -> std::string { return "8.0"; }},
    {"fan.speed", "%", "not available", [](const SmiRow&) -> std::string { return "[N/A]"; }},
    {"utilization.gpu", "%", "time in which kernels ran",
     [](const SmiRow& at) { return whole(100 * at.device.gpu_share); }},
    {"utilization.memory", "%", "time in which memory was read or written",
     [](const SmiRow& at) { return whole(100 * at.device.memory_share); }},
    {"memory.total", "MiB", "of the device",
     [](const SmiRow& at) { return mebibytes(at.device.memory_total); }},
    {"memory.used", "MiB", "allocated", [](const SmiRow& at) { return mebibytes(at.device.memory_used); }},
    {"memory.free", "MiB", "the rest",
     [](const SmiRow& at) { return mebibytes(at.device.memory_total - at.device.memory_used); }},
    {"temperature.gpu", "", "degrees Celsius", [](const SmiRow& at) { return whole(at.device.celsius); }},
    {"power.draw", "W", "modelled", [](const SmiRow& at) { return centi(at.device.watts); }},
    {"power.limit", "W", "of the board", [](const SmiRow& at) { return centi(at.device.limit_watts); }},
    {"enforced.power.limit", "W", "the same", [](const SmiRow& at) { return centi(at.device.limit_watts); }},
    {"power.max_limit", "W", "the same", [](const SmiRow& at) { return centi(at.device.limit_watts); }},
    {"clocks.sm", "MHz", "of the multiprocessors",
     [](const SmiRow& at) { return whole(at.device.sm_megahertz); }},
    {"clocks.current.sm", "MHz", "the same", [](const SmiRow& at) { return whole(at.device.sm_megahertz); }},
    {"clocks.gr", "MHz", "the same", [](const SmiRow& at) { return whole(at.device.sm_megahertz); }},
    {"clocks.mem", "MHz", "of the memory",
     [](const SmiRow& at) { return whole(at.device.memory_megahertz); }},
    {"clocks.max.sm", "MHz", "highest of the multiprocessors",
     [](const SmiRow& at) { return whole(at.device.most_sm_megahertz); }},
    {"clocks.max.mem", "MHz", "highest of the memory",
     [](const SmiRow& at) { return whole(at.device.memory_megahertz); }},
    {"clocks_throttle_reasons.active", "", "NVML's bits",
     [](const SmiRow& at) { return fmt::format("0x{:016X}", at.device.throttle_reasons); }},
    {"clocks_event_reasons.active", "", "the same",
     [](const SmiRow& at) { return fmt::format("0x{:016X}", at.device.throttle_reasons); }},
    {"clocks_throttle_reasons.gpu_idle", "", "low clocks as nothing runs", is_active<1>},
    {"clocks_throttle_reasons.sw_power_cap", "", "low clocks for the power limit", is_active<4>},
    {"clocks_throttle_reasons.sw_thermal_slowdown", "", "low clocks for heat", is_active<0x20>},
    {"modelled.seconds", "s", "gridmark's own: modelled time since the program's start",
     [](const SmiRow& at) { return fmt::format("{:.3f}", at.picture.devices.seconds); }}};

const SmiField* find_field(const std::string& name) {
  const auto found = std::find_if(std::begin(smi_fields), std::end(smi_fields),
                                  [&](const SmiField& field) { return field.name == name; });
  return found == std::end(smi_fields) ? nullptr : found;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ',')
      words.emplace_back();
    else if (c != ' ')
      words.back() += c;
  }
  return words;
}

std::vector<std::string> field_names() {
  std::vector<std::string> names;
  for (const SmiField& field : smi_fields) names.emplace_back(field.name);
  return names;
}

std::string joined_words(const std::vector<std::string>& words) {
  return fmt::format("{}\n", fmt::join(words, ", "));
}

}  // namespace

Result<SmiQuery> parse_smi_query(const std::string& fields, const std::string& format) {
  SmiQuery query;
  query.fields = split_words(fields);
  for (const std::string& name : query.fields) {
    if (find_field(name)) continue;
    const std::vector<std::string> known = field_names();
    return failure(Error::Source::usage, "--query-gpu",
                   fmt::format("field \"{}\" is not known{}. Known are {}", name, suggestion(name, known),
                               fmt::join(known, ", ")));
  }
  const std::vector<std::string> words = split_words(format);
  for (const std::string& word : words)
    if (word != "csv" && word != "noheader" && word != "nounits")
      return failure(Error::Source::usage, "--format",
                     fmt::format("found \"{}\", expected csv, noheader or nounits", word));
  const auto has = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (!has("csv"))
    return failure(Error::Source::usage, "--format",
                   "--query-gpu needs --format=csv, csv,noheader or the like");
  query.header = !has("noheader");
  query.units = !has("nounits");
  return query;
}

std::string print_smi_header(const SmiQuery& query) {
  std::vector<std::string> words;
  for (const std::string& name : query.fields) {
    const SmiField& field = *find_field(name);
    words.push_back(*field.unit ? fmt::format("{} [{}]", field.name, field.unit) : field.name);
  }
  return query.header ? joined_words(words) : "";
}

std::string print_smi_rows(const SmiQuery& query, const SmiPicture& picture) {
  std::string rows;
  for (const int index : picture.chosen) {
    const SmiRow at{picture, index, picture.devices.device[static_cast<std::size_t>(index)]};
    std::vector<std::string> words;
    for (const std::string& name : query.fields) {
      const SmiField& field = *find_field(name);
      const std::string value = field.of(at);
      const bool plain = !query.units || !*field.unit || value.starts_with('[');
      words.push_back(plain ? value : value + " " + field.unit);
    }
    rows += joined_words(words);
  }
  return rows;
}

std::string print_smi_fields() {
  std::string text;
  for (const SmiField& field : smi_fields)
    text += fmt::format("{:<46}{}{}{}\n", field.name, field.meaning, *field.unit ? ", " : "", field.unit);
  return text;
}

}  // namespace gridmark::report
