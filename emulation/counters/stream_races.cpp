#include "emulation/counters/stream_races.h"

#include <algorithm>
#include <tuple>

#include "emulation/engine/source_place.h"
#include "emulation/runtime/device_memory.h"

namespace gridmark::counters {
namespace {

constexpr std::size_t most_looked_at = std::size_t{64} << 20, most_of_an_allocation = std::size_t{4} << 20;
constexpr std::uintptr_t word_step = 4;

/// "kernel scale (launched at lab.cu:28)"
std::string launch_words(const std::string& title, const emulation::CallStack& stack) {
  return title + " (launched at " + text_of(emulation::source_place(stack)) + ")";
}

const char* does(bool writes) { return writes ? "writes" : "reads"; }

/// For two accesses of which at least one writes: true if both exist and neither is by an atomic function.
bool are_in_conflict(const Stamp& one, const Stamp& other) {
  return one.launch() != 0 && other.launch() != 0 && !one.has(Stamp::atomic) && !other.has(Stamp::atomic);
}

}  // namespace

void StreamRaces::work_queued(const emulation::QueuedWork& work) {
  waiting_[work.number] = true;
  streams_.insert(work.stream);
  Work& added = works_[work.number];
  added.title = work.title;
  added.stack = emulation::call_stack_here();
  added.stream = work.stream;
  for (const auto& [stream, number] : work.after) {
    added.after[stream] = std::max(added.after[stream], number);
    // Every command that comes before the others also comes before this one.
    auto last = works_.upper_bound(number);
    while (last != works_.begin() && (--last)->second.stream != stream) continue;
    if (last == works_.end() || last->second.stream != stream || last->first > number) continue;
    for (const auto& [before, upto] : last->second.after)
      added.after[before] = std::max(added.after[before], upto);
  }
}

void StreamRaces::launch_begins(std::uint32_t launch) {
  if (!running_.empty() && running_.back().first_launch == 0) running_.back().first_launch = launch;
}

bool StreamRaces::are_ordered(const Works::value_type& one, const Works::value_type& other) const {
  const auto& [first, later] = one.first < other.first ? std::tie(one, other) : std::tie(other, one);
  if (first.second.stream == later.second.stream) return true;
  const auto found = later.second.after.find(first.second.stream);
  return found != later.second.after.end() && found->second >= first.first;
}

std::vector<StreamRaces::Works::const_iterator> StreamRaces::unordered(Works::const_iterator work,
                                                                       bool waiting) const {
  std::vector<Works::const_iterator> found;
  for (auto other = works_.begin(); other != works_.end(); ++other)
    if (other != work && waiting_.contains(other->first) == waiting && !other->second.title.empty() &&
        !are_ordered(*work, *other))
      found.push_back(other);
  return found;
}

void StreamRaces::work_ends() {
  const Running ended = running_.back();
  running_.pop_back();
  waiting_.erase(ended.number);
  const auto work = works_.find(ended.number);
  if (streams_.size() > 1 && work != works_.end() && ended.first_launch != 0) {
    const auto done = unordered(work, false);
    const bool kept = !unordered(work, true).empty();
    if (kept || !done.empty()) work->second.touched = touched_since(ended.first_launch);
    for (const auto other : done)
      if (compare(other->second, work->second)) break;
  }
  if (!waiting_.empty()) return;
  streams_.clear();
  works_.clear();  // all later commands are ordered after these
}

/// Words in live allocations.
std::vector<StreamRaces::Touch> StreamRaces::touched_since(std::uint32_t launch) {
  std::vector<Touch> found;
  for (const auto& [address, allocation] : emulation::DeviceMemory::instance().live()) {
    const std::size_t bytes = std::min(allocation.bytes, most_of_an_allocation);
    if ((looked_at_ += bytes) > most_looked_at) return found;
    for (std::uintptr_t at = address; at < address + bytes; at += word_step) {
      const Cell* cell = shadow_.last_accesses(at);
      if (!cell) continue;
      Touch touch{at, {}, {}};
      if (cell->write.launch() >= launch) touch.write = cell->write;
      if (cell->read.launch() >= launch) touch.read = cell->read;
      if (touch.write.launch() || touch.read.launch()) found.push_back(touch);
    }
  }
  return found;
}

/// True if they race. Both lists rise.
bool StreamRaces::compare(const Work& earlier, const Work& later) {
  auto before = earlier.touched.begin();
  for (const Touch& touch : later.touched) {
    while (before != earlier.touched.end() && before->address < touch.address) ++before;
    if (before == earlier.touched.end()) return false;
    if (before->address != touch.address) continue;
    const bool writes =
        are_in_conflict(before->write, touch.write) || are_in_conflict(before->read, touch.write);
    if (!writes && !are_in_conflict(before->write, touch.read)) continue;
    const bool before_writes = before->write.launch() != 0;
    report(earlier, before_writes ? before->write : before->read, before_writes, later, touch, writes);
    return true;
  }
  return false;
}

void StreamRaces::report(const Work& earlier, const Stamp& before, bool before_writes, const Work& later,
                         const Touch& touch, bool writes) {
  const auto line = [&](const Stamp& stamp) { return emulation::source_place(sites_[stamp.site()].pc); };
  const emulation::SourcePlace place = line(writes ? touch.write : touch.read);
  findings_.add(emulation::Finding::Kind::race, place,
                "race between streams: " + launch_words(later.title, later.stack) + " " + does(writes) + ' ' +
                    shadow_.memory_name(touch.address) + " at " + text_of(place) + " while " +
                    launch_words(earlier.title, earlier.stack) + " in another stream, which " +
                    does(before_writes) + " it at " + text_of(line(before)) +
                    ", may still be running. Launch both into one stream, or let the second stream wait: "
                    "cudaEventRecord after the first, cudaStreamWaitEvent before the second");
}

void StreamRaces::clear() {
  for (auto& [number, work] : works_) work.touched.clear();
  looked_at_ = 0;
}

}  // namespace gridmark::counters
