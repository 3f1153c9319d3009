#include "grader/load/run_json.h"

#include <algorithm>

#include "grader/load/common_values.h"
#include "grader/load/measurement_json.h"

namespace gridmark::load {
namespace {

/// SHA-256 digits, or nothing.
std::string read_digits(const Node& node) {
  const std::string digits = node.text(0, 64);
  const bool all = std::all_of(digits.begin(), digits.end(),
                               [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (!all || (digits.size() != 64 && !digits.empty())) node.expected("64 hexadecimal digits, or nothing");
  return digits;
}

MachineBaseline::DeviceCeilings read_device(const Node& node) {
  MachineBaseline::DeviceCeilings read;
  read.name = node["name"].text();
  read.multiprocessors = node["multiprocessors"].whole(any_count);
  read.runtime_version = node["runtime_version"].whole(any_count);
  read.bytes_per_second = node["bytes_per_second"].number(any_amount);
  read.flops_per_second = node["flops_per_second"].number(any_amount);
  read.launch_seconds = node["launch_seconds"].number(any_amount);
  read.copy_alpha_seconds = node["copy_alpha_seconds"].number(any_amount);
  read.copy_beta_bytes_per_second = node["copy_beta_bytes_per_second"].number(any_amount);
  return read;
}

}  // namespace

MachineBaseline read_baseline(const Node& root) {
  root.keys({"version", "boot", "measured", "host", "device"});
  root["version"].whole({1, 1, "version 1"});
  MachineBaseline read;
  read.boot = root["boot"].text(0);
  if (const auto measured = root.find("measured")) read.measured = measured->text(0, 64);
  const Node host = root["host"];
  host.keys({"processor", "cores", "clock_mhz", "bytes_per_second", "flops_per_second",
             "flops_per_second_of_one_core"});
  read.processor = host["processor"].text();
  read.cores = host["cores"].whole(any_count);
  read.clock_mhz = host["clock_mhz"].number(any_amount);
  read.bytes_per_second = host["bytes_per_second"].number(any_amount);
  read.flops_per_second = host["flops_per_second"].number(any_amount);
  read.flops_per_second_of_one_core = host["flops_per_second_of_one_core"].number(any_amount);
  read.device = read_device(root["device"].keys({"name", "multiprocessors", "runtime_version",
                                                 "bytes_per_second", "flops_per_second", "launch_seconds",
                                                 "copy_alpha_seconds", "copy_beta_bytes_per_second"}));
  return read;
}

GradeRun read_grade_run(const Node& node) {
  node.keys({"started", "device", "sandbox", "host", "machine", "gpu", "tolerance", "machine_baseline"});
  GradeRun run;
  run.started = any_text(node["started"]);
  run.device = node["device"].one_of<Device>();
  run.sandbox = any_text(node["sandbox"]);
  run.host = any_text(node["host"]);
  run.machine = any_text(node["machine"]);
  if (const auto gpu = node.find("gpu")) run.gpu = any_text(*gpu);
  run.tolerance = node["tolerance"].number({0, 1, "a part of the time, 0 to 1"});
  if (const auto baseline = node.find("machine_baseline")) run.baseline = read_baseline(*baseline);
  return run;
}

Fingerprints read_fingerprints(const Node& node) {
  node.keys({"submission", "lab", "rubric"});
  return {read_digits(node["submission"]), read_digits(node["lab"]), read_digits(node["rubric"])};
}

}  // namespace gridmark::load
