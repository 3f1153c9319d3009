#include "labkit/ranks/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/lane_drawing.h"
#include "labkit/lanes/lanes.h"

namespace gridmark::ranks {
namespace {

using router::Report;

constexpr std::size_t most_drawn = 2000;
constexpr std::size_t text_width = 100;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char one : text) {
    if (one == '<')
      result += "&lt;";
    else if (one == '>')
      result += "&gt;";
    else if (one == '&')
      result += "&amp;";
    else if (one == '"')
      result += "&quot;";
    else
      result += one;
  }
  return result;
}

std::string microseconds(double seconds) { return fmt::format("{:.3f} us", seconds * 1e6); }

/// The drawing as SVG.
class Svg {
 public:
  explicit Svg(const RankLanes& lanes)
      : lanes_(lanes), drawing_(drawn_lanes(lanes, 1000, LaneTime::to_scale)) {}

  std::string text() const {
    std::string text = fmt::format(
        "<svg viewBox=\"0 0 1000 {}\" role=\"img\" aria-label=\"space-time diagram\"><defs><pattern "
        "id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><line class=\"hatch\" y2=\"6\"/></pattern></defs>\n",
        drawing_.height + 16);
    for (const auto& one : drawing_.rows) text += row(one);
    for (const auto& one : drawing_.waits) text += wait(one);
    for (const auto& one : drawing_.arrows) text += arrow(one);
    return text + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text></svg>\n",
                              drawing_.end, drawing_.height + 8, microseconds(drawing_.last));
  }

 private:
  std::string row(const LaneDrawing::Row& one) const {
    const std::string ever =
        one.waits ? fmt::format(
                        "<rect class=\"ever\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"12\">"
                        "<title>{}</title></rect><text class=\"stuck\" x=\"{:.1f}\" y=\"{:.1f}\">✕</text>",
                        one.end, one.y - 6, drawing_.right - one.end, escaped(lane_words(lanes_, one.rank)),
                        drawing_.right - 14, one.y + 6)
                  : "";
    return fmt::format(
        "<text x=\"4\" y=\"{:.1f}\">rank {}</text><line class=\"axis\" x1=\"{:.1f}\" y1=\"{:.1f}\" "
        "x2=\"{:.1f}\" "
        "y2=\"{:.1f}\"/>{}\n",
        one.y + 4, one.rank, drawing_.left, one.y, one.end, one.y, ever);
  }
  std::string wait(const LaneDrawing::Wait& one) const {
    const RankWait& waited = lanes_.waits[one.wait];
    return fmt::format(
        "<rect class=\"wait\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"8\"><title>rank {} waits "
        "{} to "
        "{}</title></rect>\n",
        one.x, one.y - 4, one.width, waited.rank, microseconds(waited.begin), microseconds(waited.end));
  }
  std::string arrow(const LaneDrawing::Arrow& one) const {
    const RankMessage& message = lanes_.messages[one.message];
    return fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"><title>rank {} to {}, "
        "tag {}, {} "
        "bytes, {}, {}</title></line>\n",
        message.is_lost() ? "lost" : "message", one.x1, one.y1, one.x2, one.y2, message.from, message.to,
        message.tag, message.bytes, microseconds(message.sent),
        message.is_lost() ? "never received" : "there at " + microseconds(message.arrived));
  }

  const RankLanes& lanes_;
  LaneDrawing drawing_;
};

constexpr const char* page = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messages between ranks</title>
<style>
:root {{ color-scheme: light dark; font: 15px system-ui, sans-serif; }}
body {{ margin: 1rem; }} .scroll {{ overflow-x: auto; }}
svg {{ min-width: 640px; width: 100%; font-size: 12px; fill: currentColor; }}
.axis {{ stroke: currentColor; opacity: .4; }}
.message {{ stroke: #3b82f6; stroke-width: 2; }} .lost {{ stroke: #dc2626; stroke-width: 2; stroke-dasharray: 4 3; }}
.hatch {{ stroke: #d97706; stroke-width: 3; }} .wait {{ fill: url(#hatch); stroke: #d97706; }}
.ever {{ fill: #dc2626; fill-opacity: .2; stroke: #dc2626; }}
.stuck {{ fill: #dc2626; font-size: 18px; }} pre {{ overflow-x: auto; }}
</style>
<h1>Messages between ranks</h1>
<p>{}</p>
<div class="scroll">
{}</div>
<p>Time is modelled. Hatched: the rank waits. Dashed: never received. ✕: the rank waits for ever.</p>
<pre>{}</pre>
</html>
)";

}  // namespace

std::string traffic_table(const Report& report, int world) {
  std::string text =
      fmt::format("{:>6} {:>6} {:>6} {:>10} {:>14}\n", "from", "to", "tag", "messages", "bytes");
  for (const auto& [way, count] : report.traffic)
    text += fmt::format("{:>6} {:>6} {:>6} {:>10} {:>14}\n", std::get<0>(way), std::get<1>(way),
                        std::get<2>(way), count.first, count.second);
  int most = 0;
  for (int rank = 1; rank < world; ++rank)
    if (report.bytes_from(rank) > report.bytes_from(most)) most = rank;
  text +=
      fmt::format("{:>6} {:>6} {:>6} {:>10} {:>14}\n", "all", "", "", report.messages_sent(), report.bytes());
  if (report.bytes() > 0) text += fmt::format("rank {} sent most: {} bytes\n", most, report.bytes_from(most));
  if (report.not_received > 0) text += fmt::format("{} messages were never received\n", report.not_received);
  return text;
}

std::string text_diagram(const Report& report) {
  std::string text;
  for (const std::string& line : lanes_text(lanes::lanes_of(report), text_width)) text += line + "\n";
  return text;
}

std::string html_diagram(const Report& report, int world, const std::string& title) {
  const RankLanes lanes = lanes::lanes_of(report, most_drawn);
  return fmt::format(page, escaped(title), Svg(lanes).text(), escaped(traffic_table(report, world)));
}

std::string choice_table(const Report& report) {
  std::string text =
      fmt::format("{:>6} {:>9} {:>6}  {}\n", "choice", "receiver", "takes", "could take, by arrival");
  for (std::size_t i = 0; i < report.choices.size(); ++i) {
    const router::Choice& one = report.choices[i];
    text += fmt::format("{:>6} {:>9} {:>6}  {}{}\n", i, one.rank, one.senders[one.taken],
                        fmt::join(one.senders, ", "), one.taken == 0 ? "" : "   <- not by arrival");
  }
  return text;
}

std::string report_json(const Report& report, int world) {
  nlohmann::ordered_json json{
      {"world", world}, {"messages", report.messages_sent()}, {"bytes", report.bytes()}};
  if (report.trouble)
    json["trouble"] = {{"kind", router::name_of(report.trouble->kind)},
                       {"rank", report.trouble->rank},
                       {"words", report.trouble->words},
                       {"line", report.trouble->line}};
  json["traffic"] = nlohmann::json::array();
  for (const auto& [way, count] : report.traffic)
    json["traffic"].push_back({{"from", std::get<0>(way)},
                               {"to", std::get<1>(way)},
                               {"tag", std::get<2>(way)},
                               {"messages", count.first},
                               {"bytes", count.second}});
  json["choices"] = nlohmann::json::array();
  for (const router::Choice& one : report.choices)
    json["choices"].push_back({{"rank", one.rank}, {"senders", one.senders}, {"taken", one.taken}});
  json["seconds"] = report.clocks;
  return json.dump(2) + "\n";
}

}  // namespace gridmark::ranks
