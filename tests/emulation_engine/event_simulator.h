#pragma once
// A second model of time: the rules of docs/emulation.md by brute force, without code of emulation/timeline.
// Time advances from event to event, and at each event every command is tried. Whenever the host waits,
// everything is simulated again from the start.
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simulated_program.h"

namespace simulated {

struct Command {
  int device = 0, stream = 0;
  std::vector<std::size_t> after;  ///< commands that must end first
  double submitted = 0, time = 0;
  Part part = Part::none;
  double share = 1;
  bool placed = false;
  double begin = 0, end = 0;
};

class Simulator {
 public:
  Simulator(std::vector<StreamTraits> streams, double now) : streams_(std::move(streams)), host_(now) {}

  void act(const Action& action) {
    const bool recorded = events_.count(action.event) > 0;
    const auto awaited = [&](std::size_t i) {
      if (action.verb == Verb::host_waits_for_event) return recorded && i == events_.at(action.event);
      return action.verb == Verb::host_waits_for_stream ? commands[i].stream == action.stream
                                                        : commands[i].device == action.device;
    };
    if (action.verb >= Verb::host_waits_for_event)
      host_waits(awaited);
    else if (action.verb != Verb::wait_event || recorded)
      submit(action);
  }
  double host() const { return host_; }
  /// The command that can begin earliest gets its room first, and among equals the one submitted first.
  void simulate() {
    for (Command& command : commands) command.placed = false;
    double now = 0;
    for (std::size_t placed = 0; placed < commands.size();) {
      const auto next = std::find_if(commands.begin(), commands.end(),
                                     [&](const Command& command) { return can_begin(command, now); });
      if (next == commands.end())
        now = next_event(now);
      else
        place(*next, now), ++placed;
    }
  }

  std::vector<Command> commands;  ///< in order of submission

 private:
  bool can_begin(const Command& command, double now) const {
    return !command.placed && command.submitted <= now &&
           std::all_of(command.after.begin(), command.after.end(),
                       [&](std::size_t i) { return commands[i].placed && commands[i].end <= now; });
  }
  double next_event(double now) const {
    std::set<double> moments;
    for (const Command& command : commands) moments.insert(command.placed ? command.end : command.submitted);
    return *moments.upper_bound(now);
  }
  double used(int device, Part part, double moment) const {
    double sum = 0;
    for (const Command& other : commands)
      if (other.placed && other.device == device && other.part == part && other.begin <= moment &&
          moment < other.end)
        sum += other.share;
    return sum;
  }
  bool fits(const Command& command, double begin) const {
    std::vector<double> moments{begin};
    for (const Command& other : commands)
      if (other.placed && other.begin > begin && other.begin < begin + command.time)
        moments.push_back(other.begin);
    return std::all_of(moments.begin(), moments.end(), [&](double moment) {
      return used(command.device, command.part, moment) + command.share <= 1 + 1e-9;
    });
  }
  void place(Command& command, double now) {
    std::set<double> moments{now};
    for (const Command& other : commands)
      if (other.placed && other.end > now) moments.insert(other.end);
    const bool needs_room = command.part != Part::none && command.time > 0;
    command.begin = !needs_room ? now : *std::find_if(moments.begin(), moments.end(), [&](double moment) {
      return fits(command, moment);
    });
    command.end = command.begin + command.time;
    command.placed = true;
  }

  template <class Wanted>
  void host_waits(Wanted wanted) {
    simulate();
    for (std::size_t i = 0; i < commands.size(); ++i)
      if (wanted(i)) host_ = std::max(host_, commands[i].end);
  }
  /// The last command of the stream. For the default stream, also those of blocking streams, and the reverse.
  std::vector<std::size_t> before(int stream) const {
    std::map<int, std::size_t> last;
    const StreamTraits& own = streams_[stream];
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const StreamTraits& other = streams_[commands[i].stream];
      const bool ordered = own.device == other.device && own.blocking && other.blocking &&
                           (own.is_default || other.is_default);
      if (ordered || commands[i].stream == stream) last[commands[i].stream] = i;
    }
    std::vector<std::size_t> all;
    for (const auto& [of, number] : last) all.push_back(number);
    return all;
  }
  void submit(const Action& action) {
    Command command{streams_[action.stream].device, action.stream, before(action.stream)};
    if (action.verb == Verb::wait_event) command.after.push_back(events_.at(action.event));
    command.submitted = host_ += time_model.submission;
    const Price price = price_of(action);
    command.part = price.part, command.share = price.share, command.time = price.time;
    const std::size_t mine = commands.size();
    commands.push_back(command);
    // The queue takes 1024 commands.
    if (mine >= 1024) host_waits([&](std::size_t i) { return i == mine - 1024; });
    if (action.verb == Verb::record) events_[action.event] = mine;
    if (action.verb == Verb::upload && action.pageable && !action.sync)
      host_ += action.size / time_model.pageable_bytes_per_ns;
    const bool into_pageable = action.verb == Verb::download && action.pageable;
    const bool over_the_bus = action.verb == Verb::upload || action.verb == Verb::download;
    if (into_pageable || (over_the_bus && action.sync)) host_waits([&](std::size_t i) { return i == mine; });
  }
  std::vector<StreamTraits> streams_;
  std::map<int, std::size_t> events_;  ///< the newest record of each event
  double host_;
};

}  // namespace simulated
