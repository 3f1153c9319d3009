#include "protocol/write_json.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "protocol/paired_timing.h"
#include "protocol/plot.h"

namespace gridmark {
namespace {

TEST(JsonOf, HasTheKeysInTheOrderOfTheDescription) {
  const PlotSeries series{"yours", Provenance::modelled, {1, 2}, {0.5, 4}};
  EXPECT_EQ(json_of(series).dump(),
            R"({"name":"yours","provenance":"modelled","at":[1.0,2.0],"values":[0.5,4.0]})");
}

TEST(JsonOf, LeavesOutWhatIsNotThere) {
  PairedTimingFacts paired_timing;
  EXPECT_FALSE(json_of(paired_timing).contains("work"));
  paired_timing.work = PairedTimingWork{2, 32};
  EXPECT_EQ(json_of(paired_timing)["work"].dump(), R"({"flops":2.0,"bytes":32.0})");
}

TEST(JsonOf, ATimedCallIsARowOfNumbers) {
  EXPECT_EQ(json_of(timing::Timed{1, 2, {3, 4, 5, 6}}).dump(), "[1.0,2.0,3.0,4.0,5.0,6.0]");
}

TEST(JsonOf, ItsReaderSaysHowBytesThatAreNotUtf8AreSpelled) {
  EXPECT_EQ(json_of(PlotMark{1, "a\xff"}, valid_utf8).dump(), R"({"at":1.0,"text":"a\\xff"})");
}

}  // namespace
}  // namespace gridmark
