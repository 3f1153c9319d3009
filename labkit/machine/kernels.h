#pragma once
#include <cstddef>

namespace gridmark::machine {

/// a[i] = b[i] + 3 * c[i].
void triad(float* a, const float* b, const float* c, std::size_t size);

/// Runs `rounds` rounds of independent fused multiply-adds, with this processor's full vector width.
/// returns  a value that depends on all of them
float fused_multiply_adds(int rounds);

inline constexpr int lanes = 16, chains = 12;  ///< in one round. Chains hide the unit's latency
inline constexpr double flops_per_round = 2.0 * lanes * chains;

}  // namespace gridmark::machine
