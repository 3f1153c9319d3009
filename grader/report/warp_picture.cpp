#include "grader/report/warp_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "grader/report/html_text.h"

namespace gridmark::html {
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

/// Sectors that the distinct bytes would fill.
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
  std::vector<std::size_t> lanes;  ///< indices into the request's
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

// --- drawing, in units of the view box ---

constexpr double picture_width = 640, lane_step = 20, cell = 16, lanes_y = 14, pieces_y = 96;

std::string square(const char* kind, double x, double y, double width) {
  return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\"/>",
                     kind, x, y, width, cell);
}

std::string wire(double from, double to, bool dear) {
  return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.0f}\" x2=\"{:.1f}\" y2=\"{:.0f}\"/>",
                     dear ? "wire dear" : "wire", from, lanes_y + cell, to, pieces_y);
}

double lane_x(int lane) { return lane * lane_step; }

std::string lane_row(const std::vector<int>& active) {
  std::string svg;
  for (int lane = 0; lane < static_cast<int>(lanes_of_warp); ++lane) {
    const bool takes_part = std::find(active.begin(), active.end(), lane) != active.end();
    svg += square(takes_part ? "needed" : "rest", lane_x(lane), lanes_y, cell);
  }
  return svg + fmt::format("<text x=\"0\" y=\"{:.0f}\">lane 0</text>", lanes_y - 4) +
         fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">lane 31</text>", picture_width - 4,
                     lanes_y - 4);
}

std::string drawing(const std::string& label, const std::string& content, double height) {
  return fmt::format(
      "<svg class=\"lanes\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}</svg>",
      picture_width, height, escaped(label), content);
}

std::string sector_drawing(const WarpAccess& access, const std::string& label) {
  const std::vector<std::int64_t> sectors = sectors_of(access);
  const auto needed = static_cast<std::size_t>(needed_sectors(access));
  const double step = std::min(64.0, picture_width / static_cast<double>(sectors.size()));
  std::string svg = lane_row(access.lanes);
  for (std::size_t i = 0; i < sectors.size(); ++i)
    svg += square(i < needed ? "needed" : "more", static_cast<double>(i) * step, pieces_y, 0.8 * step);
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    const Interval reached = pieces_of(access, i, bytes_per_sector);
    for (std::int64_t sector = reached.first; sector < reached.end; ++sector) {
      const auto at = std::lower_bound(sectors.begin(), sectors.end(), sector) - sectors.begin();
      svg += wire(lane_x(access.lanes[i]) + cell / 2, (static_cast<double>(at) + 0.4) * step,
                  static_cast<std::size_t>(at) >= needed);
    }
  }
  svg +=
      fmt::format("<text x=\"0\" y=\"{:.0f}\">sectors of 32 bytes, by address</text>", pieces_y + cell + 14);
  return drawing(label, svg, pieces_y + cell + 20);
}

std::string bank_drawing(const WarpAccess& access, const BankGroup& group, const std::string& label) {
  constexpr std::size_t most_drawn = 32;
  std::vector<int> active;
  for (const std::size_t i : group.lanes) active.push_back(access.lanes[i]);
  std::string svg = lane_row(active);
  for (std::size_t bank = 0; bank < bank_count; ++bank) {
    const std::size_t words = std::max<std::size_t>(1, group.words[bank].size());
    for (std::size_t word = 0; word < std::min(words, most_drawn); ++word)
      svg +=
          fmt::format("<rect class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"5\"/>",
                      group.words[bank].empty() ? "rest"
                      : word == 0               ? "needed"
                                                : "more",
                      static_cast<double>(bank) * lane_step, pieces_y + static_cast<double>(word) * 7, cell);
  }
  for (const std::size_t i : group.lanes) {
    const Interval reached = pieces_of(access, i, bytes_per_word);
    for (std::int64_t word = reached.first; word < reached.end; ++word) {
      const std::size_t bank = static_cast<std::size_t>(word) % bank_count;
      svg += wire(lane_x(access.lanes[i]) + cell / 2, static_cast<double>(bank) * lane_step + cell / 2,
                  group.words[bank].size() > 1);
    }
  }
  const double bottom = pieces_y + 7 * static_cast<double>(std::min(most_drawn, group.wavefronts()));
  svg += fmt::format("<text x=\"0\" y=\"{:.0f}\">banks 0 to 31, and the different words asked of each</text>",
                     bottom + 14);
  return drawing(label, svg, bottom + 20);
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
                           : fmt::format("{}; its bytes fill {}.", what, needed);
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

std::string warp_picture(const WarpAccess& access) {
  std::string words, picture;
  if (access.kind == WarpAccess::Kind::shared) {
    const BankGroup group = worst_group(access);
    words = bank_words(access, group);
    picture = bank_drawing(access, group, words);
  } else {
    words = sector_words(access);
    picture = sector_drawing(access, words);
  }
  return element("figure", "plot", picture + element("figcaption", "soft", escaped(words)));
}

}  // namespace gridmark::html
