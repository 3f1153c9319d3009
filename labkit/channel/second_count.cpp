#include "labkit/channel/second_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "emulation/engine/arena.h"

namespace gridmark::channel {
namespace {

using counters::Record;

constexpr unsigned warp = 32, sector = 32;
constexpr std::uint64_t delayed = std::uint64_t{1} << 63;  // set in a record of a delayed access

/// A lane's accesses: the records of the turn if they are contiguous, else a copy in `copies`.
std::vector<std::span<const Record>> lanes_of(const Turn& turn, std::vector<std::vector<Record>>& copies) {
  std::vector<std::vector<std::span<const Record>>> pieces(warp);
  for (std::size_t i = 0; i < turn.segments.size(); ++i) {
    const std::size_t end = i + 1 < turn.segments.size() ? turn.segments[i + 1].first : turn.records.size();
    const std::span<const Record> all(turn.records);
    const std::size_t first = turn.segments[i].first;
    if (end > first) pieces[turn.segments[i].thread % warp].push_back(all.subspan(first, end - first));
  }
  const auto is_access = [](const Record& record) { return record.is_access(); };
  std::vector<std::span<const Record>> lanes;
  copies.reserve(warp);
  for (const auto& of_lane : pieces) {
    if (of_lane.empty()) continue;
    if (of_lane.size() == 1 && std::all_of(of_lane[0].begin(), of_lane[0].end(), is_access)) {
      lanes.push_back(of_lane[0]);
      continue;
    }
    auto& copy = copies.emplace_back();
    for (const auto& piece : of_lane)
      std::copy_if(piece.begin(), piece.end(), std::back_inserter(copy), is_access);
    if (!copy.empty()) lanes.emplace_back(copy);
  }
  return lanes;
}

std::uint32_t lane_mask(const Turn& turn) {
  std::uint32_t mask = 0;
  for (const Turn::Segment& segment : turn.segments) mask |= 1u << segment.thread % warp;
  return mask;
}

std::uint64_t first_sector(const Record& record) { return record.address / sector; }
std::uint64_t last_sector(const Record& record) { return (record.address + record.bytes() - 1) / sector; }
std::uint64_t sectors_of(const Record& record) { return last_sector(record) - first_sector(record) + 1; }

/// Counts distinct sectors. Neighbouring accesses mostly come in order.
class Sectors {
 public:
  void add(const Record& record) {
    for (std::uint64_t at = first_sector(record), last = last_sector(record); at <= last; ++at) {
      if (count_ > 0 && all_[count_ - 1] == at) continue;
      sorted_ = sorted_ && (count_ == 0 || all_[count_ - 1] < at);
      if (count_ == all_.size()) all_.resize(2 * count_);
      all_[count_++] = at;
    }
  }
  std::uint64_t take() {
    std::size_t distinct = count_;
    const auto begin = all_.begin(), end = begin + static_cast<std::ptrdiff_t>(count_);
    if (!sorted_) {
      std::sort(begin, end);
      distinct = static_cast<std::size_t>(std::unique(begin, end) - begin);
    }
    count_ = 0;
    sorted_ = true;
    return distinct;
  }

