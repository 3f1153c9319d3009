#include "emulation/timeline/chrome_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "emulation/timeline/trace_lanes.h"
#include "tests/profile/trace_rules.h"

namespace gridmark::profile {
namespace {

using emulation::Nesting;
using emulation::Span;
using emulation::Timeline;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

Span span(Span::Kind kind, std::uint64_t stream, double begin, double end, std::uint64_t correlation) {
  Span one{.kind = kind, .stream = stream, .name = "k"};
  one.submitted_ns = 1000 * static_cast<double>(correlation);
  one.begin_ns = begin;
  one.end_ns = end;
  one.correlation = correlation;
  return one;
}

/// A copy during two kernels, a graph with two kernels at once, a wait, and ranges that overlap partly.
Timeline example() {
  Timeline timeline;
  timeline.spans = {span(Span::Kind::copy, 1, 1000.1234567, 9000, 1),
                    span(Span::Kind::kernel, 2, 2000, 5000.7654321, 2),
                    span(Span::Kind::kernel, 2, 5000.7654321, 7000, 3),
                    span(Span::Kind::kernel, 3, 7000, 9000, 4), span(Span::Kind::kernel, 3, 8000, 9500, 4)};
  timeline.waits = {{"cudaDeviceSynchronize", 4000, 9500}};
  timeline.ranges = {{"epoch", 1, 0, 9500}, {"step", 1, 500, 2500}, {"late", 1, 1500, 3500}};
  timeline.host_waits = 1;
  timeline.end_ns = 9500;
  return timeline;
}

double kernel_ns(const Timeline& timeline) {
  double sum = 0;
  for (const Span& one : timeline.spans)
    if (one.kind == Span::Kind::kernel) sum += one.end_ns - one.begin_ns;
  return sum;
}

std::string trace_of(const Timeline& timeline) {
  std::ostringstream text;
  emulation::write_chrome_trace(text, timeline, 1000);
  return text.str();
}

std::vector<std::string> broken(const std::string& text) {
  return TraceRules::broken_by(text, kernel_ns(example()));
}

TEST(ChromeTrace, KeepsTheRules) {
  EXPECT_THAT(broken(trace_of(example())), IsEmpty());
  EXPECT_THAT(TraceRules::broken_by(trace_of({}), 0), IsEmpty());
}

TEST(ChromeTrace, HasTheCategoriesOfKineto) {
  std::map<std::string, int> seen;
  const json trace = json::parse(trace_of(example()));
  for (const json& event : trace["traceEvents"])
    if (event["ph"] == "X") ++seen[event["cat"]];
  EXPECT_EQ(seen, (std::map<std::string, int>{{"kernel", 4},
                                              {"gpu_memcpy", 1},
                                              {"cuda_runtime", 5},
                                              {"user_annotation", 3},
                                              {"gpu_user_annotation", 6}}));
}

TEST(ChromeTrace, NamesMayBeAnyBytes) {
  Timeline timeline = example();
  timeline.spans[1].name = "a\"b\\\n\xff<script>";
  timeline.ranges[0].name = std::string("\0\x01", 2);
  EXPECT_THAT(TraceRules::broken_by(trace_of(timeline), kernel_ns(timeline)), IsEmpty());
}

/// Applies `change` to every event of the trace. It returns true to keep the event.
std::string mutant(const std::function<bool(json&)>& change) {
  json trace = json::parse(trace_of(example()));
  json events = json::array();
  for (json event : trace["traceEvents"])
    if (change(event)) events.push_back(event);
  trace["traceEvents"] = events;
  return trace.dump();
}

bool is(const json& event, const char* phase, const char* category) {
  return event["ph"] == phase && event.value("cat", "") == category;
}

/// Removes the first event of that kind.
std::string without_one(const char* phase, const char* category) {
  bool found = false;
  return mutant([&](const json& event) { return found || !(found = is(event, phase, category)); });
}

std::string with_times(const std::function<void(json&)>& change) {
  return mutant([&](json& event) { return change(event), true; });
}

TEST(TraceRulesOfOurs, RefuseWhatAViewerWouldShowWrong) {
  EXPECT_THAT(broken("{"), Not(IsEmpty()));
  EXPECT_THAT(broken("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[{\"ts\":NaN}]}"), Not(IsEmpty()));
  EXPECT_THAT(broken(with_times([](json& event) {
                for (const char* key : {"ts", "dur"})
                  if (event.contains(key)) event[key] = event[key].get<double>() * 1000;
              })),
              Not(IsEmpty()))
      << "nanoseconds for microseconds";
  EXPECT_THAT(broken(with_times([](json& event) {
                if (is(event, "X", "gpu_memcpy")) event["dur"] = -1;
              })),
              Not(IsEmpty()))
      << "a negative length";
  EXPECT_THAT(broken(with_times([](json& event) {
                if (is(event, "X", "kernel") && event["ts"] == 2.0) event["dur"] = 4.0;
              })),
              Not(IsEmpty()))
      << "an overlap";
  EXPECT_THAT(broken(with_times([](json& event) {
                if (event["ph"] == "X" && event.contains("args") && event["args"].contains("waits"))
                  event["pid"] = 1;
              })),
              Not(IsEmpty()))
      << "the host's time as the device's";
  EXPECT_THAT(broken(with_times([](json& event) {
                if (is(event, "X", "gpu_user_annotation")) event["cat"] = "kernel";
              })),
              Not(IsEmpty()))
      << "ranges as kernels";
  EXPECT_THAT(broken(with_times([](json& event) {
                if (is(event, "X", "kernel")) event["ph"] = "B";
              })),
              Not(IsEmpty()))
      << "a begin without its end";
}

TEST(TraceRulesOfOurs, RefuseATraceThatLacksSomething) {
  for (const char* phase : {"s", "f"})
    EXPECT_THAT(broken(without_one(phase, "ac2g")), Not(IsEmpty())) << phase;
  EXPECT_THAT(broken(without_one("X", "kernel")), Not(IsEmpty()));
  EXPECT_THAT(broken(without_one("X", "gpu_memcpy")), Not(IsEmpty()));
  bool found = false;
  EXPECT_THAT(broken(mutant([&](const json& event) {
                return found || !(found = is(event, "X", "cuda_runtime") && !event["args"].contains("waits"));
              })),
              Not(IsEmpty()));
  EXPECT_THAT(broken(mutant([](const json& event) { return event["ph"] != "M"; })), Not(IsEmpty()));
}

TEST(TraceLanes, WhatRunsAtTheSameTimeHasALaneEach) {
  const std::vector<emulation::LaneSpan> spans{{0, 4}, {1, 3}, {2, 6}, {4, 5}};
  EXPECT_THAT(lanes_of(spans, Nesting::refused), ElementsAre(0, 1, 2, 0));
  EXPECT_THAT(lanes_of(spans, Nesting::allowed), ElementsAre(0, 0, 1, 0));
}

}  // namespace
}  // namespace gridmark::profile
