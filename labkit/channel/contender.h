#pragma once
#include <memory>
#include <optional>

#include "base/timed_pair.h"
#include "labkit/channel/transport.h"
#include "labkit/timing/group_clock.h"

namespace gridmark::channel {

/// One side of a paired timing: one fresh process, and a clock for all that runs in its sandbox.
class Contender {
 public:
  explicit Contender(std::unique_ptr<Transport> transport, timing::ClockKind kind = timing::ClockKind::cpu)
      : transport_(std::move(transport)), kind_(kind) {}
  ~Contender() { transport_->dismiss(); }
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;

  struct TimedAnswer {
    Answer answer;
    timing::Timed timed;
  };
  /// The time also includes the work between the last clock reading and the request. So a side gains nothing
  /// if it postpones work or slows down the other side.
  TimedAnswer call(const Request& request);
  /// CPU seconds since the last answer. Work after an answer counts for that answer. 0 for device time,
  /// because the worker waited for the device before it answered.
  double late_seconds();
  std::string_view clock_source() const {
    if (kind_ == timing::ClockKind::device) return "CUDA events";
    return clock_ ? clock_->source() : "none";
  }

 private:
  static TimedAnswer by_device(TimedAnswer answered);
  std::unique_ptr<Transport> transport_;
  timing::ClockKind kind_;
  std::optional<timing::GroupClock> clock_;  ///< exists from the first answer on
  double settled_at_ = 0;                    ///< CPU seconds at the last reading
};

}  // namespace gridmark::channel
