#pragma once
// The best rates of this machine's processors, measured in a second or two. They are the ceilings of its
// roofline.
#include <string>

namespace gridmark::machine {

struct HostBaseline {
  int cores = 0;                ///< usable_cores()
  std::string processor;        ///< the kernel's name for it
  double clock_mhz = 0;         ///< clock rate of the fastest core while all computed, 0 if unknown
  double bytes_per_second = 0;  ///< memory rate of all cores: a[i] = b[i] + s * c[i], three streams
  double flops_per_second = 0;  ///< FP32 fused multiply-adds of all cores, two operations each
  double flops_per_second_of_one_core = 0;
};

HostBaseline measure_host();

/// Processors that this process may use.
int usable_cores();

/// An identifier that changes when the machine restarts.
std::string boot_id();

}  // namespace gridmark::machine
