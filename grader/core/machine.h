#pragma once
// The report of gridmark-machine about the computer that grades.
#include <cstdint>
#include <string>

#include "grader/core/value_limits.h"

namespace gridmark {

/// A timing of the reference against itself, by one clock.
struct SelfPairedTiming {
  bool fit = false;     ///< both sides agree within 3%
  std::string message;  ///< the result as a message
  std::int64_t pairs = 0;
  std::int64_t contaminated_pairs = 0;
  std::string clock_source;  ///< "cgroup2", "cgroup1" or "processes"
  double stalled_share = 0;  ///< part of the time in which a thread waited for a processor
  double stolen_share = 0;   ///< part of the time in which the host had taken the processors away
};

/// Whether verdicts about time are valid on this machine.
struct TimingCheck {
  std::int64_t cores = 0;
  double load = 0;        ///< threads that ran or waited, mean of the last minute
  SelfPairedTiming cpu;   ///< for work on the CPU side
  SelfPairedTiming wall;  ///< for items about parallelism
};

/// The measured ceilings of this machine's roofline.
struct MachineBaseline {
  std::string boot;      ///< the kernel's id of this start of the machine
  std::string measured;  ///< UTC, RFC 3339, "" in machine baselines of older versions
  struct HostCeilings {
    std::string processor;
    std::int64_t cores = 0;
    double clock_mhz = 0;  ///< 0 if unknown
    double bytes_per_second = 0;
    double flops_per_second = 0;  ///< FP32, all cores
    double flops_per_second_of_one_core = 0;
    friend bool operator==(const HostCeilings&, const HostCeilings&) = default;
  } host;
  struct DeviceCeilings {
    std::string name;
    std::int64_t multiprocessors = 0;
    std::int64_t runtime_version = 0;  ///< 12040 is CUDA 12.4
    double bytes_per_second = 0;
    double flops_per_second = 0;
    double launch_seconds = 0;
    double copy_alpha_seconds = 0;          ///< time of a nearly empty copy to the device
    double copy_beta_bytes_per_second = 0;  ///< speed of each further byte
    friend bool operator==(const DeviceCeilings&, const DeviceCeilings&) = default;
  } device;
  friend bool operator==(const MachineBaseline&, const MachineBaseline&) = default;
};

constexpr auto fields(const MachineBaseline::HostCeilings*) {
  using Host = MachineBaseline::HostCeilings;
  return std::tuple{field("processor", &Host::processor, Length{1, 4096}),
                    field("cores", &Host::cores, any_count, "that gridmark may use"),
                    field("clock_mhz", &Host::clock_mhz, any_amount,
                          "of the fastest core, just after all had computed. 0: unknown"),
                    field("bytes_per_second", &Host::bytes_per_second, any_amount,
                          "of memory: a[i] = b[i] + s * c[i] on all cores, three streams counted"),
                    field("flops_per_second", &Host::flops_per_second, any_amount, "FP32, all cores"),
                    field("flops_per_second_of_one_core", &Host::flops_per_second_of_one_core, any_amount)};
}

constexpr auto fields(const MachineBaseline::DeviceCeilings*) {
  using Ceilings = MachineBaseline::DeviceCeilings;
  return std::tuple{field("name", &Ceilings::name, Length{1, 4096}),
                    field("multiprocessors", &Ceilings::multiprocessors, any_count),
                    field("runtime_version", &Ceilings::runtime_version, any_count),
                    field("bytes_per_second", &Ceilings::bytes_per_second, any_amount,
                          "of a copying kernel, reads and writes counted"),
                    field("flops_per_second", &Ceilings::flops_per_second, any_amount, "FP32, by a kernel"),
                    field("launch_seconds", &Ceilings::launch_seconds, any_amount,
                          "of an empty kernel, mean of 200 in a row"),
                    field("copy_alpha_seconds", &Ceilings::copy_alpha_seconds, any_amount,
                          "a copy to the device of 4 bytes"),
                    field("copy_beta_bytes_per_second", &Ceilings::copy_beta_bytes_per_second, any_amount,
                          "the rate of each further byte")};
}

constexpr auto fields(const MachineBaseline*) {
  return std::tuple{
      derived<MachineBaseline, int>(
          "version", [](const MachineBaseline&) { return 1; }, [](MachineBaseline&, int) {},
          Range{1, 1, "version 1"}),
      field("boot", &MachineBaseline::boot, Length{0, 4096}, "the kernel's id of this start of the machine"),
      field("measured", &MachineBaseline::measured, Length{0, 64},
            "UTC, RFC 3339. Absent or empty: a machine baseline of an older gridmark", Presence::optional),
      field("host", &MachineBaseline::host), field("device", &MachineBaseline::device)};
}

}  // namespace gridmark
