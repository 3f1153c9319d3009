#pragma once
// The rules for our Chrome traces, so that any viewer of the format can show them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridmark::profile {

/// The rules that `text` breaks. `kernel_ns` is the total time of kernels, libraries and collectives in the
/// timeline.
class TraceRules {
 public:
  static std::vector<std::string> broken_by(const std::string& text, double kernel_ns) {
    TraceRules rules;
    const Json trace = Json::parse(text, nullptr, false);
    if (!trace.is_object() || trace.value("displayTimeUnit", Json()) != "ms" ||
        !trace.value("traceEvents", Json()).is_array())
      return {"is no object with displayTimeUnit ms and a list traceEvents"};
    for (const Json& event : trace.at("traceEvents")) rules.read(event);
    rules.hold_together(kernel_ns);
    return rules.broken_;
  }

 private:
  using Json = nlohmann::json;
  using Thread = std::pair<int, std::int64_t>;
  static constexpr double picosecond = 1e-6;

  struct Complete {
    double ts, dur;
    std::string category;
    std::int64_t correlation;
    double end() const { return ts + dur; }
  };

  void require(bool kept, const std::string& rule) {
    if (!kept) broken_.push_back(rule);
  }

  static bool is_time(const Json& event, const char* key) {
    return event.contains(key) && event[key].is_number() && std::isfinite(event[key].get<double>());
  }

  void read(const Json& event) {
    if (!event.is_object() || !event.value("ph", Json()).is_string() ||
        !event.value("pid", Json()).is_number_integer() || !event.value("tid", Json()).is_number_integer())
      return broken_.push_back("an event without ph, pid or tid");
    const Thread thread{event["pid"], event["tid"]};
    const std::string phase = event["ph"];
    if (phase == "M") return named(event, thread);
    if (!is_time(event, "ts")) return broken_.push_back("an event without a finite ts");
    if (phase == "X") return complete(event, thread);
    if (phase == "s" || phase == "f") return flow(event, thread, phase);
    broken_.push_back("an event of the unknown phase " + phase);
  }

  void named(const Json& event, const Thread& thread) {
    if (event.value("name", "") == "process_name") processes_.insert(thread.first);
    if (event.value("name", "") == "thread_name") names_.insert(thread);
  }

  void complete(const Json& event, const Thread& thread) {
    if (!is_time(event, "dur") || event["dur"].get<double>() < 0)
      return broken_.push_back("an event without a dur from 0 on");
    static const std::set<std::string> host{"cuda_runtime", "user_annotation"},
        device{"kernel", "gpu_memcpy", "gpu_memset", "cpu_op", "gpu_user_annotation"};
    const std::string category = event.value("cat", "");
    require(thread.first == 0 ? host.contains(category) : device.contains(category),
            "category " + category + " in process " + std::to_string(thread.first));
    const Json args = event.value("args", Json::object());
    threads_[thread].push_back({event["ts"], event["dur"], category, args.value("correlation", -1)});
  }

  void flow(const Json& event, const Thread& thread, const std::string& phase) {
    auto& ends = flows_[event.value("id", -1)];
    ends[phase].push_back({thread, event["ts"].get<double>()});
    require(phase == "s" || event.value("bp", "") == "e", "a flow that does not end at what encloses it");
  }

  void hold_together(double kernel_ns) {
    for (auto& [thread, events] : threads_) {
      require(processes_.contains(thread.first) && names_.contains(thread), "a thread without a name");
      nest(events);
      for (const Complete& one : events) note(thread, one);
    }
    launches_and_commands();
    const double slack = picosecond * static_cast<double>(2 + commands_.size());
    require(std::abs(kernel_us_ - kernel_ns / 1000) <= slack,
            fmt::format("kernels take {} us, and {} us in the timeline", kernel_us_, kernel_ns / 1000));
  }

  void nest(std::vector<Complete>& events) {
    std::sort(events.begin(), events.end(), [](const Complete& one, const Complete& other) {
      return std::pair(one.ts, -one.dur) < std::pair(other.ts, -other.dur);
    });
    std::vector<double> open;
    for (const Complete& one : events) {
      while (!open.empty() && open.back() <= one.ts + picosecond) open.pop_back();
      require(open.empty() || one.end() <= open.back() + picosecond, "events of a thread overlap in part");
      open.push_back(one.end());
    }
  }

  void note(const Thread& thread, const Complete& one) {
    if (one.category == "kernel") kernel_us_ += one.dur;
    if (one.category == "cuda_runtime" && one.correlation >= 0) launches_[one.correlation] = one;
    if (thread.first != 0 && one.category != "gpu_user_annotation") commands_.push_back({thread, one});
  }

  bool begins_in_its_launch(const std::pair<Thread, double>& start, std::int64_t correlation) const {
    const auto launch = launches_.find(correlation);
    return launch != launches_.end() && start.first.first == 0 &&
           std::abs(start.second - launch->second.ts) <= picosecond;
  }

  void launches_and_commands() {
    std::map<std::pair<Thread, double>, std::int64_t> starts;  // possible ends of a flow
    std::set<std::int64_t> served;
    for (const auto& [thread, command] : commands_) {
      require(launches_.contains(command.correlation), "a command without its launch");
      served.insert(command.correlation);
      starts[{thread, command.ts}] = command.correlation;
    }
    for (const auto& [correlation, launch] : launches_)
      require(served.contains(correlation), "a launch without its command");
    require(flows_.size() == commands_.size(), "not one flow for each command");
    for (auto& [id, ends] : flows_) {
      const bool whole = ends["s"].size() == 1 && ends["f"].size() == 1;
      require(whole, "a flow without one begin and one end");
      if (!whole) continue;
      const auto command = starts.find(ends["f"][0]);
      require(command != starts.end() && begins_in_its_launch(ends["s"][0], command->second),
              "a flow that does not lead from a launch to its command");
    }
  }

  std::vector<std::string> broken_;
  std::set<int> processes_;
  std::set<Thread> names_;
  std::map<Thread, std::vector<Complete>> threads_;
  std::map<std::int64_t, std::map<std::string, std::vector<std::pair<Thread, double>>>> flows_;
  std::map<std::int64_t, Complete> launches_;
  std::vector<std::pair<Thread, Complete>> commands_;
  double kernel_us_ = 0;
};

}  // namespace gridmark::profile
