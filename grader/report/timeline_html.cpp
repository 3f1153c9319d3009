#include "grader/report/timeline_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "grader/report/text.h"
#include "grader/report/timeline_lanes.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr std::size_t most_rows = 30, most_gaps = 8;
constexpr std::size_t most_rectangles = 3000;
constexpr double page_width = 1000;
constexpr double nanosecond = 1e-3;

/// Microseconds in the unit that fits.
std::string time_text(double microseconds) {
  if (microseconds >= 1e6) return fmt::format("{:.3f} s", microseconds / 1e6);
  if (microseconds >= 1e3) return fmt::format("{:.3f} ms", microseconds / 1e3);
  return fmt::format("{:.2f} µs", microseconds);
}

std::string share_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string bytes_text(double bytes) {
  constexpr double kib = 1024;
  if (bytes <= 0) return "";
  if (bytes < 10 * kib) return fmt::format("{:.0f} bytes", bytes);
  if (bytes < 10 * kib * kib) return fmt::format("{:.1f} KiB", bytes / kib);
  return fmt::format("{:.1f} MiB", bytes / kib / kib);
}

/// A template kernel's name can be pages long.
std::string short_name(const std::string& name) {
  constexpr std::size_t most = 80;
  const std::string shown = printable_line(name);
  return columns(shown) <= most ? shown : padded(shown, most);
}

std::string basis_words(LengthBasis basis) {
  switch (basis) {
    case LengthBasis::shape:
      return "shape of the launch";
    case LengthBasis::counts:
      return "the counts of the kernel";
    case LengthBasis::bytes:
      return "bytes moved";
    case LengthBasis::operations:
      return "operations and bytes";
    case LengthBasis::constant:
      break;
  }
  return "a constant";
}

Data figure(const std::string& name, const std::string& value, const std::string& share = "") {
  return {{"name", name}, {"value", value}, {"share", share}};
}

class TimelinePage {
 public:
  TimelinePage(const std::string& title, const DeviceTimeline& timeline)
      : title_(title), timeline_(timeline), window_(window_of(timeline)), path_(critical_path(timeline)) {}

  std::string print() const {
    const bool any = whole() > 0;
    return filled("timeline.html", {{"page_title", title_ + ", timeline"},
                                    {"title", title_},
                                    {"empty", !any},
                                    {"left_out", timeline_.left_out > 0 ? Data(timeline_.left_out) : Data()},
                                    {"figures", any ? figures() : Data::array()},
                                    {"overview", any ? drawing(1) : Data()},
                                    {"closer", any ? closer() : Data()},
                                    {"commands", commands()},
                                    {"steps", path_rows()},
                                    {"gaps", gaps()}});
  }

 private:
  double whole() const { return window_.end - window_.begin; }

  Data figures() const {
    Data rows = Data::array({figure("from the first command to the last", time_text(whole()))});
    for (const auto& [device, seen] : figures_of(timeline_)) {
      const std::string of = fmt::format("device {}: ", device);
      rows.push_back(figure(of + "busy with kernels and libraries", time_text(seen.busy),
                            share_text(seen.busy, whole())));
      rows.push_back(figure(of + "copying", time_text(seen.copying), share_text(seen.copying, whole())));
      rows.push_back(figure(of + "copies hidden behind kernels", time_text(seen.both),
                            share_text(seen.both, seen.copying) + " of copying"));
      rows.push_back(figure(of + "copies exposed", time_text(seen.exposed()),
                            share_text(seen.exposed(), seen.copying) + " of copying"));
    }
    rows.push_back(figure("the host waited for the device", time_text(waited(timeline_)),
                          share_text(waited(timeline_), whole())));
    rows.push_back(
        figure("synchronisations of the host", fmt::format("{}", timeline_.host_waits), "counted"));
    return rows;
  }

  Data drawing(int zoom) const {
    const LaneScale scale{window_, page_width * zoom};
    Data ticks = Data::array();
    const int pieces = 4 * zoom;
    for (int i = 0; i < pieces; ++i)
      ticks.push_back({{"text", time_text(whole() * i / pieces)},
                       {"left", tenths(100.0 * i / pieces)},
                       {"parity", i % 2 == 1 ? "odd" : "even"}});
    return {{"zoom", zoom},
            {"width", static_cast<int>(scale.width)},
            {"ticks", std::move(ticks)},
            {"tracks", lanes_data(timeline_, path_, scale)}};
  }

