#pragma once
// Hardware counters from Nsight Compute, beside those that the emulated device counts.
//
// The format is that of `ncu --csv --page raw --print-units base` and of `ncu --csv` (Nsight Compute CLI,
// "Command Line Options", "--csv"): lines that begin with "==" are the tool's talk; a line of quoted names;
// then either one line for each metric ("Metric Name", "Metric Unit", "Metric Value") or one line for each
// launch with a column each.
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

/// text  hostile enough: a table that is none gives no launches
std::vector<LaunchCounters> read_ncu_csv(std::string_view text);

/// The launches of each kernel added up, by its name.
std::vector<LaunchCounters> sums_of(const std::vector<LaunchCounters>& launches);

/// A pair to compare. What the hardware has no counter for, or the run did not ask for, is left out.
struct ComparedCounter {
  std::string name;    ///< "sectors loaded from global memory"
  std::string metric;  ///< ncu's name
  double emulated = 0;
  double hardware = 0;
};
std::vector<ComparedCounter> compare(const emulation::Meters& emulated, const LaunchCounters& hardware);

/// A counter of the hardware has what other units did on the way, so a hundredth of a difference is none.
bool agree(const ComparedCounter& counter);

/// The metrics that compare() knows, for `ncu --metrics`.
std::string compared_metrics();

}  // namespace gridmark::cuda
