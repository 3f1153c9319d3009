#include "grader/load/load_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string trace = R"({"displayTimeUnit":"ms",
"otherData":{"format":"gridmark-timeline","version":1,"times":"modelled","begin_us":0.0,"end_us":30.5,
"commands":1,"kernel_us":8.5,"host_waits":3,"left_out":2},
"traceEvents":[
{"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"host"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":0,"tid":1,"ts":1.0,"dur":1.0,"args":{"correlation":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":0,"tid":1,"ts":2.0,"dur":9.0,"args":{"waits":true}},
{"ph":"X","cat":"user_annotation","name":"step","pid":0,"tid":2001,"ts":0.5,"dur":3.0,"args":{}},
{"ph":"X","cat":"gpu_user_annotation","name":"step","pid":1,"tid":9,"ts":2.5,"dur":8.5,"args":{}},
{"ph":"X","cat":"kernel","name":"work","pid":1,"tid":3000,"ts":2.5,"dur":8.5,"args":{"correlation":7,"device":1,
"stream":3,"kind":"kernel","basis":"counts","flops":12.0,"place":"a.cu:4"}},
{"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":0,"tid":1,"ts":1.0}
]})";

std::string with(const std::string& from, const std::string& to) {
  std::string text = trace;
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::string complaint_about(const std::string& text) {
  const auto loaded = load_timeline(text, "t.json");
  return loaded ? "none" : message_of(loaded.error());
}

TEST(LoadTimeline, TakesWhatAProfileWrites) {
  const auto loaded = load_timeline(trace, "t.json");
  ASSERT_TRUE(loaded) << message_of(loaded.error());
  ASSERT_EQ(loaded->commands.size(), 1U);
  const TimelineCommand& one = loaded->commands[0];
  EXPECT_EQ(one.kind, CommandKind::kernel);
  EXPECT_EQ(one.basis, LengthBasis::counts);
  EXPECT_EQ(one.device, 1);
  EXPECT_EQ(one.stream, 3);
  EXPECT_EQ(one.queued, 2);
  EXPECT_EQ(one.end, 11);
  EXPECT_EQ(one.flops, 12);
  EXPECT_EQ(one.place, "a.cu:4");
  ASSERT_EQ(loaded->waits.size(), 1U);
  EXPECT_EQ(loaded->waits[0].end, 11);
  EXPECT_EQ(loaded->ranges.size(), 1U);
  EXPECT_EQ(loaded->host_waits, 3);
  EXPECT_EQ(loaded->left_out, 2);
}

TEST(LoadTimeline, NamesWhatIsWrong) {
  EXPECT_THAT(complaint_about("{}"), HasSubstr("otherData"));
  EXPECT_THAT(complaint_about("[1"), HasSubstr("t.json"));
  EXPECT_THAT(complaint_about(with("gridmark-timeline", "other")), HasSubstr("\"gridmark-timeline\""));
  EXPECT_THAT(complaint_about(with("\"dur\":8.5,\"args\":{\"corr", "\"dur\":-8.5,\"args\":{\"corr")),
              AllOf(HasSubstr("/traceEvents/5/dur"), HasSubstr("a length in microseconds")));
  EXPECT_THAT(complaint_about(with("\"ts\":2.5,\"dur\":8.5,\"args\":{\"corr",
                                   "\"ts\":1e300,\"dur\":8.5,\"args\":{\"corr")),
              HasSubstr("/traceEvents/5/ts"));
  EXPECT_THAT(complaint_about(with("\"kind\":\"kernel\"", "\"kind\":\"colonel\"")), HasSubstr("kernel"));
  EXPECT_THAT(complaint_about(with("\"device\":1", "\"device\":-1")), HasSubstr("a device's number"));
}

}  // namespace
}  // namespace gridmark::load
