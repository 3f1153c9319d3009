#pragma once
// A router that a test drives by hand: messages from ranks, and the router's answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::router {

using comm::any_rank;
using comm::Frame;
using comm::FrameKind;
using testing::ElementsAre;
using testing::HasSubstr;

class Network {
 public:
  explicit Network(const Settings& settings)
      : router_(settings), answers_(static_cast<std::size_t>(settings.world)) {}

  std::uint32_t send(int from, int to, const std::string& text, int tag = 0, double clock = 0) {
    say(from, {FrameKind::send, to, tag, ++tickets_, text.size(), clock, 0}, text);
    return tickets_;
  }
  std::uint32_t receive(int rank, int from, std::uint64_t bytes, int tag = 0, double clock = 0) {
    say(rank, {FrameKind::receive, from, tag, ++tickets_, bytes, clock, 0});
    return tickets_;
  }
  void wait(int rank, std::uint32_t ticket, double clock = 0, std::uint64_t address = 0) {
    say(rank, {FrameKind::wait, 0, 0, ticket, 0, clock, address});
  }
  void barrier(int rank, double clock = 0) { say(rank, {FrameKind::barrier, 0, 0, 0, 0, clock, 0}); }
  void finish(int rank) { say(rank, {FrameKind::finished, 0, 0, 0, 0, 0, 0}); }
  void tell_line(int rank, const std::string& line) {
    say(rank, {FrameKind::line, 0, 0, 0, line.size(), 0, 0}, line);
  }
  void end(int rank) {
    router_.take_end(rank);
    collect();
  }
  void end_when_quiet(int rank) {
    router_.end_when_quiet(rank);
    collect();
  }
  void say(int rank, const Frame& frame, const std::string& payload = "") {
    router_.take(rank, frame, payload);
    collect();
  }

  /// The oldest answer that the test has not read.
  std::optional<Router::Output> answer(int rank) {
    auto& waiting = answers_[static_cast<std::size_t>(rank)];
    if (waiting.empty()) return std::nullopt;
    Router::Output oldest = std::move(waiting.front());
    waiting.pop_front();
    return oldest;
  }
  /// "done: text", "failed: words", "where", "kill", or "" without an answer.
  std::string told(int rank) {
    const auto output = answer(rank);
    if (!output) return "";
    if (output->kills) return "kill";
    if (output->frame.kind == FrameKind::where) return "where";
    return (output->frame.kind == FrameKind::done ? "done: " : "failed: ") + output->payload;
  }
  /// The end of a rank's wait, in seconds.
  double time_of_answer(int rank) {
    const auto output = answer(rank);
    EXPECT_TRUE(output && output->frame.kind == FrameKind::done);
    return output ? output->frame.clock : -1;
  }
  std::string received(int rank, int from, std::uint64_t bytes, int tag = 0) {
    wait(rank, receive(rank, from, bytes, tag));
    return told(rank);
  }

  Router& router() { return router_; }
  Report report() const { return router_.report(); }

 private:
  void collect() {
    for (Router::Output& output : router_.take_output())
      answers_[static_cast<std::size_t>(output.rank)].push_back(std::move(output));
  }

  Router router_;
  std::vector<std::deque<Router::Output>> answers_;
  std::uint32_t tickets_ = 0;
};

inline Settings of_ranks(int world) {
  Settings settings;
  settings.world = world;
  return settings;
}

}  // namespace gridmark::router