  /// A wider drawing within the page's size. Nothing if it shows no more detail.
  Data closer() const {
    const std::size_t coarse = rectangles(lanes_data(timeline_, path_, {window_, page_width}));
    for (const int zoom : {16, 8, 4, 2}) {
      Data drawn = drawing(zoom);
      if (rectangles(drawn.at("tracks")) <= std::max(most_rectangles, coarse)) return drawn;
    }
    return {};
  }

  struct Row {
    std::size_t count = 0;
    double time = 0, critical = 0, bytes = 0;
    std::string place;
    LengthBasis basis = LengthBasis::constant;
    bool one_place = true;
  };

  Data commands() const {
    std::map<std::tuple<CommandKind, std::string>, Row> rows;
    for (const TimelineCommand& one : timeline_.commands) {
      Row& row = rows[{one.kind, one.name}];
      row.one_place = row.count == 0 || (row.one_place && row.place == one.place);
      row.place = one.place;
      row.basis = one.basis;
      ++row.count;
      row.time += one.end - one.begin;
      row.bytes += one.bytes;
    }
    for (const CriticalStep& step : path_)
      if (step.what == CriticalStep::What::command) {
        const TimelineCommand& one = timeline_.commands[step.command];
        rows[{one.kind, one.name}].critical += step.end - step.begin;
      }
    std::vector<std::pair<std::tuple<CommandKind, std::string>, Row>> all(rows.begin(), rows.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
    const std::size_t shown = std::min(all.size(), most_rows);
    Data list = list_of(std::span(all).first(shown), [&](const auto& one) {
      return command_row(std::get<0>(one.first), std::get<1>(one.first), one.second);
    });
    return {{"rows", std::move(list)},
            {"more", all.size() > shown ? Data(fmt::format("and {} more", all.size() - shown)) : Data()}};
  }

  Data command_row(CommandKind kind, const std::string& name, const Row& row) const {
    return {{"name", short_name(name)},
            {"kind", std::string(name_of(kind))},
            {"count", row.count},
            {"time", time_text(row.time)},
            {"mean", time_text(row.time / static_cast<double>(row.count))},
            {"critical", time_text(row.critical)},
            {"bytes", bytes_text(row.bytes)},
            {"place", row.one_place ? printable_line(row.place) : "several lines"},
            {"basis", basis_words(row.basis)}};
  }

  /// The parts of the path.
  Data path_rows() const {
    std::map<std::string, std::pair<std::size_t, double>> sums;
    for (const CriticalStep& step : path_) {
      auto& [count, time] = sums[step_name(step)];
      ++count;
      time += step.end - step.begin;
    }
    std::vector<std::pair<std::string, std::pair<std::size_t, double>>> all(sums.begin(), sums.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.second > b.second.second; });
    all.resize(std::min(all.size(), most_rows));
    return list_of(all, [&](const auto& one) {
      return Data{{"name", one.first},
                  {"count", one.second.first},
                  {"time", time_text(one.second.second)},
                  {"share", share_text(one.second.second, whole())}};
    });
  }

  std::string step_name(const CriticalStep& step) const {
    switch (step.what) {
      case CriticalStep::What::queueing:
        return "the host queues work";
      case CriticalStep::What::unknown:
        return "not known";
      case CriticalStep::What::command:
        break;
    }
    return short_name(timeline_.commands[step.command].name);
  }

  struct Gap {
    int device;
    TimeSpan span;
    const TimelineCommand* next;
  };

  /// Gaps in which a device that had computed before computed nothing.
  Data gaps() const {
    std::vector<Gap> all;
    std::map<int, double> reached;
    for (const TimelineCommand& one : timeline_.commands) {
      if (!computes(one)) continue;
      const auto before = reached.try_emplace(one.device, one.end).first;
      if (one.begin > before->second + nanosecond)
        all.push_back({one.device, {before->second, one.begin}, &one});
      before->second = std::max(before->second, one.end);
    }
    std::stable_sort(all.begin(), all.end(), [](const Gap& a, const Gap& b) {
      return a.span.end - a.span.begin > b.span.end - b.span.begin;
    });
    all.resize(std::min(all.size(), most_gaps));
    return list_of(all, [&](const Gap& gap) {
      return Data{{"device", gap.device},
                  {"at", time_text(gap.span.begin - window_.begin)},
                  {"length", time_text(gap.span.end - gap.span.begin)},
                  {"next", short_name(gap.next->name)},
                  {"place", printable_line(gap.next->place)}};
    });
  }

  const std::string& title_;
  const DeviceTimeline& timeline_;
  const TimeSpan window_;
  const std::vector<CriticalStep> path_;
};

}  // namespace

std::string print_timeline_html(const std::string& title, const DeviceTimeline& timeline) {
  return TimelinePage(title, timeline).print();
}

}  // namespace gridmark::report
