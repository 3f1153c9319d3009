#include "grader/report/warp_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace gridmark::report::html {
namespace {

constexpr std::int64_t bytes_per_sector = 32, bytes_per_word = 4;
constexpr std::size_t lanes_of_warp = 32, bank_count = 32;

/// Half-open, in bytes or in pieces.
struct Interval {
  std::int64_t first, end;
};

Interval bytes_of(const WarpAccess& access, std::size_t i) {
  return {access.offsets[i], access.offsets[i] + access.bytes};
}

/// The pieces of `size` bytes that the lane reaches.
Interval pieces_of(const WarpAccess& access, std::size_t i, std::int64_t size) {
  const Interval bytes = bytes_of(access, i);
  return {bytes.first / size, (bytes.end - 1) / size + 1};
}

std::vector<std::int64_t> sectors_of(const WarpAccess& access) {
  std::set<std::int64_t> sectors;
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    const Interval reached = pieces_of(access, i, bytes_per_sector);
    for (std::int64_t sector = reached.first; sector < reached.end; ++sector) sectors.insert(sector);
  }
  return {sectors.begin(), sectors.end()};
}

/// The number of sectors that the distinct bytes would fill.
std::int64_t needed_sectors(const WarpAccess& access) {
  std::set<std::int64_t> distinct;
  for (std::size_t i = 0; i < access.lanes.size(); ++i)
    for (std::int64_t byte = bytes_of(access, i).first; byte < bytes_of(access, i).end; ++byte)
      distinct.insert(byte);
  return (static_cast<std::int64_t>(distinct.size()) + bytes_per_sector - 1) / bytes_per_sector;
}

using Banks = std::array<std::vector<std::int64_t>, bank_count>;  // the distinct words of each

/// Lanes that are served together.
struct BankGroup {
  std::vector<std::size_t> lanes;  ///< indices into the request's lanes
  Banks words;

  std::size_t wavefronts() const {
    std::size_t most = 0;
    for (const auto& bank : words) most = std::max(most, bank.size());
    return most;
  }
  std::size_t worst_bank() const {
    return static_cast<std::size_t>(
        std::max_element(words.begin(), words.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); }) -
        words.begin());
  }
};

BankGroup worst_group(const WarpAccess& access) {
  const int lanes_together = access.bytes <= 4 ? 32 : access.bytes <= 8 ? 16 : 8;
  std::map<int, BankGroup> groups;
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    BankGroup& group = groups[access.lanes[i] / lanes_together];
    group.lanes.push_back(i);
    const Interval reached = pieces_of(access, i, bytes_per_word);
    for (std::int64_t word = reached.first; word < reached.end; ++word) {
      auto& bank = group.words[static_cast<std::size_t>(word) % bank_count];
      if (std::find(bank.begin(), bank.end(), word) == bank.end()) bank.push_back(word);
    }
  }
  BankGroup worst;
  for (auto& [number, group] : groups)
    if (group.wavefronts() > worst.wavefronts()) worst = std::move(group);
  return worst;
}

// --- drawing, in the units of warp.html ---

constexpr double picture_width = 640, lane_step = 20, cell = 16, pieces_y = 96, row_height = 7;

double middle_of(int place) { return place * lane_step + cell / 2; }

Data wire(int lane, double to, bool dear) {
  return {{"kind", dear ? "wire dear" : "wire"}, {"from", tenths(middle_of(lane))}, {"to", tenths(to)}};
}

Data lane_row(const std::vector<int>& active) {
  Data row = Data::array();
  for (int lane = 0; lane < static_cast<int>(lanes_of_warp); ++lane) {
    const bool takes_part = std::find(active.begin(), active.end(), lane) != active.end();
    row.push_back({{"kind", takes_part ? "needed" : "rest"}, {"x", tenths(lane * lane_step)}});
  }
  return row;
}

/// `bottom` is the lower end of the row that the lanes reach. `caption` names that row.
Data drawing(const std::vector<int>& active, const std::string& words, const char* caption, double bottom) {
  return {{"words", words},
          {"height", fmt::format("{:.0f}", bottom + 20)},
          {"below", fmt::format("{:.0f}", bottom + 14)},
          {"caption", caption},
          {"lanes", lane_row(active)},
          {"sectors", Data::array()},
          {"banks", Data::array()},
          {"wires", Data::array()}};
}

