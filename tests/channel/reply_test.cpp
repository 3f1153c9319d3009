#include "labkit/channel/reply.h"

#include <gtest/gtest.h>

namespace gridmark::channel {
namespace {

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

// The loader of the checker's results refuses such a number, and all other tests with it.
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
  EXPECT_TRUE(refused([](Reply& reply) { reply.device.sm_mhz = 1'000'001; }));
  EXPECT_TRUE(refused([](Reply& reply) { reply.device.event_nanoseconds = ~std::uint64_t{0}; }));
  EXPECT_FALSE(refused([](Reply& reply) { reply.places[1].place.line = 0; }));
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
