#pragma once
// The rules of a trace: it contains the events of a timeline in the format that viewers read.
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

#include "labs/lab5-production/tests/timelines.h"

namespace gridmark::lab5 {

using Json = nlohmann::json;

struct TraceThread {
  std::int64_t process = 0, number = 0;
  auto operator<=>(const TraceThread&) const = default;
};

/// An event of phase X. Times are in microseconds.
struct TraceEvent {
  std::string category, name;
  TraceThread thread;
  double begin = 0, duration = 0;
  std::optional<std::uint64_t> correlation = {};
  double end() const { return begin + duration; }
};

inline bool is_near(double one, double other) { return std::abs(one - other) <= 1.5e-3; }

/// The events that a trace of the timeline must have. Calls may have any name.
inline std::vector<TraceEvent> expected_events(const Timeline& timeline) {
  constexpr const char* categories[] = {"kernel", "gpu_memcpy", "gpu_memset", "kernel", "kernel", "cpu_op"};
  std::vector<TraceEvent> all;
  std::set<std::uint64_t> called;
  for (const Span& span : timeline.spans) {
    all.push_back({categories[static_cast<std::size_t>(span.kind)],
                   span.name,
                   {1 + span.device, static_cast<std::int64_t>(span.stream)},
                   span.begin_ns / 1000,
                   (span.end_ns - span.begin_ns) / 1000,
                   span.correlation});
    if (called.insert(span.correlation).second)
      all.push_back({"cuda_runtime", "", {0, 0}, span.submitted_ns / 1000 - 1, 1, span.correlation});
  }
  for (const channel::HostWait& wait : timeline.waits)
    all.push_back({"cuda_runtime", wait.name, {0, 0}, wait.begin_ns / 1000, (wait.end_ns - wait.begin_ns) / 1000});
  for (const NamedRange& range : timeline.ranges)
    all.push_back({"user_annotation",
                   range.name,
                   {0, static_cast<std::int64_t>(range.thread)},
                   range.begin_ns / 1000,
                   (range.end_ns - range.begin_ns) / 1000});
  return all;
}

/// Reads a trace up to the first rule that it breaks.
class TraceReader {
 public:
  /// returns  the fault, or "" if the text is a trace of the timeline
  static std::string fault_of(const std::string& text, const Timeline& timeline) {
    TraceReader reader;
    reader.read(text);
    if (reader.fault_.empty()) reader.match(expected_events(timeline));
    if (reader.fault_.empty()) reader.nest();
    if (reader.fault_.empty()) reader.follow_arrows(timeline);
    if (reader.fault_.empty()) reader.look_for_names();
    return reader.fault_;
  }

 private:
  struct ArrowEnd {
    TraceThread thread;
    double at = 0;
  };
  struct Arrow {
    std::vector<ArrowEnd> begins, ends;
  };

  /// Keeps only the first fault.
  bool require(bool kept, const std::string& fault) {
    if (!kept && fault_.empty()) fault_ = fault;
    return kept;
  }

  void read(const std::string& text) {
    Json trace;
    try {
      trace = Json::parse(text);
    } catch (const Json::parse_error& error) {
      const std::size_t at = std::min(error.byte, text.size());
      require(false, fmt::format("is not JSON from byte {} of {} on, expected one object with displayTimeUnit and "
                                 "traceEvents, and in names a backslash before quotes, backslashes and control "
                                 "characters",
                                 at, text.size()));
      return;
    }
    if (!require(trace.is_object() && trace.value("displayTimeUnit", Json()) == "ms" &&
                     trace.value("traceEvents", Json()).is_array(),
                 "is not an object with \"displayTimeUnit\": \"ms\" and a list \"traceEvents\""))
      return;
    for (std::size_t i = 0; i < trace["traceEvents"].size() && fault_.empty(); ++i) {
      at_ = fmt::format("traceEvents[{}]", i);
      read_event(trace["traceEvents"][i]);
    }
  }

  static bool is_time(const Json& event, const char* key) {
    return event.contains(key) && event[key].is_number() && std::isfinite(event[key].get<double>());
  }
  static bool is_text(const Json& event, const char* key) { return event.contains(key) && event[key].is_string(); }

