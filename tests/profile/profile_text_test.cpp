#include "emulation/profile/profile_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridmark::profile {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::optional<std::string> no_source(const std::string&, int) { return std::nullopt; }

std::string shown(const json& profile, std::size_t top = 10, const ReadLine& read_line = no_source) {
  const auto text = profile_text(profile.dump(), top, read_line);
  return text ? *text : "error: " + text.error();
}

json traffic(int requests, int sectors, int ideal, int bytes) {
  return {{"requests", requests}, {"sectors", sectors}, {"ideal_sectors", ideal}, {"bytes", bytes}};
}

json shared(int requests, int wavefronts, int ideal) {
  return {{"requests", requests}, {"wavefronts", wavefronts}, {"ideal_wavefronts", ideal}, {"bytes", 0}};
}

json operations(int additions, int multiplications, int fused, int special) {
  return {
      {"additions", additions}, {"multiplications", multiplications}, {"fused", fused}, {"special", special}};
}

/// Counts of a kernel that does nothing.
json idle() {
  const json none = operations(0, 0, 0, 0);
  return {{"loads", traffic(0, 0, 0, 0)},
          {"stores", traffic(0, 0, 0, 0)},
          {"shared", shared(0, 0, 0)},
          {"atomics", {{"requests", 0}, {"operations", 0}, {"rounds", 0}}},
          {"constants", {{"requests", 0}, {"passes", 0}}},
          {"issues", {{"warp_instructions", 0}, {"lane_instructions", 0}, {"average_lanes", 0.0}}},
          {"flops", {{"half", none}, {"single", none}, {"double", none}, {"operations", 0}}},
          {"caches",
           {{"l1_reads", 0},
            {"l1_hits", 0},
            {"l2_reads", 0},
            {"l2_hits", 0},
            {"l2_writes", 0},
            {"dram_reads", 0},
            {"dram_writes", 0}}},
          {"barriers", 0},
          {"warp_barriers", 0}};
}

json empty_profile() {
  json totals = idle();
  totals.update({{"launches", 0}, {"blocks", 0}, {"threads", 0}});
  const json none{{"count", 0}, {"bytes", 0}};
  return {{"format", "gridmark-profile"},
          {"version", 2},
          {"fault", nullptr},
          {"totals", totals},
          {"copies", {{"host_to_device", none}, {"device_to_host", none}, {"device_to_device", none}}},
          {"memory", {{"allocations", 0}, {"peak_bytes", 0}}},
          {"kernels", json::array()},
          {"lines", json::array()},
          {"findings", json::array()},
          {"findings_total", 0},
          {"leaks", json::array()}};
}

json line(const std::string& file, int number, int load_sectors, int wavefronts = 0, int passes = 0) {
  json line = idle();
  line.update({{"file", file}, {"line", number}, {"kernel", "k"}});
  line["loads"] = traffic(load_sectors, load_sectors, load_sectors, 0);
  line["shared"] = shared(wavefronts, wavefronts, wavefronts);
  line["constants"] = {{"requests", passes}, {"passes", passes}};
  line["issues"]["average_lanes"] = 32.0;
  return line;
}

TEST(ProfileText, OfAnIdleProgramSaysWhatDidNotHappenInAFewLines) {
  EXPECT_EQ(shown(empty_profile()),
            "totals\n"
            "  launches        0 launches, 0 blocks, 0 threads\n"
            "  host to device  0 times, 0 bytes\n"
            "  device to host  0 times, 0 bytes\n"
            "  within device   0 times, 0 bytes\n"
            "  memory          0 allocations, at most 0 bytes at a time\n"
            "  caches (model)  0 bytes to L2, 0 bytes to DRAM (read 0 bytes, written 0 bytes)\n"
            "  active lanes    0.0 of 32 an instruction\n"
            "  barriers        0 of blocks, 0 of warps\n"
            "  FLOPs           0\n");
}