 private:
  std::vector<std::uint64_t> all_ = std::vector<std::uint64_t>(2 * warp);
  std::size_t count_ = 0;
  bool sorted_ = true;
};

enum class Place { global, shared, elsewhere };

Place place_of(const Record& record, const Turn& turn) {
  if (emulation::is_arena_address(reinterpret_cast<const void*>(record.address))) return Place::global;
  const auto& shared = turn.shared;
  const bool in_shared = record.address - shared.fixed < shared.fixed_bytes ||
                         record.address - shared.dynamic < shared.dynamic_bytes;
  return in_shared ? Place::shared : Place::elsewhere;
}

std::string contradiction(const char* what, std::uint64_t least, std::uint64_t most, std::uint64_t meters) {
  const std::string seen = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  return fmt::format("{} {} where the meters have {}", seen, what, meters);
}

}  // namespace

Tally tally_of(const std::vector<counters::Site>& sites) {
  Tally tally;
  for (const counters::Site& site : sites) {
    if (site.space == counters::Space::shared) continue;
    const bool load = counters::is_load(site.kind);
    (load ? tally.load_bytes : tally.store_bytes) += site.global.bytes;
    (load ? tally.load_sectors : tally.store_sectors) += site.global.sectors;
  }
  return tally;
}

/// The access may be to a variable of the program, which the meters count, or to memory of the thread alone.
void SecondCount::add_elsewhere(const Record& record) {
  traffic_of(record).bytes.most += record.bytes();
  traffic_of(record).sectors.most += sectors_of(record);
}

void SecondCount::add(const SecondCount& more) {
  loads_.bytes += more.loads_.bytes, loads_.sectors += more.loads_.sectors;
  stores_.bytes += more.stores_.bytes, stores_.sectors += more.stores_.sectors;
}

/// Counts a turn whose lanes all ran the same instructions, each in one kind of memory: the n-th accesses of
/// all lanes are one request. Returns false and adds nothing if the lanes diverged.
bool SecondCount::add_in_step(const std::vector<Lane>& lanes, const Turn& turn) {
  const std::size_t steps = lanes.front().size();
  for (const Lane& lane : lanes)
    if (lane.size() != steps) return false;
  SecondCount seen;
  Sectors sectors, joined;  // joined: sectors of consecutive stores
  for (std::size_t step = 0; step < steps; ++step) {
    const Record& first = lanes.front()[step];
    const Place place = place_of(first, turn);
    const bool load = counters::is_load(first.access_kind());
    for (const Lane& lane : lanes) {
      const Record& record = lane[step];
      if (((record.where ^ first.where) & ~delayed) != 0 || place_of(record, turn) != place) return false;
      if (place == Place::elsewhere) seen.add_elsewhere(record);
      if (place != Place::global) continue;
      sectors.add(record);
      if (!load) joined.add(record);
    }
    if (place != Place::global) continue;
    Traffic& traffic = load ? seen.loads_ : seen.stores_;
    traffic.bytes.add(std::uint64_t{first.bytes()} * lanes.size());
    const std::uint64_t touched = sectors.take();
    traffic.sectors.most += touched;
    if (!load) continue;
    traffic.sectors.least += touched;
    seen.stores_.sectors.least += joined.take();
  }
  seen.stores_.sectors.least += joined.take();
  add(seen);
  return true;
}

/// A request has at most 32 lanes, and each lane stores at most 16 bytes.
void SecondCount::add_parted(const std::vector<Lane>& lanes, const Turn& turn, bool joins_earlier) {
  constexpr std::uint64_t most_joined = 4;
  std::uint64_t loads = 0, stores = 0;
  for (const Lane& lane : lanes)
    for (const Record& record : lane) {
      const Place place = place_of(record, turn);
      if (place == Place::elsewhere) add_elsewhere(record);
      if (place != Place::global) continue;
      ++(counters::is_load(record.access_kind()) ? loads : stores);
      traffic_of(record).bytes.add(record.bytes());
      traffic_of(record).sectors.most += sectors_of(record);
    }
  if (joins_earlier) return;
  loads_.sectors.least += loads / warp;
  stores_.sectors.least += stores / (warp * most_joined);
}

void SecondCount::add(const Turn& turn) {
  std::vector<std::vector<Record>> copies;
  const std::vector<Lane> lanes = lanes_of(turn, copies);
  if (lanes.empty()) return;
  // If a warp's lanes take several turns, the meters may combine their accesses into one request.
  const unsigned number = turn.segments.front().thread / warp;
  if (warps_.size() <= number) warps_.resize(number + 1);
  Warp& of_block = warps_[number];
  const std::uint32_t before = std::exchange(of_block.lanes, lane_mask(turn));
  const bool joins_earlier = before != 0 && before != of_block.lanes;
  of_block.parted = of_block.parted || joins_earlier || !add_in_step(lanes, turn);
  if (of_block.parted) add_parted(lanes, turn, joins_earlier);
}

std::optional<std::string> SecondCount::contradicts(const Tally& meters) const {
  const auto wrong = [](const char* what, const Range& seen, std::uint64_t claimed) {
    return seen.holds(claimed) ? std::string() : contradiction(what, seen.least, seen.most, claimed);
  };
  for (const std::string& text : {wrong("bytes loaded", loads_.bytes, meters.load_bytes),
                                  wrong("bytes stored", stores_.bytes, meters.store_bytes),
                                  wrong("sectors loaded", loads_.sectors, meters.load_sectors),
                                  wrong("sectors stored", stores_.sectors, meters.store_sectors)})
    if (!text.empty()) return text;
  return std::nullopt;
}

}  // namespace gridmark::channel
