#include "labkit/channel/reply.h"

#include <gtest/gtest.h>

#include <random>

namespace gridmark::channel {
namespace {

Span span(Span::Kind kind, double begin, double end, Span::Direction direction = Span::Direction::none) {
  Span one{.kind = kind, .direction = direction, .stream = 7, .name = "scale"};
  one.begin_ns = begin, one.end_ns = end;
  one.place = {"benchmark.cu", 60};
  return one;
}

/// A copy that overlaps a kernel by half, and a collective.
Timeline short_timeline() {
  Timeline timeline;
  timeline.spans = {span(Span::Kind::copy, 1000, 3000, Span::Direction::host_to_device),
                    span(Span::Kind::kernel, 2000, 4000.125),
                    span(Span::Kind::collective, 5000.125, 6000.125)};
  timeline.spans[1].flops = 137'438'953'472;
  timeline.waits = {{"cudaStreamSynchronize", 4000, 6000.125}};
  timeline.ranges = {{"forward", 1, 500, 700}};
  timeline.host_waits = 3;
  timeline.end_ns = 7000;
  return timeline;
}

Reply full_reply() {
  Reply reply;
  reply.status = {2, "cudaErrorMemoryAllocation", "out of memory"};
  reply.meters.loads = {10, 40, 40, 1280};
  reply.meters.counted = true;
  reply.meters.lines.push_back({{"benchmark.cu", 12}, "matmul_tiled", {1, 4, 4, 128}, {}, {}});
  reply.meters.lines[0].examples.push_back({emulation::WarpAccess::Kind::load, 4, {0, 31}, {0, 124}});
  reply.meters.findings.push_back(
      {emulation::Finding::Kind::race, "matmul_tiled", {"benchmark.cu", 12}, "a race"});
  reply.leaks.push_back({4096, {"benchmark.cu", 30}});
  reply.objects.push_back({"cudaEventCreate", {"benchmark.cu", 31}});
  reply.meters.doubles = {512, "matmul_tiled", {"benchmark.cu", 14}};
  reply.device = {1'500'000, 1'600'000, 1410, 4, 1u << 30};
  reply.places = {{"first call", {"benchmark.cu", 40}}, {"clock stop", {"benchmark.cu", 50}}};
  reply.timeline = short_timeline();
  return reply;
}

TEST(Reply, SurvivesTheWire) {
  const auto reply = parse_reply(to_json(full_reply()));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status.name, "cudaErrorMemoryAllocation");
  EXPECT_EQ(reply->meters.loads.sectors, 40u);
  ASSERT_EQ(reply->meters.lines.size(), 1u);
  EXPECT_EQ(reply->meters.lines[0].place.line, 12);
  EXPECT_EQ(reply->meters.lines[0].examples.at(0).offsets, (std::vector<std::uint64_t>{0, 124}));
  ASSERT_EQ(reply->meters.findings.size(), 1u);
  EXPECT_EQ(reply->meters.findings[0].kind, emulation::Finding::Kind::race);
  ASSERT_EQ(reply->leaks.size(), 1u);
  EXPECT_EQ(reply->leaks[0].place.file, "benchmark.cu");
  ASSERT_EQ(reply->objects.size(), 1u);
  EXPECT_EQ(reply->objects[0].what, "cudaEventCreate");
  EXPECT_EQ(reply->meters.doubles.place.line, 14);
  EXPECT_EQ(reply->device.event_nanoseconds, 1'500'000u);
  EXPECT_EQ(reply->device.sm_mhz, 1410u);
  EXPECT_EQ(reply->place("clock stop").line, 50);
  EXPECT_TRUE(reply->place("clock start").file.empty());
}

TEST(Reply, ATimelineSurvivesTheWire) {
  const auto reply = parse_reply(to_json(full_reply()));
  ASSERT_TRUE(reply && reply->timeline);
  const Timeline& seen = *reply->timeline;
  ASSERT_EQ(seen.spans.size(), 3u);
  EXPECT_EQ(seen.spans[0].direction, Span::Direction::host_to_device);
  EXPECT_EQ(seen.spans[1].kind, Span::Kind::kernel);
  EXPECT_EQ(seen.spans[1].end_ns, 4000.125);
  EXPECT_EQ(seen.spans[1].flops, 137'438'953'472);
  EXPECT_EQ(seen.spans[1].place.line, 60);
  EXPECT_EQ(seen.waits.at(0).end_ns, 6000.125);
  EXPECT_EQ(seen.ranges.at(0).name, "forward");
  EXPECT_EQ(seen.host_waits, 3u);
  Reply without = full_reply();
  without.timeline.reset();
  const auto bare = parse_reply(to_json(without));
  EXPECT_TRUE(bare && !bare->timeline);
}

TEST(Reply, WhatALabAsksATimeline) {
  const Timeline timeline = short_timeline();
  EXPECT_DOUBLE_EQ(hidden_copies(timeline), 0.5);
  EXPECT_DOUBLE_EQ(busy_share(timeline), 3000.125 / 4000.125);
  EXPECT_EQ(hidden_collectives(timeline), 0);
  EXPECT_EQ(busy_share(timeline, 1), 0) << "another device";
  EXPECT_EQ(hidden_copies(Timeline{}), 0);
}

TEST(Reply, ALongTimelineIsCutAndFitsThePage) {
  Reply reply;
  reply.timeline = Timeline{};
  reply.timeline->spans.assign(10'000, span(Span::Kind::kernel, 8e11, 8.9e11));
  for (Span& one : reply.timeline->spans) one.name = "a_kernel_with_a_rather_long_name<float, 128>";
  const std::string text = to_json(reply);
  EXPECT_LT(text.size(), std::size_t{1} << 20);
  const auto read = parse_reply(text);
  ASSERT_TRUE(read && read->timeline);
  EXPECT_EQ(read->timeline->spans.size(), most_replied);
  EXPECT_EQ(read->timeline->left_out, 10'000 - most_replied);
}

TEST(Reply, BytesThatAreNotUtf8DoNotBreakTheWire) {
  Reply reply = full_reply();
  reply.leaks[0].place.file = "\xff\xfe.cu";
  EXPECT_TRUE(parse_reply(to_json(reply)));
}

TEST(Reply, WhateverIsNotAReplyIsRefused) {
  const std::string valid = to_json(full_reply());
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"), std::string("null"), valid.substr(1),
        valid.substr(0, valid.size() / 2), std::string(1000, '['), std::string("\0\0", 2),
        std::string(R"({"status":{"code":"0"},"meters":{},"leaks":[]})")})
    EXPECT_FALSE(parse_reply(text)) << text;
}

TEST(Reply, ARequestThatNoWarpCanMakeIsRefused) {
  using Access = emulation::WarpAccess;
  constexpr auto load = Access::Kind::load;
  const Access forged[] = {{load, 4, {}, {}},
                           {load, 4, {0, 1}, {0}},
                           {load, 4, {1, 1}, {0, 4}},
                           {load, 4, {31, 32}, {0, 4}},
                           {load, 0, {0}, {0}},
                           {load, 256, {0}, {0}},
                           {load, 4, {0}, {std::uint64_t{1} << 60}},
                           {load, 4, std::vector<unsigned>(33), std::vector<std::uint64_t>(33)}};
  for (const Access& access : forged) {
    Reply reply = full_reply();
    reply.meters.lines[0].examples = {access};
    EXPECT_FALSE(parse_reply(to_json(reply))) << to_json(reply);
  }
  Reply reply = full_reply();
  reply.meters.lines[0].examples.resize(4, reply.meters.lines[0].examples[0]);
  EXPECT_FALSE(parse_reply(to_json(reply)));
}

// The loader of the checker's results refuses such a number together with all other tests.
TEST(Reply, WhatResultsCannotHoldIsRefused) {
  const auto refused = [](auto forge) {
    Reply reply = full_reply();
    forge(reply);
    return !parse_reply(to_json(reply));
  };
  for (const int line : {-1, 1'000'000'001}) {
    EXPECT_TRUE(refused([=](Reply& reply) { reply.meters.lines[0].place.line = line; }));
    EXPECT_TRUE(refused([=](Reply& reply) { reply.meters.findings[0].place.line = line; }));
    EXPECT_TRUE(refused([=](Reply& reply) { reply.leaks[0].place.line = line; }));
    EXPECT_TRUE(refused([=](Reply& reply) { reply.objects[0].place.line = line; }));
    EXPECT_TRUE(refused([=](Reply& reply) { reply.meters.doubles.place.line = line; }));
    EXPECT_TRUE(refused([=](Reply& reply) { reply.places[1].place.line = line; }));
  }
  EXPECT_TRUE(refused([](Reply& reply) { reply.timeline->spans[0].end_ns = 999; })) << "before it begins";
  EXPECT_TRUE(refused([](Reply& reply) { reply.timeline->spans[0].device = -1; }));
  EXPECT_TRUE(refused([](Reply& reply) { reply.timeline->spans[0].place.line = -1; }));
  EXPECT_TRUE(refused([](Reply& reply) { reply.timeline->waits[0].begin_ns = 7000; }));
  EXPECT_TRUE(refused([](Reply& reply) { reply.device.sm_mhz = 1'000'001; }));
  EXPECT_TRUE(refused([](Reply& reply) { reply.device.event_nanoseconds = ~std::uint64_t{0}; }));
  EXPECT_FALSE(refused([](Reply& reply) { reply.places[1].place.line = 0; }));
}

// A timeline is an array of numbers and words. After any change, the parser must refuse it or stay sound.
TEST(Reply, AChangedTimelineIsRefusedOrSound) {
  const std::string valid = to_json(full_reply());
  const std::size_t first = valid.find("\"timeline\""), last = valid.size();
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = valid;
    for (int k = 0; k < 3; ++k)
      changed[first + random() % (last - first)] = "0123456789-.,[]{}\"nul e"[random() % 22];
    const auto reply = parse_reply(changed);
    if (!reply || !reply->timeline) continue;
    EXPECT_TRUE(is_possible(*reply->timeline)) << changed;
    EXPECT_LE(busy_share(*reply->timeline), 1);
  }
}

TEST(Reply, WhatNoWorkerWouldWriteIsRefused) {
  Reply reply = full_reply();
  reply.meters.launches = 31;
  const std::string valid = to_json(reply);
  const std::size_t at = valid.find("\"launches\":31");
  ASSERT_NE(at, std::string::npos);
  for (const char* launches : {"-1", "31.5", "1e300", "31 ", "031", "31,\"launches\":31", "31,\"more\":1"}) {
    std::string changed = valid;
    changed.replace(at, 13, std::string("\"launches\":") + launches);
    EXPECT_FALSE(parse_reply(changed)) << changed;
  }
}

}  // namespace
}  // namespace gridmark::channel
