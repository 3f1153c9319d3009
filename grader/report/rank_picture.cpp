#include "grader/report/rank_picture.h"

#include <fmt/format.h>

#include <cmath>

#include "base/lane_drawing.h"
#include "grader/report/text.h"

namespace gridmark::report::html {
namespace {

constexpr double lanes_width = 640;

std::string moment_words(double seconds) { return fmt::format("{:.3f} µs", seconds * 1e6); }

Data lane_row(const RankLanes& lanes, const LaneDrawing& drawing, const LaneDrawing::Row& row) {
  const RankLane& lane = lanes.ranks[row.rank];
  Data data{{"name", fmt::format("rank {}", row.rank)},
            {"text_y", tenths(row.y + 4)},
            {"left", tenths(drawing.left)},
            {"y", tenths(row.y)},
            {"end", tenths(row.waits   ? row.end
                           : lane.died ? row.end
                                       : drawing.right)},
            {"ever", Data()},
            {"died", lane.died}};
  if (row.waits)
    data["ever"] = {{"top", tenths(row.y - 7)},
                    {"width", tenths(drawing.right - row.end)},
                    {"right", tenths(drawing.right - 6)},
                    {"words", "waits for ever"}};
  return data;
}

Data wait_box(const RankLanes& lanes, const LaneDrawing::Wait& wait) {
  const RankWait& one = lanes.waits[wait.wait];
  return {{"x", tenths(wait.x)},
          {"y", tenths(wait.y - 5)},
          {"width", tenths(std::max(wait.width, 1.0))},
          {"words", fmt::format("rank {} waits from {} to {}", one.rank, moment_words(one.begin),
                                moment_words(one.end))}};
}

/// A triangle at the arrow's end. An SVG marker would need an element id, which pages here do not have.
std::string arrow_head(const LaneDrawing::Arrow& arrow) {
  const double dx = arrow.x2 - arrow.x1, dy = arrow.y2 - arrow.y1;
  const double length = std::max(1.0, std::hypot(dx, dy)), size = 8;
  const double x = dx / length * size, y = dy / length * size;
  return fmt::format("{},{} {},{} {},{}", tenths(arrow.x2), tenths(arrow.y2), tenths(arrow.x2 - x - y / 2),
                     tenths(arrow.y2 - y + x / 2), tenths(arrow.x2 - x + y / 2),
                     tenths(arrow.y2 - y - x / 2));
}

std::string message_words(const RankMessage& one) {
  return fmt::format("rank {} to {}, tag {}, {} bytes, sent at {}, {}", one.from, one.to, one.tag, one.bytes,
                     moment_words(one.sent),
                     one.is_lost() ? "never received" : "there at " + moment_words(one.arrived));
}

Data arrow_data(const RankLanes& lanes, const LaneDrawing::Arrow& arrow) {
  const RankMessage& message = lanes.messages[arrow.message];
  return {{"kind", message.is_lost() ? "lost" : "message"},
          {"words", message_words(message)},
          {"x1", tenths(arrow.x1)},
          {"y1", tenths(arrow.y1)},
          {"x2", tenths(arrow.x2)},
          {"y2", tenths(arrow.y2)},
          {"head", arrow_head(arrow)}};
}

/// The place where each rank waits, with the student's line.
Data stops(const GradeRecord& record, const RankLanes& lanes) {
  Data all = Data::array();
  for (std::size_t rank = 0; rank < lanes.ranks.size(); ++rank) {
    const std::string words = lane_words(lanes, rank);
    if (words.empty()) continue;
    const SourceLines found = lines_at(record.excerpts, {lanes.ranks[rank].file, lanes.ranks[rank].line}, 0);
    const std::string line = found.lines.empty() ? "" : printable_line(found.lines.front());
    all.push_back(
        {{"words", words}, {"code", line.substr(std::min(line.find_first_not_of(' '), line.size()))}});
  }
  return all;
}

std::string caption(const RankLanes& lanes) {
  const char* time = "Time is modelled and goes to the right, in order and not to scale.";
  if (lanes.earlier > 0 && lanes.later > 0)
    return fmt::format("{} {} messages before and {} after these are not shown.", time, lanes.earlier,
                       lanes.later);
  if (lanes.earlier + lanes.later > 0)
    return fmt::format("{} {} {} messages are not shown.", time, lanes.earlier + lanes.later,
                       lanes.earlier > 0 ? "earlier" : "later");
  return time;
}

}  // namespace

Data ranks_data(const GradeRecord& record, const RankLanes& lanes) {
  const LaneDrawing drawing = drawn_lanes(lanes, lanes_width, LaneTime::in_order);
  return {{"height", tenths(drawing.height)},
          {"words",
           fmt::format("{} ranks and {} messages between them", lanes.ranks.size(), lanes.messages.size())},
          {"rows", list_of(drawing.rows, [&](const auto& row) { return lane_row(lanes, drawing, row); })},
          {"boxes", list_of(drawing.waits, [&](const auto& wait) { return wait_box(lanes, wait); })},
          {"arrows", list_of(drawing.arrows, [&](const auto& arrow) { return arrow_data(lanes, arrow); })},
          {"caption", caption(lanes)},
          {"stops", stops(record, lanes)}};
}

}  // namespace gridmark::report::html