TEST(ProfileText, TotalsAreWhatTheFileHas) {
  json profile = empty_profile();
  json& totals = profile["totals"];
  totals.update(
      {{"launches", 1}, {"blocks", 1234567}, {"threads", 1000}, {"barriers", 2}, {"warp_barriers", 3}});
  totals["loads"] = traffic(10, 50, 40, 1280);
  totals["stores"] = traffic(1, 1, 1, 4);
  totals["shared"] = shared(4, 36, 4);
  totals["atomics"] = {{"requests", 2}, {"operations", 64}, {"rounds", 34}};
  totals["constants"] = {{"requests", 1}, {"passes", 1}};
  totals["issues"]["average_lanes"] = 24.25;
  totals["flops"]["single"] = operations(100, 10, 1000, 7);
  totals["flops"]["double"] = operations(0, 0, 0, 1);
  totals["flops"]["operations"] = 2110;
  totals["caches"].update({{"l2_reads", 400}, {"l2_writes", 100}, {"dram_reads", 30}, {"dram_writes", 3}});
  profile["copies"]["host_to_device"] = {{"count", 2}, {"bytes", 10 * 1024}};
  profile["memory"] = {{"allocations", 1}, {"peak_bytes", 10 << 20}};
  EXPECT_EQ(shown(profile),
            "totals\n"
            "  launches        1 launch, 1,234,567 blocks, 1,000 threads\n"
            "  host to device  2 times, 10.0 KiB\n"
            "  device to host  0 times, 0 bytes\n"
            "  within device   0 times, 0 bytes\n"
            "  memory          1 allocation, at most 10.0 MiB at a time\n"
            "  global loads    10 requests, 50 sectors, 1.25 x the sectors needed, 1,280 bytes asked for\n"
            "  global stores   1 request, 1 sector, 1.00 x the sectors needed, 4 bytes asked for\n"
            "  shared memory   4 requests, 36 wavefronts, of which 32 bank conflicts\n"
            "  atomics         64 operations in 2 requests, 17.00 rounds a request\n"
            "  constants       1 request, 1 pass\n"
            "  caches (model)  15.6 KiB to L2, 1,056 bytes to DRAM (read 960 bytes, written 96 bytes)\n"
            "  active lanes    24.2 of 32 an instruction\n"
            "  barriers        2 of blocks, 3 of warps\n"
            "  FLOPs           2,110; single: 2,110 and 7 special; double: 0 and 1 special\n"
            "  intensity       2.00 FLOP a byte of DRAM (model)\n");
}

TEST(ProfileText, AKernelShowsEachShapeOfItsLaunches) {
  json kernel = idle();
  kernel.update({{"name", "reduce<int>"}, {"launches", json::array()}});
  kernel["launches"].push_back({{"count", 3},
                                {"grid", {8, 2, 1}},
                                {"block", {256, 1, 1}},
                                {"static_shared_bytes", 1024},
                                {"dynamic_shared_bytes", 16},
                                {"registers", nullptr},
                                {"blocks_per_processor", 8},
                                {"occupancy", 0.875},
                                {"limited_by", "threads"}});
  json profile = empty_profile();
  profile["kernels"].push_back(kernel);
  EXPECT_THAT(
      shown(profile),
      HasSubstr(
          "\nkernel reduce<int>\n  3 launches      grid (8,2,1) block (256,1,1) shared 1,024+16 bytes; 8 "
          "blocks a processor, occupancy 88 % (limited by threads; registers unknown)\n"));
  profile["kernels"][0]["launches"][0]["registers"] = 40;
  EXPECT_THAT(shown(profile), HasSubstr("(limited by threads; 40 registers a thread)\n"));
}