Data sector_drawing(const WarpAccess& access, const std::string& words) {
  const std::vector<std::int64_t> sectors = sectors_of(access);
  const auto needed = static_cast<std::size_t>(needed_sectors(access));
  const double step = std::min(64.0, picture_width / static_cast<double>(sectors.size()));
  Data data = drawing(access.lanes, words, "sectors of 32 bytes, by address", pieces_y + cell);
  for (std::size_t i = 0; i < sectors.size(); ++i)
    data["sectors"].push_back({{"kind", i < needed ? "needed" : "more"},
                               {"x", tenths(static_cast<double>(i) * step)},
                               {"width", tenths(0.8 * step)}});
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    const Interval reached = pieces_of(access, i, bytes_per_sector);
    for (std::int64_t sector = reached.first; sector < reached.end; ++sector) {
      const auto at = std::lower_bound(sectors.begin(), sectors.end(), sector) - sectors.begin();
      data["wires"].push_back(wire(access.lanes[i], (static_cast<double>(at) + 0.4) * step,
                                   static_cast<std::size_t>(at) >= needed));
    }
  }
  return data;
}

/// The requested words of one bank, one below the other.
void add_bank(Data& banks, std::size_t bank, std::size_t words, std::size_t most_drawn) {
  for (std::size_t word = 0; word < std::clamp<std::size_t>(words, 1, most_drawn); ++word)
    banks.push_back({{"kind", words == 0  ? "rest"
                              : word == 0 ? "needed"
                                          : "more"},
                     {"x", fmt::format("{:.0f}", static_cast<double>(bank) * lane_step)},
                     {"y", fmt::format("{:.0f}", pieces_y + static_cast<double>(word) * row_height)}});
}

Data bank_drawing(const WarpAccess& access, const BankGroup& group, const std::string& words) {
  constexpr std::size_t most_drawn = 32;
  std::vector<int> active;
  for (const std::size_t i : group.lanes) active.push_back(access.lanes[i]);
  const double bottom = pieces_y + row_height * static_cast<double>(std::min(most_drawn, group.wavefronts()));
  Data data = drawing(active, words, "banks 0 to 31, and the different words asked of each", bottom);
  for (std::size_t bank = 0; bank < bank_count; ++bank)
    add_bank(data["banks"], bank, group.words[bank].size(), most_drawn);
  for (const std::size_t i : group.lanes) {
    const Interval reached = pieces_of(access, i, bytes_per_word);
    for (std::int64_t word = reached.first; word < reached.end; ++word) {
      const auto bank = static_cast<std::size_t>(word) % bank_count;
      data["wires"].push_back(
          wire(access.lanes[i], middle_of(static_cast<int>(bank)), group.words[bank].size() > 1));
    }
  }
  return data;
}

std::string counted_words(std::size_t count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string sector_words(const WarpAccess& access) {
  const auto needed = static_cast<std::size_t>(needed_sectors(access)), touched = sectors_of(access).size();
  const std::string what = fmt::format(
      "A {} by {} of {} touches {}", access.kind == WarpAccess::Kind::load ? "load" : "store",
      counted_words(access.lanes.size(), "lane"),
      counted_words(static_cast<std::size_t>(access.bytes), "byte"), counted_words(touched, "sector"));
  return touched == needed ? what + ", as few as its bytes fill."
                           : fmt::format("{}. Its bytes fill {}.", what, needed);
}

std::string bank_words(const WarpAccess& access, const BankGroup& group) {
  const std::string what = fmt::format("{} of {}", counted_words(group.lanes.size(), "lane"),
                                       counted_words(static_cast<std::size_t>(access.bytes), "byte"));
  if (group.wavefronts() <= 1) return what + " are served in one wavefront: no bank is asked for two words.";
  return fmt::format("{} take {} wavefronts: bank {} is asked for {} different words.", what,
                     group.wavefronts(), group.worst_bank(), group.wavefronts());
}

}  // namespace

std::int64_t excess_of(const WarpAccess& access) {
  if (access.kind == WarpAccess::Kind::shared)
    return static_cast<std::int64_t>(worst_group(access).wavefronts()) - 1;
  return static_cast<std::int64_t>(sectors_of(access).size()) - needed_sectors(access);
}

Data warp_data(const WarpAccess& access) {
  if (access.kind != WarpAccess::Kind::shared) return sector_drawing(access, sector_words(access));
  const BankGroup group = worst_group(access);
  return bank_drawing(access, group, bank_words(access, group));
}

}  // namespace gridmark::report::html
