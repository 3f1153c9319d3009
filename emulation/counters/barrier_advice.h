#pragma once
// Advice for races within a block is tested first. Blocks that show where barriers would help are traced, and
// a search on the traces finds the barriers (barrier_search.h).
#include <cstdint>
#include <map>
#include <vector>

#include "emulation/counters/barrier_search.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/thread_trace.h"

namespace gridmark::counters {

class BarrierAdvisor {
 public:
  explicit BarrierAdvisor(Findings& findings) : findings_(findings) {}

  void enter_launch(std::uint16_t kernel, std::uint32_t blocks, unsigned threads);
  /// Whether this block should be traced.
  bool wants(std::uint32_t block);
  /// Called at the end of a block of the running kernel.
  void block_ends(const ThreadTrace* trace);
  void clear() { kernels_.clear(); }

 private:
  static constexpr std::uint32_t most_studied = 32;  ///< blocks of a kernel
  struct Kernel {
    std::uint64_t launches = 0;
    std::uint32_t studied = 0;
    std::vector<Findings::BlockRace> races = {};
    std::vector<SeenRace> seen = {};
    std::vector<BarrierAdvice> advice = {};  ///< for the first ones of `races`
  };
  void study(Kernel& kernel, const ThreadTrace& trace);
  void renew(Kernel& kernel, BarrierSearch& search);
  void say(const Kernel& kernel);
  Findings::Advice advice_for(const Kernel& kernel, const Findings::BlockRace& race) const;

  Findings& findings_;
  StatementOf statement_of_;
  std::map<std::uint16_t, Kernel> kernels_;
  std::uint16_t kernel_ = 0;
  std::uint32_t blocks_ = 0, traced_ = 0;
  unsigned threads_ = 0;
};

}  // namespace gridmark::counters
