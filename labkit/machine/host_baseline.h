#pragma once
// What this machine's processors can do, measured in a second or two: the ceilings of its roofline.
#include <string>

namespace gridmark::machine {

struct HostBaseline {
  int cores = 0;                ///< usable_cores()
  std::string processor;        ///< as the kernel names it
  double clock_mhz = 0;         ///< of the fastest core while they all computed; 0 where unknown
  double bytes_per_second = 0;  ///< of memory, all cores: a[i] = b[i] + s * c[i], three streams
  double flops_per_second = 0;  ///< FP32 fused multiply-adds of all cores, two operations each
  double flops_per_second_of_one_core = 0;
};

HostBaseline measure_host();

/// Processors that this process may use.
int usable_cores();

/// Changes when the machine starts anew.
std::string boot_id();

}  // namespace gridmark::machine
