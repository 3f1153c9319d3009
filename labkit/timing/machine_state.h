#pragma once
// Counters of disturbances that the machine reports, since its start.
#include <optional>
#include <string>

namespace gridmark::timing {

struct MachineState {
  std::optional<double> stalled_seconds;  ///< /proc/pressure/cpu, "some". Nothing if the kernel has no PSI
  double stolen_seconds = 0;              ///< /proc/stat, "steal", all processors together
  double clock_mhz = 0;                   ///< rate of the fastest processor, 0 if unknown
  double load = 0;                        ///< running or waiting threads, mean of the last minute
};

MachineState machine_state();

/// The seconds of "some ... total=MICROSECONDS" in a pressure file.
std::optional<double> stalled_seconds_in(const std::string& pressure);

/// The seconds of the eighth number in the first line of /proc/stat.
double stolen_seconds_in(const std::string& stat, double ticks_per_second);

/// The largest of the "cpu MHz" lines. Idle processors show low clock rates, a busy one does not.
double fastest_mhz_in(const std::string& cpuinfo);

}  // namespace gridmark::timing
