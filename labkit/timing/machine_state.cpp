#include "labkit/timing/machine_state.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "labkit/timing/proc_files.h"

namespace gridmark::timing {

std::optional<double> stalled_seconds_in(const std::string& pressure) {
  constexpr double microsecond = 1e-6;
  if (!pressure.starts_with("some ")) return std::nullopt;
  const std::size_t at = pressure.find("total=");
  if (at == std::string::npos) return std::nullopt;
  return std::atof(pressure.c_str() + at + 6) * microsecond;
}

double stolen_seconds_in(const std::string& stat, double ticks_per_second) {
  std::istringstream words(
      stat.substr(0, stat.find('\n')));  // cpu user nice system idle iowait irq softirq steal
  std::string name;
  double ticks = 0;
  words >> name;
  constexpr int numbers_before_and_with_steal = 8;
  for (int i = 0; i < numbers_before_and_with_steal; ++i)
    if (!(words >> ticks)) return 0;
  return ticks / ticks_per_second;
}

double fastest_mhz_in(const std::string& cpuinfo) {
  double fastest = 0;
  std::istringstream lines(cpuinfo);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("cpu MHz"))
      fastest = std::max(fastest, std::atof(line.c_str() + line.find(':') + 1));
  return fastest;
}

MachineState machine_state() {
  static const auto ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  MachineState state;
  state.stalled_seconds = stalled_seconds_in(read_text("/proc/pressure/cpu"));
  state.stolen_seconds = stolen_seconds_in(read_text("/proc/stat"), ticks_per_second);
  state.clock_mhz = fastest_mhz_in(read_text("/proc/cpuinfo"));
  state.load = std::atof(read_text("/proc/loadavg").c_str());
  return state;
}

}  // namespace gridmark::timing