TEST(ProfileText, TheLinesThatMoveMostComeFirstAndNoMoreThanAskedFor) {
  json profile = empty_profile();
  profile["lines"] = {line("a.cu", 1, 10), line("a.cu", 2, 5, 20), line("a.cu", 3, 0, 0, 30),
                      line("a.cu", 4, 1)};
  const std::string text = shown(profile, 3);
  const std::size_t first = text.find("a.cu:3 in k"), second = text.find("a.cu:2 in k"),
                    third = text.find("a.cu:1 in k");
  EXPECT_NE(third, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
  EXPECT_THAT(text, Not(HasSubstr("a.cu:4")));
  EXPECT_THAT(text, HasSubstr("  and 1 line of less traffic; --top 4 shows all\n"));
  EXPECT_THAT(shown(profile, 4), Not(HasSubstr("--top")));
  EXPECT_THAT(shown(profile, 0), Not(HasSubstr("hot lines")));
}

TEST(ProfileText, AHotLineShowsItsSourceItsTrafficAndIdleLanes) {
  json profile = empty_profile();
  json hot = line("dir/a.cu", 7, 0, 0);
  hot["stores"] = traffic(2, 64, 8, 256);
  hot["shared"] = shared(1, 2, 1);
  hot["issues"]["average_lanes"] = 16.0;
  profile["lines"].push_back(hot);
  EXPECT_THAT(
      shown(profile, 10,
            [](const std::string& file, int number) {
              return std::optional<std::string>(file + " line " + std::to_string(number));
            }),
      HasSubstr("\nhot lines\n  dir/a.cu:7 in k\n      | dir/a.cu line 7\n"
                "      stores   2 requests, 64 sectors, 8.00 x the sectors needed, 256 bytes asked for\n"
                "      shared   1 request, 2 wavefronts, of which 1 bank conflicts\n"
                "      lanes    16.0 of 32 active\n"));
}

TEST(ProfileText, EndsWithWhatIsWrong) {
  json profile = empty_profile();
  profile["findings"].push_back(
      {{"kind", "race"}, {"kernel", "k"}, {"file", "a.cu"}, {"line", 3}, {"message", "a race"}});
  profile["findings_total"] = 12;
  profile["leaks"].push_back({{"bytes", 64}, {"file", "a.cu"}, {"line", 9}});
  profile["fault"] = "it died";
  const std::string text = shown(profile);
  EXPECT_THAT(text,
              testing::EndsWith("\nfindings (12)\n  a race\n\nnever freed\n  64 bytes allocated at a.cu:9\n"
                                "\nthe program ended early: it died\n"));
}

TEST(ProfileText, NamesCannotSpeakToTheTerminal) {
  json profile = empty_profile();
  profile["fault"] = "\x1b[2Jgone";
  EXPECT_THAT(shown(profile), HasSubstr("early: ?[2Jgone"));
}

TEST(ProfileText, WhatIsNoProfileIsRefusedInOneMessage) {
  const auto changed = [](auto change) {
    json profile = empty_profile();
    change(profile);
    return profile.dump();
  };
  struct Case {
    std::string text;
    const char* message;
  };
  const Case cases[] = {
      {"", "is not JSON: something unexpected at byte 1 of 0"},
      {"{\"format\": ", "is not JSON"},
      {"{} trailing", "is not JSON"},
      {"\"\xff\"", "is not JSON"},
      {"[]", "has no \"format\""},
      {"null", "has no \"format\""},
      {R"({"format": "gridmark-record"})",
       "has the format \"gridmark-record\", where \"gridmark-profile\" is expected"},
      {R"({"format": "gridmark-profile", "version": 1})",
       "has version 1, and this program reads version 2. Profile the program again"},
      {R"({"format": "gridmark-profile", "version": 2})", "has no \"totals\""},
      {changed([](json& p) {
         p["totals"]["loads"].erase("sectors");
         p["totals"]["loads"]["requests"] = 1;
       }),
       "has no \"sectors\""},
      {changed([](json& p) { p["totals"]["launches"] = -1; }),
       "has -1 as \"launches\", where a count is expected"},
      {changed([](json& p) { p["totals"]["launches"] = 1.5; }),
       "has 1.5 as \"launches\", where a count is expected"},
      {changed([](json& p) { p["totals"]["launches"] = "7"; }), "has \"7\" as \"launches\""},
      {changed([](json& p) { p["totals"]["launches"] = nullptr; }), "has null as \"launches\""},
      {changed([](json& p) { p["kernels"] = {1}; }), "has no \"name\""},
      {changed([](json& p) {
         p["lines"] = {{{"file", 3}}};
       }),
       "is not a profile"},
      {changed([](json& p) { p["fault"] = 3; }), "a value of another type"},
      {changed([](json& p) { p["findings"] = "none"; }), "is not a profile"},
  };
  for (const Case& c : cases) {
    const auto text = profile_text(c.text, 10, no_source);
    ASSERT_FALSE(text) << c.text;
    EXPECT_THAT(text.error(), HasSubstr(c.message));
    EXPECT_EQ(text.error().find('\n'), std::string::npos);
  }
}

TEST(ProfileText, FiguresThatCannotBeDoNotWrapAround) {
  json profile = empty_profile();
  profile["totals"]["shared"] = shared(1, 1, 2);
  profile["totals"]["loads"] = traffic(1, 5, 0, 0);
  EXPECT_THAT(shown(profile), HasSubstr("of which 0 bank conflicts"));
  EXPECT_THAT(shown(profile), HasSubstr("5 sectors, - x the sectors needed"));
}

TEST(ProfileText, DeepNestingIsNoCrash) {
  EXPECT_FALSE(profile_text(std::string(100000, '['), 10, no_source));
  EXPECT_FALSE(profile_text(std::string(100000, '[') + std::string(100000, ']'), 10, no_source));
}

}  // namespace
}  // namespace gridmark::profile