  void read_event(const Json& event) {
    const bool is_event = event.is_object() && is_text(event, "ph") && is_text(event, "name") &&
                          event.value("pid", Json()).is_number_integer() &&
                          event.value("tid", Json()).is_number_integer();
    if (!require(is_event, at_ + " has no ph, name, pid or tid, expected two texts and two whole numbers")) return;
    const std::string phase = event["ph"];
    const TraceThread thread{event["pid"], event["tid"]};
    if (phase == "M") return read_name(event, thread);
    if (!require(phase == "X" || phase == "s" || phase == "f",
                 at_ + " is of phase " + shown(phase) +
                     ", expected X, which has begin and duration in one event, or M, s, f"))
      return;
    if (!require(is_time(event, "ts"), at_ + " has no number ts")) return;
    phase == "X" ? read_complete(event, thread) : read_arrow(event, thread, phase == "s");
  }

  void read_name(const Json& event, const TraceThread& thread) {
    const Json args = event.value("args", Json::object());
    if (!require(args.is_object() && is_text(args, "name"), at_ + " of phase M has no args with a name")) return;
    if (event["name"] == "process_name") processes_.insert(thread.process);
    if (event["name"] == "thread_name") threads_.insert(thread);
  }

  void read_complete(const Json& event, const TraceThread& thread) {
    if (!require(is_text(event, "cat"), at_ + " has no cat")) return;
    if (!require(is_time(event, "dur") && event["dur"].get<double>() >= 0, at_ + " has no dur from 0 on")) return;
    const Json args = event.value("args", Json::object());
    TraceEvent read{event["cat"], event["name"], thread, event["ts"], event["dur"]};
    if (args.is_object() && args.value("correlation", Json()).is_number_unsigned())
      read.correlation = args["correlation"].get<std::uint64_t>();
    events_.push_back(read);
  }

  void read_arrow(const Json& event, const TraceThread& thread, bool begins) {
    if (!require(event.value("cat", Json()) == "ac2g" && event.contains("id"), at_ + " has no cat ac2g or no id"))
      return;
    require(begins || event.value("bp", Json()) == "e",
            at_ + " has no \"bp\": \"e\", so viewers end the arrow elsewhere");
    Arrow& arrow = arrows_[event["id"].dump(-1, ' ', true)];
    (begins ? arrow.begins : arrow.ends).push_back({thread, event["ts"].get<double>()});
  }

  /// Quotes any text of a submission.
  static std::string shown(const std::string& text) {
    return Json(text.substr(0, 100)).dump(-1, ' ', true, Json::error_handler_t::replace);
  }

  static std::string in_words(const TraceEvent& event) {
    return fmt::format("{} {}{}", shown(event.category), event.name.empty() ? "of a call" : shown(event.name),
                       event.correlation ? fmt::format(" (correlation {})", *event.correlation) : "");
  }

  static bool is_alike(const TraceEvent& event, const TraceEvent& expected) {
    return event.category == expected.category && event.correlation == expected.correlation &&
           (expected.name.empty() || event.name == expected.name);
  }
  static bool is_same(const TraceEvent& event, const TraceEvent& expected) {
    return is_alike(event, expected) && event.thread == expected.thread && is_near(event.begin, expected.begin) &&
           is_near(event.duration, expected.duration);
  }

  void match(const std::vector<TraceEvent>& expected) {
    std::vector<TraceEvent> left = events_;
    std::erase_if(left, [](const TraceEvent& event) { return event.category == "gpu_user_annotation"; });
    for (const TraceEvent& one : expected) {
      const auto found =
          std::find_if(left.begin(), left.end(), [&](const TraceEvent& event) { return is_same(event, one); });
      if (found == left.end()) return explain_missing(one, left);
      left.erase(found);
    }
    if (left.empty()) return;
    std::string advice = "each command, call, wait and range has one event";
    if (left[0].category == "kernel") advice = "a range on the device is a gpu_user_annotation, and no kernel";
    require(false, fmt::format("has {} that the timeline has not: {}", in_words(left[0]), advice));
  }

