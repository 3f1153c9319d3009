#pragma once
#include "emulation/engine/threads.h"
#include "emulation/engine/warp_operations.h"
#include "gridmark/warp_together.h"

namespace gridmark::emulation {

/// The part of a lane in a warp's joint work.
struct Together {
  const WarpWork* work;
  void* lane;
};

/// Lanes of a block's warps on their way to warp primitives. A primitive is complete if every lane of its
/// mask that has not returned waits at it.
class WarpMeetings {
 public:
  explicit WarpMeetings(Threads& threads) : threads_(threads) {}

  void open();
  WarpMeeting& of(unsigned warp) { return meeting_[warp]; }
  /// Gives these lanes their results after all have come.
  void finish(unsigned warp, unsigned mask);
  /// Lanes of the warp have returned. Others may have waited only for them.
  void lanes_returned(unsigned warp);

  /// A lane waits to learn which lanes came along to the same call.
  void wait_for_company(unsigned thread, std::uint64_t way, const void* place);
  bool converge() const { return converging_lanes_; }
  bool converge_in(unsigned warp) const { return converging_[warp]; }
  /// No lane of the warp can run. The lanes that stand at the same call are those that came along together.
  void resolve(unsigned warp);
  void resolve_all();

 private:
  void work_together(unsigned warp, unsigned mask) const;
  void refuse_mixed_operations(unsigned warp, unsigned mask) const;
  void tell_observer(unsigned warp, unsigned mask) const;
  void make_ready(unsigned warp, unsigned mask);

  Threads& threads_;
  unsigned converging_lanes_ = 0;                  ///< of all warps
  unsigned converging_[Threads::most_warps] = {};  ///< lanes that wait for others
  WarpMeeting meeting_[Threads::most_warps];
};

}  // namespace gridmark::emulation
