#include "grader/report/run_json.h"

#include "base/utf8.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

Json device_json(const Passport::DeviceCeilings& device) {
  return {{"name", valid_utf8(device.name)},
          {"multiprocessors", device.multiprocessors},
          {"runtime_version", device.runtime_version},
          {"bytes_per_second", device.bytes_per_second},
          {"flops_per_second", device.flops_per_second},
          {"launch_seconds", device.launch_seconds},
          {"copy_alpha_seconds", device.copy_alpha_seconds},
          {"copy_beta_bytes_per_second", device.copy_beta_bytes_per_second}};
}

Json passport_json(const Passport& passport) {
  return {{"version", 1},
          {"boot", valid_utf8(passport.boot)},
          {"measured", valid_utf8(passport.measured)},
          {"host",
           {{"processor", valid_utf8(passport.processor)},
            {"cores", passport.cores},
            {"clock_mhz", passport.clock_mhz},
            {"bytes_per_second", passport.bytes_per_second},
            {"flops_per_second", passport.flops_per_second},
            {"flops_per_second_of_one_core", passport.flops_per_second_of_one_core}}},
          {"device", device_json(passport.device)}};
}

}  // namespace

Json run_json(const GradeRun& run) {
  Json all = {{"started", valid_utf8(run.started)}, {"device", name_of(run.device)},
              {"sandbox", valid_utf8(run.sandbox)}, {"host", valid_utf8(run.host)},
              {"machine", valid_utf8(run.machine)}, {"tolerance", run.tolerance}};
  if (!run.gpu.empty()) all["gpu"] = valid_utf8(run.gpu);
  if (run.passport) all["passport"] = passport_json(*run.passport);
  return all;
}

Json fingerprints_json(const Fingerprints& fingerprints) {
  return {{"submission", valid_utf8(fingerprints.submission)},
          {"lab", valid_utf8(fingerprints.lab)},
          {"rubric", valid_utf8(fingerprints.rubric)}};
}

}  // namespace gridmark
