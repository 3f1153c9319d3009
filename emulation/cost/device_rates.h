#pragma once
// Figures of the declared device: an NVIDIA A100 (compute capability 8.0), from public documents.
//
// [A100]   NVIDIA A100 Tensor Core GPU Architecture, whitepaper: "A100 GPU Hardware Architecture", table of
//          compute capabilities, "40 GB HBM2 and 40 MB L2 Cache"
// [guide]  CUDA C++ Programming Guide: "Arithmetic Instructions", table of throughput; "Compute
//          Capabilities", table of technical specifications
// [best]   CUDA C++ Best Practices Guide: "Synchronization Instruction"
// [table]  PMC10448217, table 3: latencies of V100, A100 and H100, bandwidths of L2 and shared memory
// [sgemm]  github.com/siboehm/SGEMM_CUDA, README: GFLOP/s of products of 4096 x 4096 on an A6000
// [own]    chosen here, because no document has it

namespace gridmark::cost {

struct DeviceRates {
  double processors = 108, gigahertz = 1.41;  ///< [A100]

  // Of a processor, in a cycle.
  double half_operations = 512;    ///< 256 multiply-adds [guide]
  double single_operations = 128;  ///< 64 multiply-adds [guide]
  double double_operations = 64;   ///< 32 multiply-adds [guide]
  double special_functions = 16;   ///< [guide]
  double issues = 4;               ///< instructions of warps: one for each scheduler [A100]
  /// The peak is 1 [table: 23101 GB/s]. The sustained rate follows from how much faster the worklog's tiled
  /// product is than its coalesced one [sgemm].
  double shared_wavefronts = 0.73;
  /// The peak is 4, 128 bytes. The sustained rate follows from the difference between the worklog's naive and
  /// coalesced products, which use 33 and 5 sectors a step [sgemm].
  double l1_sectors = 1;
  double atomic_rounds = 1;     ///< [own]
  double constant_passes = 1;   ///< [own]
  double barrier_threads = 16;  ///< threads that arrive at a __syncthreads() [best]

  // Of the device, in a cycle.
  double l2_sectors = 5120 / 32.0;           ///< [A100; table: 7219 GB/s]
  double dram_sectors = 1555 / 1.41 / 32.0;  ///< 1555 GB/s [A100]

  // Cycles until a result can be used [table]. The model gives L1 the latency of shared memory: it is one
  // unit.
  double arithmetic_latency = 4, shared_latency = 20, l2_latency = 200, dram_latency = 400;
  /// Operations that a warp has in progress at once: independent arithmetic, and requests. A compiler unrolls
  /// loops by four by default [own].
  double independent_operations = 2, requests_in_flight = 4;

  // Limits that launches share.
  double registers = 65536, most_registers_of_a_thread = 255;  ///< of a processor, of a thread [guide]
  double warps_of_a_processor = 64;                            ///< [guide]
  double l1_bytes = 192 * 1024, l2_bytes = 40 << 20;           ///< L1 includes shared memory [A100]
  /// Registers for everything but local arrays: addresses, counters, operands [own].
  double registers_beside_arrays = 32;
};
inline constexpr DeviceRates device_rates;

/// Warps that fit on a processor if their threads need that many registers. Registers are allocated to a warp
/// in units, and warps come in fours.
constexpr unsigned warps_with(unsigned registers) {
  constexpr unsigned warp = 32, unit = 256, together = 4;
  const unsigned of_a_warp = (registers * warp + unit - 1) / unit * unit;
  return static_cast<unsigned>(device_rates.registers) / of_a_warp / together * together;
}

}  // namespace gridmark::cost
