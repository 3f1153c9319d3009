// Scripts of sensors: valid ones, and broken ones with their messages.
#include "emulation/runtime/board_script.h"

#include <gtest/gtest.h>

namespace {

using gridmark::emulation::BoardScript;
using gridmark::emulation::parse_board_script;

BoardScript parse(const std::string& text) { return parse_board_script(text, "hot.csv", 2); }
std::string error_of(const std::string& text) { return parse(text).error; }

TEST(BoardScript, LinesHoldFromTheirMoment) {
  const BoardScript script = parse("seconds,device,gpu,memory,watts,celsius,mhz\n# hot\n\n0, 0, 50, 10, 250.5, 61, 1410\r\n"
                                   "0,1,0,0,62,29,1410\n2.5,0,100,20,400,91,900");
  ASSERT_EQ(script.error, "");
  ASSERT_EQ(script.samples.size(), 3u);
  EXPECT_EQ(script.samples[0].sample.gpu_share, 0.5);
  EXPECT_EQ(script.samples[0].sample.watts, 250.5);
  EXPECT_EQ(script.samples[1].device, 1);
  EXPECT_EQ(script.samples[2].from, 2.5e9);
  EXPECT_EQ(script.samples[2].sample.sm_megahertz, 900);
}

TEST(BoardScript, AnErrorNamesLineColumnAndWhatWasExpected) {
  EXPECT_EQ(error_of("0,0,50,10,250,61,1410\n1,0,150,10,250,61,1410\n"),
            "hot.csv:2:5: found \"150\", expected utilisation in percent: a number from 0 to 100");
  EXPECT_EQ(error_of("0,0,50,10,250,61"), "hot.csv:1:17: the line ends after 6 numbers, expected 7");
  EXPECT_EQ(error_of("0,0,50,10,250,61,1410,7"), "hot.csv:1:22: the line goes on after 7 numbers");
  EXPECT_EQ(error_of("0,2,50,10,250,61,1410"),
            "hot.csv:1:1: names device 2, but there are 2 (GRIDMARK_DEVICES)");
  EXPECT_EQ(error_of("1,0,50,10,250,61,1410\n1,0,50,10,250,61,1410"),
            "hot.csv:2:1: the seconds must rise for each device: 1 follows 1");
  EXPECT_EQ(error_of(""), "hot.csv:1:1: has no sample, expected a line of 7 numbers");
}

TEST(BoardScript, NumbersAreWholeWords) {
  for (const char* value : {"", "nan", "inf", "-1", "1e999", "0x10", "5 0", "50%", "0,5", "\x1b[31m", "1.5"})
    EXPECT_NE(error_of(std::string("0,") + value + ",50,10,250,61,1410"), "") << value;
  EXPECT_EQ(error_of("0,\x1b[2J,0,0,0,0,0").find('\x1b'), std::string::npos);
}

TEST(BoardScript, AnythingReadsOrIsRefused) {
  std::uint32_t state = 1;
  const std::string letters = "0123456789,.-e \n\r#ax\t\x80";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (state = state * 1664525 + 1013904223; text.size() < (state >> 24) % 60;) {
      text += letters[(state >> 8) % letters.size()];
      state = state * 1664525 + 1013904223;
    }
    const BoardScript script = parse(text);
    EXPECT_NE(script.error.empty(), script.samples.empty()) << text;
  }
}

TEST(BoardScript, OnlyARegularFileIsRead) {
  using gridmark::emulation::read_board_script;
  EXPECT_NE(read_board_script("/dev/zero", 1).error.find("not a regular file"), std::string::npos);
  EXPECT_NE(read_board_script("/tmp", 1).error, "");
  EXPECT_NE(read_board_script("/no/such/file", 1).error.find("cannot be opened"), std::string::npos);
}

}  // namespace
