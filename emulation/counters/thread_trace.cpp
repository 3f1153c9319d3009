#include "emulation/counters/thread_trace.h"

#include <algorithm>

namespace gridmark::counters {

namespace {

constexpr int least_warps = 2;

std::size_t warp_of(unsigned thread) { return thread / warp_size % warp_size; }

}  // namespace

bool traces_threads = false;

void ThreadTrace::begin() {
  traces_threads = true;
  full_ = false;
  is_cut_ = {};
  up_to_barrier_ = 0;
  steps_.clear();
  steps_taken_ = 0;
  events_.clear();
  epoch_ = 0;
  warp_epochs_ = {};
}

void ThreadTrace::end() {
  traces_threads = false;
  if (!full_) return;
  const auto last = events_.begin() + static_cast<std::ptrdiff_t>(up_to_barrier_);
  std::array<bool, warp_size> whole{};
  for (auto event = last; event != events_.end(); ++event) whole[warp_of(event->thread)] = true;
  for (std::size_t warp = 0; warp < warp_size; ++warp) whole[warp] &= !is_cut_[warp];
  // Few warps with complete traces show more than all warps with only their beginning.
  if (std::count(whole.begin(), whole.end(), true) < least_warps)
    return events_.erase(last, events_.end()), void();
  std::erase_if(events_, [&](const ThreadEvent& event) { return !whole[warp_of(event.thread)]; });
}

void ThreadTrace::cut(unsigned thread) {
  full_ = true;
  is_cut_[warp_of(thread)] = true;
}

void ThreadTrace::step(unsigned thread, const void* place, std::uint64_t appended) {
  if (steps_.size() == most_events) return cut(thread);
  steps_.push_back({appended, place, thread});
}

void ThreadTrace::add(const void* pc, unsigned thread, std::uint64_t address, unsigned bytes,
                      AccessKind kind) {
  if (events_.size() >= most_events) full_ = true;
  if (full_) return cut(thread);
  events_.push_back({pc, address, epoch_, warp_epochs_[warp_of(thread)], static_cast<std::uint16_t>(thread),
                     static_cast<std::uint8_t>(bytes), kind});
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
  for (; steps_taken_ < steps_.size() && steps_[steps_taken_].appended <= until; ++steps_taken_) {
    const Step& step = steps_[steps_taken_];
    add(step.place, step.thread, 0, 0, AccessKind::load);
  }
  if (steps_taken_ < steps_.size()) return;
  steps_.clear();
  steps_taken_ = 0;
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
