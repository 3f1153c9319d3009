#include "grader/report/run_json.h"

#include "base/utf8.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

Json device_json(const MachineBaseline::DeviceCeilings& device) {
  return {{"name", valid_utf8(device.name)},
          {"multiprocessors", device.multiprocessors},
          {"runtime_version", device.runtime_version},
          {"bytes_per_second", device.bytes_per_second},
          {"flops_per_second", device.flops_per_second},
          {"launch_seconds", device.launch_seconds},
          {"copy_alpha_seconds", device.copy_alpha_seconds},
          {"copy_beta_bytes_per_second", device.copy_beta_bytes_per_second}};
}

Json baseline_json(const MachineBaseline& baseline) {
  return {{"version", 1},
          {"boot", valid_utf8(baseline.boot)},
          {"measured", valid_utf8(baseline.measured)},
          {"host",
           {{"processor", valid_utf8(baseline.processor)},
            {"cores", baseline.cores},
            {"clock_mhz", baseline.clock_mhz},
            {"bytes_per_second", baseline.bytes_per_second},
            {"flops_per_second", baseline.flops_per_second},
            {"flops_per_second_of_one_core", baseline.flops_per_second_of_one_core}}},
          {"device", device_json(baseline.device)}};
}

}  // namespace

Json run_json(const GradeRun& run) {
  Json all = {{"started", valid_utf8(run.started)}, {"device", name_of(run.device)},
              {"sandbox", valid_utf8(run.sandbox)}, {"host", valid_utf8(run.host)},
              {"machine", valid_utf8(run.machine)}, {"tolerance", run.tolerance}};
  if (!run.gpu.empty()) all["gpu"] = valid_utf8(run.gpu);
  if (run.baseline) all["machine_baseline"] = baseline_json(*run.baseline);
  return all;
}

Json fingerprints_json(const Fingerprints& fingerprints) {
  return {{"submission", valid_utf8(fingerprints.submission)},
          {"lab", valid_utf8(fingerprints.lab)},
          {"rubric", valid_utf8(fingerprints.rubric)}};
}

}  // namespace gridmark::report
