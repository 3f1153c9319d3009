#include "emulation/counters/stream_watch.h"

#include <algorithm>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {

/// Callers must hold the mutex.
void StreamWatch::update() { watches_ = !waiting_.empty() && running_.empty(); }

void StreamWatch::host_access(const volatile void* address, std::size_t bytes, bool writes, const void* pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!memory_.holds(at)) return;
  const std::lock_guard lock(mutex_);
  if (waiting_.empty() || !running_.empty()) return;
  HostAccess*& access = current_[reinterpret_cast<std::uintptr_t>(pc) << 1 | writes];
  if (!access) {
    accesses_.push_back({emulation::call_stack_here(), pc, writes, newest_, launch_, {}});
    access = &accesses_.back();
  }
  access->bytes.add(at, bytes);
}

void StreamWatch::work_queued(const emulation::QueuedWork& work) {
  const std::lock_guard lock(mutex_);
  newest_ = work.number;
  current_.clear();
  if (work.title.empty()) return;
  works_[work.number] = {work.title, emulation::call_stack_here()};
  waiting_.insert(work.number);
  update();
}

void StreamWatch::work_begins(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  running_.push_back(number);
  update();
}

void StreamWatch::launch_begins(std::uint32_t launch) {
  const std::lock_guard lock(mutex_);
  launch_ = launch;
  if (!running_.empty()) launches_[launch] = running_.back();
}

void StreamWatch::work_ends(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  running_.pop_back();
  waiting_.erase(number);
  settle_host_accesses();
  update();
}

void StreamWatch::work_touches(const void* memory, std::size_t bytes, bool writes) {
  const std::lock_guard lock(mutex_);
  const auto work = running_.empty() ? works_.end() : works_.find(running_.back());
  if (work == works_.end()) return;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  for (const HostAccess& access : accesses_)
    if (access.newest >= work->first && (writes || access.writes) && access.bytes.meets(address, bytes))
      report(access, address, work->second, nullptr, writes);
}

/// Settles accesses whose commands have all run, because their accesses are known now.
void StreamWatch::settle_host_accesses() {
  const std::uint64_t oldest = waiting_.empty() ? UINT64_MAX : *waiting_.begin();
  for (; !accesses_.empty() && accesses_.front().newest < oldest; accesses_.pop_front()) {
    const HostAccess& access = accesses_.front();
    access.bytes.any_of([&](std::uintptr_t address) { return settle(access, address); });
  }
  if (!accesses_.empty()) return;
  current_.clear();
  works_.erase(works_.begin(), works_.lower_bound(oldest));
  const auto first = launches_.lower_bound(launch_);
  launches_.erase(launches_.begin(), first);
}

/// True if the byte gave a finding.
bool StreamWatch::settle(const HostAccess& access, std::uintptr_t address) {
  const Cell* cell = shadow_.last_accesses(address);
  if (!cell) return false;
  const auto conflicts = [&](const Stamp& stamp, bool work_writes) {
    if (stamp.launch() <= access.launch) return false;
    const auto* work = work_of(stamp.launch());
    if (!work || work->first > access.newest) return false;
    report(access, address, work->second, &stamp, work_writes);
    return true;
  };
  return conflicts(cell->write, true) || (access.writes && conflicts(cell->read, false));
}

const StreamWatch::Works::value_type* StreamWatch::work_of(std::uint32_t launch) const {
  const auto after = launches_.upper_bound(launch);
  if (after == launches_.begin()) return nullptr;
  const auto found = works_.find(std::prev(after)->second);
  return found == works_.end() ? nullptr : &*found;
}

namespace {

std::string verb(bool writes) { return writes ? "writes" : "reads"; }

/// "kernel scale (launched at lab.cu:28)"
std::string described(const std::string& title, const emulation::CallStack& stack) {
  const bool kernel = title.starts_with("kernel ");
  return title + (kernel ? " (launched at " : " (queued at ") + text_of(emulation::source_place(stack)) + ")";
}

emulation::SourcePlace place_of(const void* pc, const emulation::CallStack& stack) {
  const emulation::SourcePlace place = emulation::source_place(pc);
  return place.line > 0 ? place : emulation::source_place(stack);
}

}  // namespace

void StreamWatch::report(const HostAccess& access, std::uintptr_t address, const Work& work,
                         const Stamp* stamp, bool work_writes) {
  const emulation::SourcePlace place = place_of(access.pc, access.stack);
  std::string text = "missing synchronisation: host code " + verb(access.writes) + ' ' +
                     shadow_.memory_name(address) + " at " + text_of(place) + " while " +
                     described(work.title, work.stack) + ", which " + verb(work_writes) + " it";
  if (stamp) text += " at " + text_of(emulation::source_place(sites_[stamp->site()].pc));
  text +=
      ", may still be running. Wait for it first, with cudaDeviceSynchronize() or cudaStreamSynchronize()";
  findings_.add(emulation::Finding::Kind::missing_synchronisation, place, std::move(text));
}

void StreamWatch::program_ends() {
  const std::lock_guard lock(mutex_);
  for (const std::uint64_t number : waiting_) {
    const Work& work = works_[number];
    if (!work.title.starts_with("kernel ")) continue;
    const emulation::SourcePlace place = emulation::source_place(work.stack);
    findings_.add(emulation::Finding::Kind::missing_synchronisation, place,
                  "missing synchronisation: the program ended before " + described(work.title, work.stack) +
                      " had run, because nothing waited for it. Call cudaDeviceSynchronize() before the end");
  }
}

void StreamWatch::clear() {
  const std::lock_guard lock(mutex_);
  accesses_.clear();
  current_.clear();
}

}  // namespace gridmark::counters