  void explain_missing(const TraceEvent& expected, const std::vector<TraceEvent>& left) {
    const auto found =
        std::find_if(left.begin(), left.end(), [&](const TraceEvent& event) { return is_alike(event, expected); });
    if (found == left.end())
      return void(require(false, fmt::format("has no {}{}", in_words(expected),
                                             expected.category == "cuda_runtime" && expected.correlation
                                                 ? ". Each command needs the call that queued it"
                                                 : ", expected an X with this cat, name and correlation")));
    const auto time = [&](const char* what, double value, double right) {
      const bool thousandfold = right > 0 && std::abs(value - 1000 * right) <= 1e-6 * value;
      require(is_near(value, right),
              fmt::format("{} of {} is {:.6f}, expected {:.6f}{}", what, in_words(expected), value, right,
                          thousandfold ? ". ts and dur are microseconds, the timeline has nanoseconds" : ""));
    };
    time("ts", found->begin, expected.begin);
    time("dur", found->duration, expected.duration);
    require(false,
            fmt::format("{} is in process {}, thread {}, expected {} and {}", in_words(expected), found->thread.process,
                        found->thread.number, expected.thread.process, expected.thread.number));
  }

  /// A viewer draws a thread's events as nested bars.
  void nest() {
    std::map<TraceThread, std::vector<TraceEvent>> threads;
    for (const TraceEvent& event : events_) threads[event.thread].push_back(event);
    for (auto& [thread, events] : threads) {
      std::sort(events.begin(), events.end(), [](const TraceEvent& one, const TraceEvent& other) {
        return std::pair(one.begin, -one.duration) < std::pair(other.begin, -other.duration);
      });
      std::vector<double> open;
      for (const TraceEvent& event : events) {
        while (!open.empty() && open.back() <= event.begin + 1e-3) open.pop_back();
        require(open.empty() || event.end() <= open.back() + 1e-3,
                fmt::format("{} overlaps another event of process {}, thread {} in part", in_words(event),
                            thread.process, thread.number));
        open.push_back(event.end());
      }
    }
  }

  void follow_arrows(const Timeline& timeline) {
    std::vector<Arrow> left;
    for (const auto& [id, arrow] : arrows_) {
      require(arrow.begins.size() == 1 && arrow.ends.size() == 1,
              fmt::format("the arrow {} has {} begins (s) and {} ends (f), expected one of each", id.substr(0, 40),
                          arrow.begins.size(), arrow.ends.size()));
      left.push_back(arrow);
    }
    if (!fault_.empty()) return;
    const auto is = [](const ArrowEnd& end, const TraceThread& thread, double at) {
      return end.thread == thread && is_near(end.at, at);
    };
    for (const Span& span : timeline.spans) {
      const TraceThread stream{1 + span.device, static_cast<std::int64_t>(span.stream)};
      const auto found = std::find_if(left.begin(), left.end(), [&](const Arrow& arrow) {
        return is(arrow.begins[0], {0, 0}, span.submitted_ns / 1000 - 1) &&
               is(arrow.ends[0], stream, span.begin_ns / 1000);
      });
      if (!require(found != left.end(),
                   fmt::format("no arrow (s, f) leads from the call to the command with correlation {} that begins at "
                               "{:.3f}",
                               span.correlation, span.begin_ns / 1000)))
        return;
      left.erase(found);
    }
    require(left.empty(), fmt::format("has {} arrows more than the timeline has commands", left.size()));
  }

  void look_for_names() {
    for (const TraceEvent& event : events_) {
      require(processes_.contains(event.thread.process),
              fmt::format("process {} has no process_name (phase M)", event.thread.process));
      require(threads_.contains(event.thread), fmt::format("thread {} of process {} has no thread_name (phase M)",
                                                           event.thread.number, event.thread.process));
    }
  }

  std::string fault_, at_;
  std::vector<TraceEvent> events_;
  std::map<std::string, Arrow> arrows_;
  std::set<std::int64_t> processes_;
  std::set<TraceThread> threads_;
};

/// The adaptor fills the space after a text with zeros.
inline bool ends_at(std::span<const char> characters, std::size_t length) {
  const auto is_zero = [](char c) { return c == '\0'; };
  return length < characters.size() && std::none_of(characters.begin(), characters.begin() + length, is_zero) &&
         std::all_of(characters.begin() + length, characters.end(), is_zero);
}

template <class Operation>
testing::AssertionResult has_trace(const Operation& op, const Timeline& timeline) {
  const auto characters = op.text.values();
  const std::int64_t length = op.length.values()[0];
  if (length < 0 || !ends_at(characters, static_cast<std::size_t>(length)))
    return holds(op, false,
                 fmt::format("the trace has {} bytes, expected fewer than {}, and no zero among them", length,
                             characters.size()));
  const std::string fault = TraceReader::fault_of({characters.begin(), characters.begin() + length}, timeline);
  return holds(op, fault.empty(), "the trace " + fault);
}

}  // namespace gridmark::lab5
