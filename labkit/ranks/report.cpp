#include "labkit/ranks/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gridmark::ranks {
namespace {

using router::Message;
using router::Report;

constexpr std::size_t most_drawn = 2000;

std::vector<Message> by_time(const Report& report) {
  std::vector<Message> messages = report.messages;
  std::stable_sort(messages.begin(), messages.end(),
                   [](const Message& one, const Message& other) { return one.sent < other.sent; });
  messages.resize(std::min(messages.size(), most_drawn));
  return messages;
}

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

/// Sizes of the drawing, in its own units.
constexpr double left = 60, width = 900, lane = 60, top = 30;

class Drawing {
 public:
  Drawing(const Report& report, int world) : report_(report), world_(world) {
    for (const double clock : report.clocks) last_ = std::max(last_, clock);
    for (const Message& one : report.messages) last_ = std::max({last_, one.sent, one.arrived});
  }

  std::string svg() const {
    std::string text = fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"space-time diagram\"><defs><pattern "
        "id=\"hatch\" "
        "width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><line "
        "class=\"hatch\" "
        "y2=\"6\"/></pattern></defs>\n",
        left + width + 30, y(world_ - 1) + 50);
    for (int rank = 0; rank < world_; ++rank) text += rank_lane(rank);
    for (const router::Waited& one : report_.waits) text += waited(one);
    for (const Message& one : by_time(report_)) text += message(one);
    return text + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.3f} us</text></svg>\n",
                              left + width, y(world_ - 1) + 40, last_ * 1e6);
  }

 private:
  double x(double seconds) const { return left + (last_ > 0 ? seconds / last_ : 0) * width; }
  static double y(int rank) { return top + rank * lane; }

  std::string rank_lane(int rank) const {
    const bool stuck = report_.trouble && report_.waiting.at(static_cast<std::size_t>(rank));
    const std::string mark =
        stuck ? fmt::format("<text class=\"stuck\" x=\"{:.1f}\" y=\"{}\">✕</text>",
                            x(report_.clocks.at(static_cast<std::size_t>(rank))), y(rank) + 5)
              : "";
    return fmt::format(
        "<text x=\"4\" y=\"{0}\">rank {1}</text><line class=\"axis\" x1=\"{2}\" y1=\"{3}\" x2=\"{4}\" "
        "y2=\"{3}\"/>{5}\n",
        y(rank) + 4, rank, left, y(rank), left + width, mark);
  }
  std::string waited(const router::Waited& one) const {
    return fmt::format(
        "<rect class=\"wait\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"8\"><title>rank {} waits "
        "{:.3f} "
        "to {:.3f} us</title></rect>\n",
        x(one.begin), y(one.rank) - 4, x(one.end) - x(one.begin), one.rank, one.begin * 1e6, one.end * 1e6);
  }
  std::string message(const Message& one) const {
    const bool lost = one.arrived < 0;
    const double end = lost ? one.sent : one.arrived;
    return fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\"><title>rank {} to {}, tag {}, {} "
        "bytes, {:.3f} us, {}</title></line>\n",
        lost ? "lost" : "message", x(one.sent), y(one.from), x(end), y(one.to), one.from, one.to, one.tag,
        one.bytes, one.sent * 1e6,
        lost ? "never received" : fmt::format("there at {:.3f} us", one.arrived * 1e6));
  }

  const Report& report_;
  int world_;
  double last_ = 0;
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
  std::string text = fmt::format("{:>12} {:>12}  {:<14} {:>5} {:>10}\n", "sent us", "there us", "from -> to",
                                 "tag", "bytes");
  for (const Message& one : by_time(report))
    text += fmt::format("{:>12.3f} {:>12}  {:<14} {:>5} {:>10}\n", one.sent * 1e6,
                        one.arrived < 0 ? "never" : fmt::format("{:.3f}", one.arrived * 1e6),
                        fmt::format("{} -> {}", one.from, one.to), one.tag, one.bytes);
  if (report.messages_sent() > most_drawn)
    text += fmt::format("the first {} of {} messages\n", most_drawn, report.messages_sent());
  return text;
}

std::string html_diagram(const Report& report, int world, const std::string& title) {
  return fmt::format(page, escaped(title), Drawing(report, world).svg(),
                     escaped(traffic_table(report, world)));
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
