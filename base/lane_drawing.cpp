#include "base/lane_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gridmark {
namespace {

bool waits_for_ever(const RankLane& lane) { return !lane.words.empty(); }

std::string microseconds(double seconds) { return fmt::format("{:.3f}", seconds * 1e6); }

constexpr std::size_t times_width = 24;  // "  123456.789  123456.789  "
constexpr std::size_t words_width = 24;  // "  tag 0, 16 bytes"

/// A picture in text. If there are too many ranks, only the first ones have a lane.
class TextLanes {
 public:
  TextLanes(const RankLanes& lanes, std::size_t width) : lanes_(lanes) {
    const std::size_t room = width - times_width - words_width;
    const std::size_t ranks = std::max<std::size_t>(lanes.ranks.size(), 1);
    step_ = std::clamp<std::size_t>(room / ranks, 4, 10);
    shown_ = std::min(ranks, room / step_);
  }

  std::vector<std::string> lines() {
    if (lanes_.earlier > 0) add(fmt::format("{} earlier messages are not shown", lanes_.earlier));
    heading();
    for (const RankMessage& message : lanes_.messages) row(message);
    last_row();
    if (lanes_.later > 0) add(fmt::format("{} later messages are not shown", lanes_.later));
    legend();
    where_ranks_wait();
    return std::move(lines_);
  }

 private:
  void add(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines_.push_back(std::move(line));
  }

  std::size_t column(int rank) const { return static_cast<std::size_t>(rank) * step_; }

  void heading() {
    std::string line = fmt::format("{:>10} {:>11}  ", "sent us", "there us");
    for (std::size_t rank = 0; rank < shown_; ++rank)
      line += fmt::format("{:<{}}", step_ >= 8 ? fmt::format("rank {}", rank) : std::to_string(rank), step_);
    add(line);
  }

  /// The sign of a rank at a time. A rank whose wait ends at that time is still drawn as waiting.
  char sign(std::size_t rank, double time) const {
    const RankLane& lane = lanes_.ranks[rank];
    if (time > lane.end) return waits_for_ever(lane) ? ':' : ' ';
    const bool waits = std::any_of(lanes_.waits.begin(), lanes_.waits.end(), [&](const RankWait& one) {
      return one.rank == static_cast<int>(rank) && one.begin < time && time <= one.end;
    });
    return waits ? ':' : '|';
  }

  std::string lanes_at(double time) const {
    std::string text(shown_ * step_, ' ');
    for (std::size_t rank = 0; rank < shown_; ++rank) text[rank * step_] = sign(rank, time);
    return text;
  }

  bool is_shown(int rank) const { return static_cast<std::size_t>(rank) < shown_; }

  /// Draws an arrow through the gaps between lanes, so that the signs of the lanes in between stay.
  void draw_arrow(std::string& text, const RankMessage& message) const {
    const bool right = message.from < message.to;
    const std::size_t from = column(message.from), to = column(message.to);
    for (std::size_t at = std::min(from, to) + 1; at < std::max(from, to); ++at)
      if (at % step_ != 0) text[at] = message.is_lost() && at % 2 == 0 ? ' ' : '-';
    text[from] = '*';
    text[right ? to - 1 : to + 1] = right ? '>' : '<';
  }

  void row(const RankMessage& message) {
    const bool has_room = is_shown(message.from) && is_shown(message.to);
    std::string way =
        has_room ? lanes_at(message.time()) : fmt::format("{} to {}, ", message.from, message.to);
    if (has_room) draw_arrow(way, message);
    add(fmt::format("{:>10} {:>11}  {}tag {}, {} bytes", microseconds(message.sent),
                    message.is_lost() ? "never" : microseconds(message.arrived), way, message.tag,
                    message.bytes));
  }

  void last_row() {
    std::string text(times_width + shown_ * step_, ' ');
    for (std::size_t rank = 0; rank < shown_; ++rank) {
      const RankLane& lane = lanes_.ranks[rank];
      text[times_width + rank * step_] = lane.died ? '!' : waits_for_ever(lane) ? 'X' : '=';
    }
    add(text);
  }

  void legend() {
    std::string text = "* sent  > received  : waits  = ended";
    const auto any = [this](auto is) { return std::any_of(lanes_.ranks.begin(), lanes_.ranks.end(), is); };
    if (any(waits_for_ever)) text += "  X waits for ever";
    if (any([](const RankLane& lane) { return lane.died; })) text += "  ! died";
    add(text);
  }

