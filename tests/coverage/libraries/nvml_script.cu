// Feature: NVML from a script of samples (GRIDMARK_NVML_SCRIPT): a hot, slowed-down device, and an error for a broken script
// Link: -lnvidia-ml
// Nvcc: no, because not every toolkit has nvml.h
#include <nvml.h>

#include <fstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

#define NVML(call) CHECK((call) == NVML_SUCCESS)

/// Runs in a separate process, because the script is read once.
int with_script(const std::string& script, int (*program)()) {
  const std::string file = "/tmp/nvml_script." + std::to_string(getpid());
  std::ofstream(file) << script;
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    setenv("GRIDMARK_NVML_SCRIPT", file.c_str(), 1);
    _exit(program());
  }
  waitpid(child, &status, 0);
  unlink(file.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int hot() {
  nvmlDevice_t device;
  NVML(nvmlInit());
  NVML(nvmlDeviceGetHandleByIndex(0, &device));
  nvmlUtilization_t rates;
  unsigned number = 0;
  unsigned long long reasons = 0;
  NVML(nvmlDeviceGetUtilizationRates(device, &rates));
  CHECK(rates.gpu == 97 && rates.memory == 41);
  NVML(nvmlDeviceGetPowerUsage(device, &number));
  CHECK(number == 401500);
  NVML(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &number));
  CHECK(number == 91);
  NVML(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &number));
  CHECK(number == 900);
  NVML(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons));
  CHECK(reasons == (nvmlClocksThrottleReasonSwPowerCap | nvmlClocksThrottleReasonSwThermalSlowdown));

  // Ten milliseconds later it has cooled down.
  const std::vector<char> data(64 << 20);
  coverage::Buffer<char> copied(data);
  NVML(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &number));
  CHECK(number == 40);
  NVML(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons));
  CHECK(reasons == nvmlClocksThrottleReasonGpuIdle);
  return coverage::failures();
}

int refused() { return nvmlInit() == NVML_SUCCESS; }

int main() {
  CHECK(with_script("0,0,97,41,401.5,91,900\n0.005,0,0,0,62,40,1410\n", hot) == 0);
  CHECK(with_script("0,0,97,41,401.5,91,900\n0.005,0,hot,0,62,40,1410\n", refused) == 0);
  return coverage::result();
}
