#include "labkit/channel/contender.h"

#include <chrono>
#include <thread>

#include "labkit/timing/machine_state.h"

namespace gridmark::channel {
namespace {

using Clock = std::chrono::steady_clock;

// Longer than the worker checks its bell before it sleeps, so that its thread is charged to the group.
constexpr auto time_to_fall_asleep = std::chrono::microseconds(100);

timing::Disturbance between(const timing::MachineState& before, const timing::MachineState& after) {
  timing::Disturbance disturbance;
  if (before.stalled_seconds && after.stalled_seconds)
    disturbance.stalled_seconds = *after.stalled_seconds - *before.stalled_seconds;
  disturbance.stolen_seconds = after.stolen_seconds - before.stolen_seconds;
  disturbance.clock_mhz = after.clock_mhz;
  return disturbance;
}

}  // namespace

Contender::TimedAnswer Contender::call(const Request& request) {
  const timing::MachineState before = timing::machine_state();
  const double waited = clock_ ? clock_->waited_seconds() : 0;
  const double unasked = clock_ ? late_seconds() : 0;  // since the last reading, without any request
  TimedAnswer answered;
  const auto begin = Clock::now();
  answered.answer = transport_->call(request);
  answered.timed.wall_seconds = unasked + std::chrono::duration<double>(Clock::now() - begin).count();
  std::this_thread::sleep_for(time_to_fall_asleep);
  if (clock_) answered.timed.cpu_seconds = unasked + late_seconds();
  answered.timed.disturbance = between(before, timing::machine_state());
  if (clock_) answered.timed.disturbance.waited_seconds = clock_->waited_seconds() - waited;
  if (kind_ == timing::ClockKind::device) return by_device(std::move(answered));
  if (!clock_ && answered.answer.reply) {
    clock_.emplace(transport_->launcher());
    settled_at_ = clock_->seconds();
  }
  return answered;
}

Contender::TimedAnswer Contender::by_device(TimedAnswer answered) {
  if (!answered.answer.reply) return answered;
  const DeviceSample& device = answered.answer.reply->device;
  answered.timed.cpu_seconds = static_cast<double>(device.event_nanoseconds) * 1e-9;
  answered.timed.disturbance.clock_mhz = static_cast<double>(device.sm_mhz);
  return answered;
}

double Contender::late_seconds() {
  if (kind_ == timing::ClockKind::device) return 0;
  const double now = clock_->seconds(), late = now - settled_at_;
  settled_at_ = now;
  return late;
}

}  // namespace gridmark::channel
