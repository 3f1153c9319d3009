#include "labkit/channel/reply_timeline.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/time_spans.h"
#include "labkit/channel/reply.h"

namespace gridmark::emulation {
namespace {

using nlohmann::json;

constexpr double picoseconds = 1000;
constexpr double most_whole = 9e14;  ///< a double holds all of these exactly, also as thousandths

std::uint64_t whole(double value) {
  return static_cast<std::uint64_t>(std::clamp(std::round(value), 0.0, most_whole));
}
std::uint64_t written_time(double nanoseconds) { return whole(nanoseconds * picoseconds); }
double read_time(const json& value) { return static_cast<double>(value.get<std::uint64_t>()) / picoseconds; }

template <class Enum>
Enum read_name(const json& value, std::initializer_list<Enum> all) {
  const auto text = value.get<std::string>();
  for (const Enum one : all)
    if (text == name_of(one)) return one;
  throw json::other_error::create(501, "no such word: " + text, &value);
}

json written(const Span& span) {
  return {name_of(span.kind),
          name_of(span.basis),
          name_of(span.direction),
          span.device,
          span.stream,
          span.name,
          whole(span.bytes),
          whole(span.flops),
          written_time(span.submitted_ns),
          written_time(span.begin_ns),
          written_time(span.end_ns),
          span.correlation,
          span.place.file,
          span.place.line};
}

Span read_span(const json& object) {
  using Kind = Span::Kind;
  using Basis = Span::Basis;
  using Direction = Span::Direction;
  Span span;
  span.kind = read_name(object.at(0),
                        {Kind::kernel, Kind::copy, Kind::fill, Kind::library, Kind::collective, Kind::host});
  span.basis = read_name(object.at(1),
                         {Basis::shape, Basis::counts, Basis::bytes, Basis::operations, Basis::constant});
  span.direction =
      read_name(object.at(2), {Direction::none, Direction::host_to_host, Direction::host_to_device,
                               Direction::device_to_host, Direction::device_to_device});
  object.at(3).get_to(span.device);
  object.at(4).get_to(span.stream);
  object.at(5).get_to(span.name);
  span.bytes = static_cast<double>(object.at(6).get<std::uint64_t>());
  span.flops = static_cast<double>(object.at(7).get<std::uint64_t>());
  span.submitted_ns = read_time(object.at(8));
  span.begin_ns = read_time(object.at(9));
  span.end_ns = read_time(object.at(10));
  object.at(11).get_to(span.correlation);
  object.at(12).get_to(span.place.file);
  object.at(13).get_to(span.place.line);
  return span;
}

/// The first elements, each converted by `one`.
template <class T, class Function>
json first_of(const std::vector<T>& all, Function one) {
  json list = json::array();
  for (std::size_t i = 0; i < std::min(all.size(), channel::most_replied); ++i) list.push_back(one(all[i]));
  return list;
}

template <class T, class Function>
std::vector<T> read_all(const json& list, Function one) {
  std::vector<T> all;
  for (const json& element : list) all.push_back(one(element));
  return all;
}

}  // namespace

void to_json(json& object, const std::optional<Timeline>& timeline) {
  if (!timeline) return;
  const std::size_t cut = timeline->spans.size() - std::min(timeline->spans.size(), channel::most_replied);
  object = {
      {"spans", first_of(timeline->spans, written)},
      {"waits", first_of(timeline->waits,
                         [](const HostWait& wait) -> json {
                           return {wait.name, written_time(wait.begin_ns), written_time(wait.end_ns)};
                         })},
      {"ranges",
       first_of(timeline->ranges,
                [](const NamedRange& range) -> json {
                  return {range.name, range.thread, written_time(range.begin_ns), written_time(range.end_ns)};
                })},
      {"host_waits", timeline->host_waits},
      {"left_out", timeline->left_out + cut},
      {"begin", written_time(timeline->begin_ns)},
      {"end", written_time(timeline->end_ns)}};
}

void from_json(const json& object, std::optional<Timeline>& timeline) {
  timeline.reset();
  if (object.is_null()) return;
  Timeline read;
  read.spans = read_all<Span>(object.at("spans"), read_span);
  read.waits = read_all<HostWait>(object.at("waits"), [](const json& wait) {
    return HostWait{wait.at(0).get<std::string>(), read_time(wait.at(1)), read_time(wait.at(2))};
  });
  read.ranges = read_all<NamedRange>(object.at("ranges"), [](const json& range) {
    return NamedRange{range.at(0).get<std::string>(), range.at(1).get<std::uint64_t>(),
                      read_time(range.at(2)), read_time(range.at(3))};
  });
  object.at("host_waits").get_to(read.host_waits);
  object.at("left_out").get_to(read.left_out);
  read.begin_ns = read_time(object.at("begin"));
  read.end_ns = read_time(object.at("end"));
  timeline = std::move(read);
}

}  // namespace gridmark::emulation

namespace gridmark::channel {
namespace {

using Kind = Span::Kind;

constexpr double most_nanoseconds = 9e11;  ///< a quarter of an hour, written to the picosecond

bool computes(const Span& span) { return span.kind == Kind::kernel || span.kind == Kind::library; }
bool is_collective(const Span& span) { return span.kind == Kind::collective; }
bool is_busy(const Span& span) { return computes(span) || is_collective(span); }
bool crosses_the_bus(const Span& span) {
  return span.kind == Kind::copy && (span.direction == Span::Direction::host_to_device ||
                                     span.direction == Span::Direction::device_to_host);
}

template <class Predicate>
std::vector<TimeSpan> times(const Timeline& timeline, int device, Predicate wanted) {
  std::vector<TimeSpan> found;
  for (const Span& span : timeline.spans)
    if (span.device == device && wanted(span)) found.push_back({span.begin_ns, span.end_ns});
  return found;
}

double share(const std::vector<TimeSpan>& part, const std::vector<TimeSpan>& all) {
  const double whole_time = covered(all);
  return whole_time > 0 ? covered(part) / whole_time : 0;
}

bool is_span(double begin, double end) { return 0 <= begin && begin <= end && end <= most_nanoseconds; }

}  // namespace

bool is_possible(const Timeline& timeline) {
  const auto lasts = [](const auto& one) { return is_span(one.begin_ns, one.end_ns); };
  return is_span(timeline.begin_ns, timeline.end_ns) && timeline.spans.size() <= most_replied &&
         timeline.waits.size() <= most_replied && timeline.ranges.size() <= most_replied &&
         std::all_of(
             timeline.spans.begin(), timeline.spans.end(),
             [&](const Span& span) { return lasts(span) && is_place(span.place) && span.device >= 0; }) &&
         std::all_of(timeline.waits.begin(), timeline.waits.end(), lasts) &&
         std::all_of(timeline.ranges.begin(), timeline.ranges.end(), lasts);
}

double busy_share(const Timeline& timeline, int device) {
  const std::vector<TimeSpan> busy = joined(times(timeline, device, is_busy));
  return busy.empty() ? 0 : share(busy, {{busy.front().begin, busy.back().end}});
}

double hidden_copies(const Timeline& timeline, int device) {
  const auto copies = times(timeline, device, crosses_the_bus);
  return share(common(copies, times(timeline, device, is_busy)), copies);
}

double hidden_collectives(const Timeline& timeline, int device) {
  const auto collectives = times(timeline, device, is_collective);
  return share(common(collectives, times(timeline, device, computes)), collectives);
}

}  // namespace gridmark::channel
