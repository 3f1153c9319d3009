// Lab 5's solution and its checkers, for readers_test.py and promtool_test.py.
//
//   lab5_readers write FOLDER < reports.json    the solution's event file and metrics.txt, in FOLDER
//   lab5_readers alerts < alerts.json           the changes of the solution's alerts, as JSON
//   lab5_readers check-events FILE              prints the faults that the lab's checker finds
//   lab5_readers check-metrics FILE             the same; exit code 1 if there are faults
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "labkit/disk/posix_disk.h"
#include "labkit/services/scripted_source.h"
#include "labs/lab5-production/include/monitor.h"
#include "labs/lab5-production/tests/event_file.h"
#include "labs/lab5-production/tests/prometheus_text.h"

namespace {

using nlohmann::json;
namespace services = gridmark::services;

services::MetricSample sample_of(const json& given) {
  services::MetricSample sample{given.at("time"), {}};
  for (const json& gpu : given.at("gpus"))
    sample.devices.push_back({gpu.at("gpu"), gpu.value("name", "x"), gpu.value("uuid", "x"), gpu.at("busy"),
                              gpu.value("used", 0.0), gpu.value("total", 0.0), gpu.value("temperature", 0.0),
                              gpu.value("power", 0.0)});
  return sample;
}

void write(const std::string& folder) {
  gridmark::disk::PosixDisk disk(folder);
  const json reports = json::parse(std::cin);
  EventWriter writer(disk, reports.at(0).at("time"));
  services::ScriptedSource source;
  GPUMonitor monitor(source, &writer, {});
  for (const json& one : reports) {
    source.set(sample_of(one));
    monitor.log_metrics(one.at("step"), {one.at("loss"), one.at("accuracy"), one.at("rate"),
                                         one.at("samples"), one.at("steps")});
  }
  std::ofstream(folder + "/metrics.txt", std::ios::binary) << monitor.prometheus();
}

void alerts() {
  const json given = json::parse(std::cin);
  std::vector<AlertRule> rules;
  for (const json& one : given.at("rules"))
    rules.push_back({one.at("name"), "gpu_busy_ratio",
                     one.at("below") ? AlertRule::Side::below : AlertRule::Side::above, one.at("limit"),
                     one.at("clear_limit"), one.at("for"), one.at("keep")});
  services::ScriptedSource source;
  GPUMonitor monitor(source, nullptr, rules);
  json changes = json::array();
  for (const json& one : given.at("evaluations")) {
    source.set(sample_of(one));
    for (const AlertChange& change : monitor.evaluate(one.at("time")))
      changes.push_back({one.at("time"), change.rule, change.gpu, static_cast<int>(change.state)});
  }
  std::cout << changes << "\n";
}

std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int print(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) std::cout << fault << "\n";
  return faults.empty() ? 0 : 1;
}

int run(const std::string& verb, const std::string& path) {
  if (verb == "write") return write(path), 0;
  if (verb == "alerts") return alerts(), 0;
  if (verb == "check-events") return print(gridmark::lab5::read_event_file(bytes_of(path)).faults);
  if (verb == "check-metrics") return print(gridmark::lab5::read_prometheus_text(bytes_of(path)).faults);
  std::cerr << "lab5_readers: \"" << verb << "\" is none of write, alerts, check-events, check-metrics\n";
  return 64;
}

}  // namespace

int main(int argc, char** argv) { return run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : ""); }
