#include "grader/report/smi_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridmark::report {
namespace {

constexpr const char* wide_rule =
    "+-----------------------------------------------------------------------------------------+\n";
constexpr const char* column_rule =
    "+-----------------------------------------+------------------------+----------------------+\n";

long rounded(double value) { return std::lround(value); }
std::uint64_t mib_of(std::uint64_t bytes) { return bytes >> 20; }

std::string last_characters(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : "..." + text.substr(text.size() - width + 3);
}

std::string smi_heading() {
  return std::string(wide_rule) +
         fmt::format("| {:<33} Driver Version: {:<14} CUDA Version: {:<8} |\n", "gridmark smi",
                     declared_driver, "12.4") +
         "|-----------------------------------------+------------------------+----------------------+\n"
         "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
         "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |\n"
         "|                                         |                        |               MIG M. |\n"
         "|=========================================+========================+======================|\n";
}

std::string smi_rows_of(int index, const DeviceState& device) {
  return fmt::format("| {:>3}  {:<28}   Off | {:>18} Off | {:>20} |\n", index, declared_device_name,
                     device_bus_id(index), "N/A") +
         fmt::format(
             "| N/A  {:>3}C    P0          {:>5}W / {:>4}W | {:>7}MiB / {:>6}MiB | {:>6}%      Default |\n",
             rounded(device.celsius), rounded(device.watts), rounded(device.limit_watts),
             mib_of(device.memory_used), mib_of(device.memory_total), rounded(100 * device.gpu_share)) +
         "|                                         |                        |                  N/A |\n" +
         column_rule;
}

std::string process_row(int index, const DeviceStates& program) {
  const std::uint64_t used = program.device[static_cast<std::size_t>(index)].memory_used;
  return fmt::format("| {:>4}   N/A  N/A  {:>8}      C   {:<41} {:>7}MiB |\n", index, program.process,
                     last_characters(program.program.data(), 41), mib_of(used));
}

std::string process_rows(const SmiPicture& picture) {
  std::string rows;
  for (const int index : picture.chosen)
    for (const DeviceStates& program : picture.programs)
      if (static_cast<std::uint64_t>(index) < program.devices) rows += process_row(index, program);
  return rows.empty() ? fmt::format("| {:<87} |\n", " No running processes found") : rows;
}

void join_state(DeviceState& all, const DeviceState& one, double idle_watts) {
  all.gpu_share = std::min(1.0, all.gpu_share + one.gpu_share);
  all.memory_share = std::min(1.0, all.memory_share + one.memory_share);
  all.watts = std::min(all.limit_watts, all.watts + std::max(0.0, one.watts - idle_watts));
  all.celsius = std::max(all.celsius, one.celsius);
  all.sm_megahertz = std::min(all.sm_megahertz, one.sm_megahertz);
  all.throttle_reasons |= one.throttle_reasons;
  all.memory_total = std::max(all.memory_total, one.memory_total);
  all.memory_used = std::min(all.memory_total, all.memory_used + one.memory_used);
}

}  // namespace

DeviceStates joined_states(const std::vector<DeviceStates>& programs, const DeviceStates& idle) {
  if (programs.empty()) return idle;
  constexpr std::uint64_t idle_reason = 1;
  DeviceStates all = programs.front();
  for (auto program = programs.begin() + 1; program != programs.end(); ++program) {
    all.devices = std::max(all.devices, program->devices);
    all.seconds = std::max(all.seconds, program->seconds);
    for (std::size_t i = 0; i < program->devices; ++i)
      join_state(all.device[i], program->device[i], idle.device[i].watts);
  }
  for (DeviceState& device : all.device)
    if (device.gpu_share > 0) device.throttle_reasons &= ~idle_reason;
  return all;
}

std::string print_smi_table(const SmiPicture& picture) {
  std::string text = picture.time + "\n" + smi_heading();
  for (const int index : picture.chosen)
    text += smi_rows_of(index, picture.devices.device[static_cast<std::size_t>(index)]);
  return text + "\n" + wide_rule +
         "| Processes:                                                                              |\n"
         "|  GPU   GI   CI        PID   Type   Process name                              GPU Memory |\n"
         "|        ID   ID                                                               Usage      |\n"
         "|=========================================================================================|\n" +
         process_rows(picture) + wide_rule + picture.note + "\n";
}

std::string print_smi_list(const SmiPicture& picture) {
  std::string text;
  for (const int index : picture.chosen)
    text += fmt::format("GPU {}: {} (UUID: {})\n", index, declared_device_name, device_uuid(index));
  return text;
}

}  // namespace gridmark::report
