#pragma once
// Hardware counters from Nsight Compute, compared with the counts of the emulated device.
//
// The format is that of `ncu --csv --page raw --print-units base` and of `ncu --csv` (Nsight Compute CLI,
// "Command Line Options", "--csv"). Lines that begin with "==" are messages of the tool. Then comes a line of
// quoted names. After it comes either one line for each metric ("Metric Name", "Metric Unit", "Metric
// Value"), or one line for each launch with one column per metric.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::cuda {

/// "tiled_kernel" of "tiled_kernel(const float *, int)" and of "void tiled_kernel<16>(float *)".
std::string plain_kernel(std::string name);

/// One launch of one kernel.
struct LaunchCounters {
  std::string kernel;                    ///< "tiled_kernel"
  std::map<std::string, double> values;  ///< by the metric's name, in its base unit
};

/// text  untrusted. A text without such a table gives no launches
std::vector<LaunchCounters> read_ncu_csv(std::string_view text);

/// The sums over the launches of each kernel, by its name.
std::vector<LaunchCounters> sums_of(const std::vector<LaunchCounters>& launches);

/// A pair to compare. Counts without a hardware counter, or not requested in the run, are left out.
struct ComparedCounter {
  std::string name;    ///< "sectors loaded from global memory"
  std::string metric;  ///< ncu's name
  double emulated = 0;
  double hardware = 0;
};
std::vector<ComparedCounter> compare(const emulation::Meters& emulated, const LaunchCounters& hardware);

/// Whether the counts agree within 1%. Hardware counters include some work of other units.
bool agree(const ComparedCounter& counter);

/// The metrics that compare() knows, for `ncu --metrics`.
std::string compared_metrics();

}  // namespace gridmark::cuda
