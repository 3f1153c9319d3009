#pragma once
// What gridmark-machine says about the computer that grades.
#include <cstdint>
#include <string>

namespace gridmark {

/// The reference against itself, by one clock.
struct SelfPairedTiming {
  bool fit = false;     ///< it equals itself within 3%
  std::string message;  ///< what was found
  std::int64_t pairs = 0;
  std::int64_t contaminated_pairs = 0;
  std::string clock_source;  ///< "cgroup2", "cgroup1" or "processes"
  double stalled_share = 0;  ///< of the time, somebody waited for a processor
  double stolen_share = 0;   ///< of the time, the host had taken the processors away
};

/// Whether verdicts on time mean something here.
struct TimingCheck {
  std::int64_t cores = 0;
  double load = 0;        ///< threads that ran or waited, mean of the minute before
  SelfPairedTiming cpu;   ///< for work on the CPU side
  SelfPairedTiming wall;  ///< for items about parallelism
};

/// The ceilings of this machine's roofline, measured.
struct MachineBaseline {
  std::string boot;      ///< the kernel's id of this start of the machine
  std::string measured;  ///< UTC, RFC 3339; "" in machine baselines of older versions
  std::string processor;
  std::int64_t cores = 0;
  double clock_mhz = 0;  ///< 0 where unknown
  double bytes_per_second = 0;
  double flops_per_second = 0;  ///< FP32, all cores
  double flops_per_second_of_one_core = 0;
  struct DeviceCeilings {
    std::string name;
    std::int64_t multiprocessors = 0;
    std::int64_t runtime_version = 0;  ///< 12040 is CUDA 12.4
    double bytes_per_second = 0;
    double flops_per_second = 0;
    double launch_seconds = 0;
    double copy_alpha_seconds = 0;          ///< a copy to the device of nearly nothing
    double copy_beta_bytes_per_second = 0;  ///< and what each byte more goes by
    friend bool operator==(const DeviceCeilings&, const DeviceCeilings&) = default;
  } device;
  friend bool operator==(const MachineBaseline&, const MachineBaseline&) = default;
};

}  // namespace gridmark
