#include "grader/core/moment.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

TEST(Moment, ZonesAreTakenOff) {
  EXPECT_EQ(parse_moment("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_moment("2026-10-01T23:59:00+02:00"), parse_moment("2026-10-01T21:59:00Z"));
  EXPECT_EQ(parse_moment("2026-03-01T00:30:00+01:00"), parse_moment("2026-02-28T23:30:00Z"));
  EXPECT_EQ(moment_text(*parse_moment("2026-10-01T23:59:00+02:00")), "2026-10-01T21:59:00Z");
}

TEST(Moment, WhatIsNoTimeIsNone) {
  for (const char* text : {"", "2026-10-01", "2026-10-01T23:59:00", "2026-02-29T00:00:00Z",
                           "2026-13-01T00:00:00Z", "2026-10-01T24:00:00Z", "2026-10-01T23:59:00+2:00",
                           "2026-10-01T23:59:00Z ", "26-10-01T23:59:00Z", "2026-10-01T23:59:00.5Z"})
    EXPECT_FALSE(parse_moment(text)) << text;
}

TEST(Moment, EverySecondComesBackAsItWas) {
  for (Moment moment = 0; moment < 253'402'300'000; moment += 86'399 * 3571)
    EXPECT_EQ(parse_moment(moment_text(moment)), moment);
}

}  // namespace
}  // namespace gridmark
