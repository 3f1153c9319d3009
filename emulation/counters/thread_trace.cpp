#include "emulation/counters/thread_trace.h"

namespace gridmark::counters {

bool traces_threads = false;

void ThreadTrace::begin() {
  traces_threads = true;
  full_ = false;
  up_to_barrier_ = 0;
  steps_.clear();
  steps_taken_ = 0;
  events_.clear();
  epoch_ = 0;
  warp_epochs_ = {};
}

void ThreadTrace::end() {
  traces_threads = false;
  if (full_) events_.resize(up_to_barrier_);
}

void ThreadTrace::add(const void* pc, unsigned thread, std::uint64_t address, unsigned bytes,
                      AccessKind kind) {
  if (events_.size() >= most_events) full_ = true;
  if (full_) return;
  events_.push_back({pc, address, epoch_, warp_epochs_[thread / warp_size % warp_size],
                     static_cast<std::uint16_t>(thread), static_cast<std::uint8_t>(bytes), kind});
}

void ThreadTrace::take(const AccessStream& stream) {
  std::uint64_t number = stream.appended() - static_cast<std::uint64_t>(stream.end() - stream.begin());
  const Record* at = stream.begin();
  for (std::size_t segment = 0; segment < stream.segments().size(); ++segment) {
    for (const Record* const end = stream.end_of(segment); at < end; ++at) {
      take_steps(number++);
      take(*at, stream.segments()[segment].thread,
           !at->is_volatile() || stream.in_shared_memory(at->address));
    }
  }
}

void ThreadTrace::take_steps(std::uint64_t until) {
  if (steps_.size() >= most_events) full_ = true;
  for (; steps_taken_ < steps_.size() && steps_[steps_taken_].appended <= until; ++steps_taken_) {
    const Step& step = steps_[steps_taken_];
    add(step.place, step.thread, 0, 0, AccessKind::load);
  }
}

void ThreadTrace::take(const Record& record, unsigned thread, bool may_race) {
  if (record.is_access())
    add(record.pc(), thread, record.address, may_race ? record.bytes() : 0, record.access_kind());
  else if (record.kind() == RecordKind::warp_barrier)
    ++warp_epochs_[record.address];
  else if (record.kind() == RecordKind::threads_ordered)
    block_barrier();
}

void ThreadTrace::block_barrier() {
  ++epoch_;
  warp_epochs_ = {};
  if (!full_) up_to_barrier_ = events_.size();
}

}  // namespace gridmark::counters
