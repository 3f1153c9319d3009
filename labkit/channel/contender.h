#pragma once
#include <memory>
#include <optional>

#include "base/timed_pair.h"
#include "labkit/channel/transport.h"
#include "labkit/timing/group_clock.h"

namespace gridmark::channel {

/// One side of a paired timing in one fresh process, and the clock of everything in its sandbox.
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
  /// What the side did between the last reading of its clock and the request is in the time, too: work that
  /// is put off, or that slows the other side down, is no gain.
  TimedAnswer call(const Request& request);
  /// CPU seconds since the last answer: what is done after the answer belongs to it. Of a device's time 0:
  /// the worker waited for the device before it answered.
  double late_seconds();
  std::string_view clock_source() const {
    if (kind_ == timing::ClockKind::device) return "CUDA events";
    return clock_ ? clock_->source() : "none";
  }

 private:
  static TimedAnswer by_device(TimedAnswer answered);
  std::unique_ptr<Transport> transport_;
  timing::ClockKind kind_;
  std::optional<timing::GroupClock> clock_;  ///< from the first answer on: its process is there then
  double settled_at_ = 0;                    ///< CPU seconds at the last reading
};

}  // namespace gridmark::channel
