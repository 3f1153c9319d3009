// From records to turns: records that the stream does not accept directly, and the end of a warp's turn.
#include <algorithm>

#include "emulation/counters/counters.h"
#include "emulation/counters/step_stream.h"
#include "emulation/engine/arena.h"
#include "emulation/engine/block.h"
#include "emulation/runtime/access_audit.h"
#include "emulation/runtime/host_memory.h"
#include "gridmark/engine.h"

namespace gridmark::counters {

using emulation::turn;

/// A lane's accesses use 4 MiB at most. A longer turn is counted in pieces.
constexpr std::size_t most_kept = std::size_t{1} << 18;

namespace {

/// The access that a thread announced before it let others run. Their turns have been counted since, and its
/// record is gone.
Record resumed{};

bool touches(const Record& record, std::uintptr_t address) {
  const bool is_touch = record.is_access() || record.kind() == RecordKind::happens;
  return is_touch && address - record.address < record.bytes();
}

/// Whether one of the last records announced it. An access is announced directly before its instruction.
bool was_announced(std::uintptr_t address) {
  if (access_stream.range_was_announced(address, 1, false) ||
      access_stream.range_was_announced(address, 1, true))
    return true;
  constexpr std::ptrdiff_t last = 64;
  const Record* const end = access_stream.end();
  const Record* const begin =
      std::max(access_stream.begin(), end - std::min(last, end - access_stream.begin()));
  return touches(resumed, address) ||
         std::any_of(begin, end, [&](const Record& record) { return touches(record, address); });
}

}  // namespace

/// Called when another thread has its turn, or when this one must be checked for spinning.
void Counters::record(std::uint64_t where, std::uint64_t address) {
  const unsigned thread = turn.thread;
  if (thread != access_stream.thread() || access_stream.full()) begin_segment(thread);
  access_stream.append(where, address);
  const Record& last = access_stream.last();
  if (last.stores()) access_stream.keep_old(address, last.bytes());
  look_after_thread(thread);
}

/// Recorded as the compiler's hook records an ordinary load.
void Counters::texture_fetched(const void* element, std::size_t bytes, const void* caller) {
  const std::uint64_t where = Record::access(AccessKind::load, static_cast<unsigned>(bytes), false, false) |
                              reinterpret_cast<std::uintptr_t>(caller);
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  if (access_stream.takes(turn.thread))
    access_stream.append(where, address);
  else
    record(where, address);
}

/// The same for steps: another warp's turn ends the last one's.
void Counters::block(BlockRecord* block) {
  const unsigned thread = turn.thread, before = step_stream.thread();
  if (thread != before) {
    const bool is_new_turn = before == StepStream::nobody || before / warp_size != thread / warp_size;
    if (is_new_turn || step_stream.full()) finish_steps();
    step_stream.start_segment(thread);
  }
  step_stream.append(block);
  if (!step_stream.lane_is_full()) return;
  const std::uint64_t turns = step_turns_;
  emulation::Block::here().yield();
  if (turns == step_turns_) finish_steps();
}

void Counters::trace_step(const BlockRecord* block) {
  threads_.step(turn.thread, block->place, access_stream.appended());
}

void Counters::finish_steps() {
  if (step_stream.segments().empty()) return;
  trace_.count(step_stream);
  step_stream.clear();
  ++step_turns_;
}

void Counters::begin_segment(unsigned thread) {
  const unsigned before = access_stream.thread();
  const bool is_new_turn = before == AccessStream::nobody || before / warp_size != thread / warp_size;
  if (is_new_turn || access_stream.full())
    finish_turn();
  else
    lane_records_[before % warp_size] += access_stream.last_segment();
  if (access_stream.segments().empty()) spin_.turn_begins(access_stream);
  access_stream.start_segment(thread);
}

TurnView Counters::running_turn() const {
  const auto& segments = access_stream.segments();
  return {access_stream.begin(), access_stream.cursor(),         segments.data(),
          segments.size(),       &access_stream.shared_memory(), &resumed};
}

void Counters::pass_point(BlockPoint point) const {
  const TurnView view = running_turn();
  gridmark_block_point(point, sites_.all().data(), sites_.all().size(), &view);
}

void Counters::audit_if_due() {
  if (const unsigned instructions = audit_.watches(access_stream.appended()))
    emulation::AccessAudit::instance().begin(instructions, was_announced);
}

/// The other lanes of a warp catch up with one that has many records before anything is counted. The same
/// happens if it waits for a value from another thread. The hooks need not call this before a thread can have
/// come back to its places often enough.
void Counters::look_after_thread(unsigned thread) {
  const bool spins =
      spin_.seems_to_spin(access_stream, [this](const Record& record) { return is_counted(record); });
  std::size_t& earlier = lane_records_[thread % warp_size];
  const std::size_t replayed = merge_.kept(thread), here = access_stream.last_segment();
  if (replayed + earlier + here >= most_kept) earlier = count_records(thread) - here;  // may be below zero
  const std::size_t kept = replayed + earlier + here;
  const bool is_long = kept >= most_kept;
  const std::size_t until_long = is_long ? 0 : most_kept - 1 - kept;
  audit_if_due();
  access_stream.set_limit(
      std::min({spin_.patience(), until_long, audit_.patience(access_stream.appended())}));
  if (is_long || spins) let_others_run(is_long);
}

/// Number of the thread's records in this turn that will be counted and have not been replayed.
std::size_t Counters::count_records(unsigned thread) const {
  std::size_t count = 0;
  for (std::size_t segment = 0; segment < access_stream.segments().size(); ++segment) {
    if (access_stream.segments()[segment].thread != thread) continue;
    const Record* const first = std::max(access_stream.segments()[segment].first, replayed_);
    for (const Record *at = first, *end = access_stream.end_of(segment); at < end; ++at)
      count += is_counted(*at);
  }
  return count;
}

/// An announced store happens only after the others have run.
void Counters::let_others_run(bool is_long) {
  const unsigned thread = access_stream.thread();
  Record& last = access_stream.last();
  const Record announced = last;
  if (announced.stores()) last.delay();
  const std::uint64_t turns = turns_;
  turn_is_long_ |= is_long;
  emulation::Block::here().yield(2);
  resumed = announced;
  if (announced.stores()) {
    if (thread != access_stream.thread() || access_stream.full()) begin_segment(thread);
    const Record* const delayed = turns == turns_ ? &last : nullptr;
    access_stream.append(Record::happens(delayed, announced.bytes()), announced.address);
    access_stream.keep_old(announced.address, announced.bytes());
  }
  if (!is_long) return;
  if (turns == turns_) finish_turn();
  if (merge_.kept(thread) > 0) merge_.flush();
}

/// Whether replay_access() would keep it. Only the check of an instruction's arrays is left out.
bool Counters::is_counted(const Record& record) const {
  if (!record.is_access()) return false;
  const std::uintptr_t address = record.address;
  const void* const at = reinterpret_cast<const void*>(address);
  if (emulation::is_arena_address(at)) return true;
  const AccessStream::SharedPlaces& places = access_stream.shared_memory();
  if (const std::size_t offset = address - places.fixed; offset < places.fixed_bytes) {
    if (!record.stores() && shared_.layout().engine_variable(offset)) return false;
    return shared_.layout().array_at(offset) != nullptr;
  }
  if (const std::size_t offset = address - places.dynamic; offset < places.dynamic_bytes)
    return offset + record.bytes() <= shared_.dynamic_bytes();
  if (variables_.in_program(address)) {
    const ProgramVariable* variable = variables_.at_or_before(address);
    return variable && address + record.bytes() <= variable->end();
  }
  return emulation::HostMemory::instance().holds(at, record.bytes());
}

void Counters::note_event(RecordKind kind, std::uint64_t detail) {
  if (access_stream.full()) finish_turn();
  const Record event{Record::of(kind), detail};
  if (!access_stream.has_accesses()) {
    if (traces_threads) threads_.take(event, emulation::turn.thread);
    return replay(event);
  }
  access_stream.append(event.where, event.address);
}

/// Accesses kept for merge_ are counted only at another warp's access, or at the block's next barrier. Until
/// then a warp that had to wait can continue its requests. A turn in step is counted at once, so it must
/// contain everything that the warp does between two barriers.
void Counters::finish_turn(bool epoch_ends) {
  if (access_stream.segments().empty()) return;
  const TurnView view = running_turn();
  gridmark_turn_point(&view);
  spin_.turn_ends(access_stream, [this](const Record& record) { return is_counted(record); });
  const unsigned first = access_stream.segments()[0].thread, warp = first / warp_size % warp_size;
  const bool is_over = epoch_ends || turn_is_long_ || emulation::Block::here().threads().warp_is_done(warp);
  const bool is_whole = is_over && !replayed_ && !(warps_seen_ >> warp & 1);
  warps_seen_ |= 1u << warp;
  thread_ = first;
  const LockstepTurn::Moment moment{stamp(launch_, 0), stamp(global_launch_, 0),
                                    reinterpret_cast<std::uintptr_t>(call_), call_bytes_};
  if (!is_whole || !lockstep_.run(access_stream, moment)) {
    replay_rest();
    undo_writes();
  }
  if (traces_threads) threads_.take(access_stream);
  access_stream.clear();
  lane_records_ = {};
  replayed_ = nullptr;
  turn_is_long_ = false;
  ++turns_;
}

/// Called before an event without a record whose order among the accesses matters.
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

/// Writes after the end of an allocation are findings already, and must not be found again as damage. The
/// last one is undone first, because each has kept the bytes that were there before it.
void Counters::undo_writes() {
  for (; !to_undo_.empty(); to_undo_.pop_back()) {
    const Record* store = to_undo_.back();
    std::memcpy(reinterpret_cast<void*>(store->address), access_stream.old_of(store), store->bytes());
  }
}

}  // namespace gridmark::counters
