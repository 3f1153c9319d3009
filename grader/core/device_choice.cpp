#include "grader/core/device_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridmark {
namespace {

constexpr const char* option = "--device cuda";

bool runs_on(const Lab& lab, Device device) {
  return lab.devices.empty() ||
         std::find(lab.devices.begin(), lab.devices.end(), device) != lab.devices.end();
}

std::string compiler_words(const CudaMachine& machine) {
  return machine.nvcc_version.empty() ? "nvcc" : "nvcc " + machine.nvcc_version;
}

/// All missing parts in one message, so that the user can install them together.
std::string what_is_missing(const CudaMachine& machine) {
  std::string words;
  if (!machine.has_gpu()) words = machine.problem;
  if (machine.nvcc.empty())
    words += (words.empty() ? "" : "; ") +
             std::string(
                 "the CUDA toolkit is not installed (nvcc is neither in CUDA_HOME, on the PATH nor in "
                 "/usr/local/cuda)");
  return words;
}

bool has_enough(const CudaMachine& machine, const Lab& lab) {
  return machine.gpus.size() >= static_cast<std::size_t>(lab.gpus);
}

std::string too_few_words(const CudaMachine& machine, const Lab& lab) {
  return fmt::format("{} needs {} GPUs, and CUDA_VISIBLE_DEVICES shows {}", lab.name, lab.gpus,
                     machine.gpus.size());
}

DeviceChoice first_gpus(const CudaMachine& machine, const Lab& lab) {
  DeviceChoice choice{Device::cuda, {}, false, "", machine.gpus.front().name + ", driver " + machine.driver};
  if (lab.gpus > 1) choice.gpu_words = fmt::format("{} x {}", lab.gpus, choice.gpu_words);
  for (int i = 0; i < lab.gpus; ++i) choice.gpus.push_back(machine.gpus[static_cast<std::size_t>(i)].uuid);
  return choice;
}

Result<DeviceChoice> choose_cuda(const CudaMachine& machine, const Lab& lab) {
  if (!runs_on(lab, Device::cuda))
    return failure(Error::Source::usage, option,
                   lab.name + " is graded on the emulated device only: use --device emulated");
  if (machine.nvcc.empty())
    return failure(
        Error::Source::toolchain, option,
        fmt::format("needs an NVIDIA GPU with its driver, and the CUDA toolkit: {}. --device emulated "
                    "needs neither",
                    what_is_missing(machine)));
  if (!machine.prebuilt)
    return failure(
        Error::Source::toolchain, option,
        "gridmark's parts for it are not built. Run ./gridmark or ninja -C build/release cuda to build them");
  if (machine.has_gpu() && !has_enough(machine, lab))
    return failure(Error::Source::toolchain, option,
                   too_few_words(machine, lab) + ": use --device emulated, or show more of them");
  if (machine.has_gpu()) return first_gpus(machine, lab);
  return DeviceChoice{Device::cuda,
                      {},
                      true,
                      fmt::format("{} compiles for the cuda device here, and nothing can run: {}",
                                  compiler_words(machine), machine.problem)};
}

DeviceChoice choose_any(const CudaMachine& machine, const Lab& lab) {
  if (!machine.has_gpu() || !runs_on(lab, Device::cuda)) return {};
  if (!has_enough(machine, lab)) return {Device::emulated, {}, false, too_few_words(machine, lab)};
  if (!machine.nvcc.empty() && machine.prebuilt) return first_gpus(machine, lab);
  return {Device::emulated,
          {},
          false,
          fmt::format("{} is not used: {}", machine.gpus.front().name,
                      machine.nvcc.empty()
                          ? what_is_missing(machine)
                          : "gridmark's parts for it are not built (ninja -C build/release cuda)")};
}

}  // namespace

Result<DeviceChoice> choose_device(const std::string& wish, const CudaMachine& machine, const Lab& lab) {
  if (wish == "cuda") return choose_cuda(machine, lab);
  if (wish == "auto") return choose_any(machine, lab);
  if (!runs_on(lab, Device::emulated))
    return failure(Error::Source::usage, "--device emulated",
                   lab.name + " is graded on the cuda device only: use --device cuda");
  return DeviceChoice{};
}

std::string describe(const CudaMachine& machine) {
  std::string words = machine.has_gpu() ? machine.gpus.front().name : machine.problem;
  if (machine.has_gpu() && machine.gpus.size() > 1)
    words += fmt::format(" and {} more", machine.gpus.size() - 1);
  if (!machine.driver.empty()) words += ", driver " + machine.driver;
  words += machine.nvcc.empty() ? "; no nvcc" : fmt::format("; {}", compiler_words(machine));
  return words;
}

}  // namespace gridmark