  void where_ranks_wait() {
    constexpr std::size_t most = 8;
    std::size_t told = 0;
    for (std::size_t rank = 0; rank < lanes_.ranks.size(); ++rank) {
      const std::string words = lane_words(lanes_, rank);
      if (words.empty() || ++told > most) continue;
      add(words);
    }
    if (told > most) add(fmt::format("and {} more ranks", told - most));
    if (shown_ < lanes_.ranks.size())
      add(fmt::format("ranks {} to {} have no room", shown_, lanes_.ranks.size() - 1));
  }

  const RankLanes& lanes_;
  std::size_t step_ = 0;   ///< columns between lanes
  std::size_t shown_ = 0;  ///< number of lanes
  std::vector<std::string> lines_;
};

/// Maps a moment to its place between 0 and 1.
class Moments {
 public:
  Moments(const RankLanes& lanes, LaneTime time) {
    for (const RankMessage& one : lanes.messages) add(one.sent), add(one.time());
    for (const RankLane& one : lanes.ranks) add(one.end);
    const double first = lanes.messages.empty() ? 0 : at_.begin()->first;
    const double last = at_.empty() ? 0 : at_.rbegin()->first;
    double number = 0;
    for (auto& [moment, place] : at_)
      place = time == LaneTime::to_scale ? (last > first ? (moment - first) / (last - first) : 0)
                                         : number++ / std::max(1.0, static_cast<double>(at_.size()) - 1);
  }

  double first() const { return at_.empty() ? 0 : at_.begin()->first; }
  double last() const { return at_.empty() ? 0 : at_.rbegin()->first; }

  /// A moment between two known ones gets a proportional place.
  double place(double moment) const {
    if (at_.empty() || moment <= first()) return 0;
    const auto after = at_.lower_bound(moment);
    if (after == at_.end()) return at_.rbegin()->second;
    if (after->first == moment || after == at_.begin()) return after->second;
    const auto before = std::prev(after);
    const double share = (moment - before->first) / (after->first - before->first);
    return before->second + share * (after->second - before->second);
  }

 private:
  void add(double moment) { at_[moment] = 0; }
  std::map<double, double> at_;
};

}  // namespace

std::string lane_words(const RankLanes& lanes, std::size_t rank) {
  const RankLane& lane = lanes.ranks[rank];
  if (lane.died) return fmt::format("rank {} ended in the middle", rank);
  if (!waits_for_ever(lane)) return "";
  const std::string at = lane.file.empty() ? "" : fmt::format(" at {}:{}", lane.file, lane.line);
  return fmt::format("rank {} {}{}", rank, lane.words, at);
}

std::vector<std::string> lanes_text(const RankLanes& lanes, std::size_t width) {
  return TextLanes(lanes, width).lines();
}

LaneDrawing drawn_lanes(const RankLanes& lanes, double width, LaneTime time) {
  constexpr double left = 60, top = 24, lane = 48, lost_length = 40;
  const bool any_waits = std::any_of(lanes.ranks.begin(), lanes.ranks.end(), waits_for_ever);
  const double right = width - 12, end = any_waits ? left + 0.8 * (right - left) : right - lost_length / 2;
  const Moments moments(lanes, time);
  const auto x = [&](double moment) { return left + moments.place(moment) * (end - left); };
  const auto y = [&](int rank) { return top + rank * lane; };
  LaneDrawing drawing{left,           right, end, y(static_cast<int>(lanes.ranks.size()) - 1) + top + 12,
                      moments.last(), {},    {},  {}};
  for (std::size_t rank = 0; rank < lanes.ranks.size(); ++rank)
    drawing.rows.push_back(
        {rank, y(static_cast<int>(rank)), x(lanes.ranks[rank].end), waits_for_ever(lanes.ranks[rank])});
  for (std::size_t i = 0; i < lanes.waits.size(); ++i) {
    const RankWait& one = lanes.waits[i];
    if (one.end > moments.first())
      drawing.waits.push_back({i, x(one.begin), x(one.end) - x(one.begin), y(one.rank)});
  }
  for (std::size_t i = 0; i < lanes.messages.size(); ++i) {
    const RankMessage& one = lanes.messages[i];
    const double begin = x(one.sent);
    drawing.arrows.push_back(
        {i, begin, y(one.from), one.is_lost() ? begin + lost_length : x(one.arrived), y(one.to)});
  }
  return drawing;
}

}  // namespace gridmark
