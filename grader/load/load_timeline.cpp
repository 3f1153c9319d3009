#include "grader/load/load_timeline.h"

#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark::load {
namespace {

constexpr Range some_moment{-1e12, 1e12, "a number of microseconds"};
constexpr Range some_length{0, 1e12, "a length in microseconds, 0 or more"};
constexpr Range some_amount{0, 1e30, "an amount, 0 or more"};
constexpr Range some_number{0, 9e15, "a whole number, 0 or more"};
constexpr Range some_device{0, 1023, "a device's number"};
constexpr std::size_t most_events = 2'000'000, most_name = std::size_t{1} << 16;

/// Reads the events of a trace that a timeline needs.
class TraceReader {
 public:
  DeviceTimeline read(const Node& root) {
    const Node other = root["otherData"];
    if (other["format"].text() != "gridmark-timeline") other["format"].expected("\"gridmark-timeline\"");
    if (other["version"].whole(some_number) != 1) other["version"].expected("1");
    timeline_.begin = other["begin_us"].number(some_moment);
    timeline_.end = other["end_us"].number(some_moment);
    timeline_.host_waits = other["host_waits"].whole(some_number);
    timeline_.left_out = other["left_out"].whole(some_number);
    for (const Node& event : root["traceEvents"].elements(most_events))
      if (event["ph"].text() == "X") complete(event);
    finish_commands();
    return std::move(timeline_);
  }

 private:
  struct Extent {
    double begin, end;
  };

  static Extent extent_of(const Node& event) {
    const double begin = event["ts"].number(some_moment);
    return {begin, begin + event["dur"].number(some_length)};
  }

  void complete(const Node& event) {
    const std::string category = event["cat"].text();
    if (category == "gpu_user_annotation") return;
    const std::string name = event["name"].text(0, most_name);
    const auto [begin, end] = extent_of(event);
    if (category == "user_annotation") return timeline_.ranges.push_back({name, begin, end});
    const Node args = event["args"];
    if (category != "cuda_runtime") return command(args, name, {begin, end});
    if (args.find("waits")) return timeline_.waits.push_back({name, begin, end});
    queued_[args["correlation"].whole(some_number)] = end;
  }

  void command(const Node& args, const std::string& name, const Extent& extent) {
    TimelineCommand one;
    one.name = name;
    one.kind = args["kind"].one_of<CommandKind>();
    one.basis = args["basis"].one_of<LengthBasis>();
    one.device = static_cast<int>(args["device"].whole(some_device));
    one.stream = args["stream"].whole(some_number);
    one.begin = extent.begin;
    one.end = extent.end;
    if (const auto place = args.find("place")) one.place = place->text(0, most_name);
    if (const auto bytes = args.find("bytes")) one.bytes = bytes->number(some_amount);
    if (const auto flops = args.find("flops")) one.flops = flops->number(some_amount);
    correlations_.push_back(args["correlation"].whole(some_number));
    timeline_.commands.push_back(std::move(one));
  }

  void finish_commands() {
    for (std::size_t i = 0; i < timeline_.commands.size(); ++i) {
      TimelineCommand& one = timeline_.commands[i];
      const auto queued = queued_.find(correlations_[i]);
      one.queued = queued == queued_.end() ? one.begin : queued->second;
    }
    std::stable_sort(timeline_.commands.begin(), timeline_.commands.end(),
                     [](const TimelineCommand& a, const TimelineCommand& b) { return a.begin < b.begin; });
    std::stable_sort(timeline_.waits.begin(), timeline_.waits.end(),
                     [](const TimelineWait& a, const TimelineWait& b) { return a.begin < b.begin; });
  }

  DeviceTimeline timeline_;
  std::map<std::int64_t, double> queued_;   ///< by correlation: the end of the call
  std::vector<std::int64_t> correlations_;  ///< of the commands
};

}  // namespace

Result<DeviceTimeline> load_timeline(std::string_view text, const std::string& where) {
  const DocumentKind kind{.source = Error::Source::submission, .most_bytes = most_timeline_bytes};
  return parse_document(replaced_utf8(text), where, kind).and_then([&](const nlohmann::json& document) {
    Reading reading{Error::Source::submission, where};
    return finish(reading, TraceReader().read(Node(document, reading)));
  });
}

}  // namespace gridmark::load
