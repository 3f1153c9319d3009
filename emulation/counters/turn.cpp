// From records to turns: what the stream does not take without care, and the end of a warp's turn.
#include <algorithm>

#include "emulation/counters/counters.h"
#include "emulation/engine/block.h"
#include "gridmark/engine.h"

namespace gridmark::counters {

using emulation::turn;

/// Another thread has its turn, or it is time to look whether this one spins.
void Counters::record(std::uint64_t where, std::uint64_t address) {
  const unsigned thread = turn.thread;
  if (thread != access_stream.thread() || access_stream.full()) begin_segment(thread);
  access_stream.append(where, address);
  const Record& last = access_stream.end()[-1];
  if (last.stores()) access_stream.keep_old(address, last.bytes());
  look_after_thread(thread);
}

void Counters::block(BlockRecord* block) {
  const unsigned thread = turn.thread;
  if (thread == access_stream.thread()) let_others_catch_up(true);  // its steps are too many
  if (thread != access_stream.thread()) begin_segment(thread);
  access_stream.append(block);
}

void Counters::begin_segment(unsigned thread) {
  const unsigned before = access_stream.thread();
  const bool is_new_turn = before == AccessStream::nobody || before / warp_size != thread / warp_size;
  if (is_new_turn || access_stream.full())
    finish_turn();
  else if (thread == spin_.thread())
    watch_for_spinning();
  access_stream.start_segment(thread);
  watched_ = access_stream.end();
}

/// The other lanes of a warp catch up with one whose records are many before anything is counted; and so they
/// do with one that waits for what another thread is to write. The hooks need not ask before a thread can
/// have come back to its places often enough for that.
void Counters::look_after_thread(unsigned thread) {
  const bool spins = watch_for_spinning();
  const unsigned repeats = spin_.thread() == thread ? spin_.repeats() : 0;
  const std::size_t length = access_stream.segment_length();
  const bool is_long = length >= AccessStream::most_lane_records;
  const std::size_t until_long = is_long ? 0 : AccessStream::most_lane_records - 1 - length;
  access_stream.set_limit(std::min<std::size_t>(SpinWatch::most_repeats - repeats, until_long));
  if (!is_long && !spins) return;
  let_others_catch_up(is_long);
}

void Counters::let_others_catch_up(bool finish) {
  const std::uint64_t turns = turns_;
  emulation::Block::here().yield(2);
  if (finish && turns == turns_) finish_turn();
}

/// Tells spin_ of the last segment's accesses. True if the very last one looks like waiting.
bool Counters::watch_for_spinning() {
  bool spins = false;
  SpinWatch spin = spin_;  // a copy, for the compiler to keep in registers
  const unsigned thread = access_stream.thread();
  for (const Record *record = watched_, *end = access_stream.end(); record != end; ++record) {
    const bool has_place = record->is_access() && !is_nobodys(record->address);
    spins = has_place && spin.seems_to_spin(thread, record->address);
  }
  spin_ = spin;
  watched_ = access_stream.end();
  return spins;
}

/// threadIdx and its kin.
bool Counters::is_nobodys(std::uintptr_t address) const {
  const std::size_t offset = address - access_stream.shared_memory().fixed;
  return offset < access_stream.shared_memory().fixed_bytes && shared_.layout().engine_variable(offset);
}

void Counters::note_event(RecordKind kind, std::uint64_t detail) {
  if (access_stream.full()) finish_turn();
  const Record event{Record::of(kind), detail};
  if (!access_stream.has_accesses()) return replay(event);
  access_stream.append(event.where, event.address);
}

void Counters::finish_turn() {
  if (access_stream.segments().empty()) return;
  watch_for_spinning();
  const unsigned first = access_stream.segments()[0].thread, warp = first / warp_size % warp_size;
  const bool is_whole = !replayed_ && !(warps_seen_ >> warp & 1);
  warps_seen_ |= 1u << warp;
  thread_ = first;
  const LockstepTurn::Moment moment{stamp(launch_, 0), stamp(global_launch_, 0),
                                    reinterpret_cast<std::uintptr_t>(call_), call_bytes_};
  if (!is_whole || !lockstep_.run(access_stream, moment)) {
    replay_rest();
    merge_.flush();
    undo_writes();
  }
  trace_.count(access_stream);
  access_stream.clear();
  watched_ = replayed_ = nullptr;
  ++turns_;
}

/// Before something happens whose order among the accesses matters, and that is no record.
void Counters::catch_up() {
  if (turn.in_kernel && access_stream.has_accesses()) replay_rest();
}

void Counters::settle() {
  if (access_stream.has_accesses()) replay_rest();
}

void Counters::replay_rest() {
  const Record* at = replayed_ ? replayed_ : access_stream.begin();
  for (std::size_t segment = 0; segment < access_stream.segments().size(); ++segment) {
    thread_ = access_stream.segments()[segment].thread;
    for (const Record* const end = access_stream.end_of(segment); at < end; ++at) replay(*at);
  }
  replayed_ = at;
}

/// Writes behind the end of an allocation are findings, and must not be found again as damage. The last one
/// first: each has kept what lay there before it.
void Counters::undo_writes() {
  for (; !to_undo_.empty(); to_undo_.pop_back()) {
    const Record* store = to_undo_.back();
    std::memcpy(reinterpret_cast<void*>(store->address), access_stream.old_of(store), store->bytes());
  }
}

}  // namespace gridmark::counters
