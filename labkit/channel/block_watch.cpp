#include "labkit/channel/block_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "emulation/engine/arena.h"
#include "labkit/channel/worker_tally.h"

namespace gridmark::channel {
namespace {

using counters::BlockPoint;
using counters::Record;
using counters::TurnView;

constexpr std::uint64_t word_bytes = 4;

std::atomic<bool> touches_are_reported{false};  // at least one touch was reported

/// Functions of the toolkit, by the linker's names. A submission may not define any of these.
bool is_toolkits(const std::string& function) {
  constexpr const char* starts[] = {"_ZN8gridmark",   "_ZNK8gridmark", "_ZZN8gridmark",
                                    "_ZZNK8gridmark", "gridmark_",     "__tsan_"};
  return std::any_of(std::begin(starts), std::end(starts),
                     [&](const char* start) { return function.starts_with(start); });
}

bool is_device(const Record& record) {
  return record.is_access() && emulation::is_arena_address(reinterpret_cast<const void*>(record.address));
}

bool touches(const Record& record, std::uint64_t word) {
  const bool is_touch = record.is_access() || record.kind() == counters::RecordKind::happens;
  return is_touch && record.address < word + word_bytes && word < record.address + record.bytes();
}

template <class Pointer>
std::uint64_t address_of(Pointer pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

template <class T>
bool BlockWatch::read(std::uint64_t address, T& value) const {
  return read_memory(worker_.process, address, &value, sizeof value);
}

std::string BlockWatch::begin() {
  const std::string hindered = tracee_.attach(worker_.process);
  if (!hindered.empty()) return "the worker cannot be traced: " + hindered;
  if (tracee_.set(block_slot, worker_.block_point, Tracee::Trigger::execution) &&
      tracee_.set(wait_slot, worker_.wait_point, Tracee::Trigger::execution))
    return "";
  tracee_.detach();
  return "the processor's debug registers cannot be set";
}

void BlockWatch::run() {
  while (tracee_.run())
    if (!goes_on()) return tracee_.detach();
}

bool BlockWatch::goes_on() {
  if (tracee_.is_tiresome()) return false;
  if (tracee_.stopped_by(word_slot)) word_touched();
  if (tracee_.stopped_by(turn_slot)) return turn_ends();
  if (tracee_.stopped_by(block_slot)) return block_point();
  if (!tracee_.stopped_by(wait_slot)) return true;
  const auto now = worker_.tally_at_end();
  if (!now) return true;
  if (counting_) end_counting(*now);
  if (!began_ && from_ == From::start_of_grid)
    worker_.object("a grid began and ended, and none of its blocks ran");
  return false;
}

bool BlockWatch::block_point() {
  const Tracee::Registers at = tracee_.registers();
  began_ = true;
  if (static_cast<BlockPoint>(at.first) == BlockPoint::put_aside) return false;
  const auto now = tally_in(worker_.process, at.second, at.third);
  if (!now) return worker_.object("the meters cannot be read"), false;
  if (counting_) end_counting(*now);
  return left_-- > 0 && begin_counting(*now);
}

bool BlockWatch::begin_counting(const Tally& now) {
  if (!read(tracee_.registers().fourth, turn_)) return false;
  if (!tracee_.set(turn_slot, worker_.turn_point, Tracee::Trigger::execution)) return false;
  counting_ = true;
  before_ = now;
  count_ = {};
  const bool from_records = next_word_ != 0 && worker_.draw(2) == 0;
  watch_word(from_records ? next_word_ : open_word());
  next_word_ = turns_ = 0;
  return true;
}

void BlockWatch::end_counting(const Tally& now) {
  const Tally grown{now.load_bytes - before_.load_bytes, now.load_sectors - before_.load_sectors,
                    now.store_bytes - before_.store_bytes, now.store_sectors - before_.store_sectors};
  if (const auto wrong = count_.contradicts(grown))
    worker_.object(fmt::format("a second count of one block has {}", *wrong));
  // This needs a reported touch, because some machines only seem to have such registers.
  if (announced_ && touched_ == 0 && touches_are_reported)
    worker_.object("a word of device memory was announced to the counters in a block that never touched it");
  ++blocks_;
  words_ += word_ != 0;
  counting_ = false;
}

bool BlockWatch::turn_ends() {
  const std::optional<Turn> turn = read_turn();
  if (!turn) return false;
  count_.add(*turn);
  const auto& records = turn->records;
  if (word_ != 0 && !announced_)
    announced_ = std::any_of(records.begin(), records.end(), [&](const Record& record) {
      return record.is_access() && touches(record, word_);
    });
  draw_next_word(records);
  return true;
}

/// Each turn of a block is equally likely to be the one whose access is kept.
void BlockWatch::draw_next_word(const std::vector<Record>& records) {
  constexpr int tries = 8;
  if (records.empty() || worker_.draw(++turns_) != 0) return;
  for (int i = 0; i < tries; ++i)
    if (const Record& record = records[worker_.draw(records.size())]; is_device(record))
      next_word_ = record.address / word_bytes * word_bytes;
}

/// Nothing if a warp has so many records that reading them takes too long.
std::optional<Turn> BlockWatch::read_turn() {
  constexpr std::uint64_t most_records = std::uint64_t{1} << 18;
  const pid_t process = worker_.process;
  TurnView view{};
  const Record* end = nullptr;
  if (!read(tracee_.registers().first, view) || !read(address_of(view.end), end)) return std::nullopt;
  const std::uint64_t records = (address_of(end) - address_of(view.begin)) / sizeof(Record);
  if (records > most_records || view.segment_count > most_records) return std::nullopt;
  Turn turn;
  std::vector<counters::AccessStream::Segment> segments;
  if (!read_values(process, address_of(view.begin), records, turn.records) ||
      !read_values(process, address_of(view.segments), view.segment_count, segments) ||
      !read(address_of(view.shared), turn.shared))
    return std::nullopt;
  for (const auto& segment : segments) {
    const std::uint64_t first = (address_of(segment.first) - address_of(view.begin)) / sizeof(Record);
    if (first > records || (!turn.segments.empty() && first < turn.segments.back().first))
      return std::nullopt;
    turn.segments.push_back({first, segment.thread});
  }
  return turn;
}

void BlockWatch::watch_word(std::uint64_t address) {
  word_ = tracee_.set(word_slot, address, Tracee::Trigger::access) ? address : 0;
  touched_ = 0;
  announced_ = false;
}

/// A random word in the pages of device memory that kernels have touched so far. 0 if there are none.
std::uint64_t BlockWatch::open_word() {
  const WorkerMemory memory = WorkerMemory::of(worker_.process);
  if (memory.device().empty()) return 0;
  const auto [begin, end] = memory.device()[worker_.draw(memory.device().size())];
  return begin + worker_.draw(end - begin) / word_bytes * word_bytes;
}

void BlockWatch::word_touched() {
  constexpr std::uint64_t enough = 12;
  touches_are_reported = true;
  if (++touched_ == enough) tracee_.set(word_slot, 0, Tracee::Trigger::access);
  // The processor reports an access after the instruction that made it.
  const std::uint64_t instruction = tracee_.registers().instruction - 1 - worker_.program_start;
  const std::string& function = worker_.symbols->function_at(instruction);
  if (function.empty() || is_toolkits(function) || was_announced()) return;
  const auto place = submission_line_in(worker_.symbols->file(), instruction);
  if (place.line == 0) return;
  worker_.object(fmt::format("{}:{} touches device memory that was not announced to the counters", place.file,
                             place.line));
}

/// Whether one of the last records announced the word. Pieces of one range count as one record.
bool BlockWatch::was_announced() {
  constexpr std::uint64_t last = 64, most = 4096;
  const Record* end = nullptr;
  Record resumed{};
  if (!read(address_of(turn_.end), end) || !read(address_of(turn_.resumed), resumed)) return true;
  const std::uint64_t all = (address_of(end) - address_of(turn_.begin)) / sizeof(Record);
  std::vector<Record> records;
  const std::uint64_t count = std::min(all, most);
  if (!read_values(worker_.process, address_of(end - count), count, records)) return true;
  if (touches(resumed, word_)) return true;
  std::uint64_t others = 0;
  for (std::size_t i = records.size(); i > 0 && others < last; --i) {
    if (touches(records[i - 1], word_)) return true;
    others += i == records.size() || records[i - 1].pc() != records[i].pc();
  }
  return false;
}

}  // namespace gridmark::channel
