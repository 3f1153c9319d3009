#include "grader/load/metrics_text.h"

#include <gmock/gmock.h>

#include <cmath>

namespace gridmark::load {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  const auto samples = parse_metrics_text(text);
  return samples ? "" : message_of(samples.error());
}

ScrapedSample only_sample(const std::string& text) {
  const auto samples = parse_metrics_text(text);
  if (!samples || samples->size() != 1) {
    ADD_FAILURE() << (samples ? "not one sample" : message_of(samples.error()));
    return {};
  }
  return samples->front();
}

TEST(MetricsText, ReadsSamplesInTheirOrder) {
  const auto samples = parse_metrics_text(
      "# HELP train_loss of the last report\n# TYPE train_loss gauge\ntrain_loss 0.25\n\n"
      "gpu_busy_ratio{gpu=\"0\",name=\"NVIDIA H200\"} 0.5\n# EOF\n");
  ASSERT_TRUE(samples) << message_of(samples.error());
  ASSERT_EQ(samples->size(), 2u);
  EXPECT_EQ((*samples)[0].family, "train_loss");
  EXPECT_EQ((*samples)[0].value, 0.25);
  EXPECT_EQ((*samples)[1].labels.at("name"), "NVIDIA H200");
}

TEST(MetricsText, ReadsEachFormOfANumber) {
  EXPECT_EQ(only_sample("a 1e-3\n").value, 1e-3);
  EXPECT_EQ(only_sample("a +5\n").value, 5);
  EXPECT_EQ(only_sample("a -0.5\n").value, -0.5);
  EXPECT_TRUE(std::isnan(only_sample("a NaN\n").value));
  EXPECT_EQ(only_sample("a +Inf\n").value, INFINITY);
  EXPECT_EQ(only_sample("a -Inf\n").value, -INFINITY);
}

TEST(MetricsText, ReadsEscapesTimesAndBlanks) {
  EXPECT_EQ(only_sample("a{b=\"\\\\ \\\" \\n\"} 1\n").labels.at("b"), "\\ \" \n");
  EXPECT_EQ(only_sample("\ta { b = \"1\" , c=\"}\", } 2 1700000000000 \n").labels.at("c"), "}");
  EXPECT_EQ(only_sample("job:rate:sum{} 3\n").family, "job:rate:sum");
}

TEST(MetricsText, AnEmptyTextHasNoSamples) {
  const auto samples = parse_metrics_text("");
  EXPECT_TRUE(samples && samples->empty());
}

TEST(MetricsText, RefusesWithTheLineAndWhatWasExpected) {
  EXPECT_EQ(refusal("a 1\n<html>\n"),
            "line 2: found \"<html>\", expected the name of a metric, or a # before a comment");
  EXPECT_THAT(refusal("a 0,85\n"), HasSubstr("found \"0,85\", expected a number"));
  EXPECT_THAT(refusal("a\n"), HasSubstr("found the end of the line, expected a number"));
  EXPECT_THAT(refusal("a 1\r\n"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("a 1"), HasSubstr("line 1: has no line feed at its end"));
  EXPECT_THAT(refusal("a 1 2 3\n"), HasSubstr("expected the end of the line"));
  EXPECT_THAT(refusal("a 1 soon\n"), HasSubstr("time in milliseconds"));
  EXPECT_THAT(refusal("9a 1\n"), HasSubstr("name of a metric"));
  for (const char* number : {"nan(7)", "+-1", "1e999", "0x1p3", "++1", "--1"})
    EXPECT_THAT(refusal("a " + std::string(number) + "\n"), HasSubstr("expected a number")) << number;
}

TEST(MetricsText, RefusesLabelsThatAreNone) {
  EXPECT_THAT(refusal("a{b=\"x} 1\n"), HasSubstr("a double quote behind"));
  EXPECT_THAT(refusal("a{b=\"x\"y\"} 1\n"), HasSubstr("a comma or }"));
  EXPECT_THAT(refusal("a{b=x} 1\n"), HasSubstr("in double quotes"));
  EXPECT_THAT(refusal("a{b=\"\\t\"} 1\n"), HasSubstr("behind a backslash"));
  EXPECT_THAT(refusal("a{b=\"\\"), HasSubstr("line 1"));
  EXPECT_THAT(refusal("a{b=\"\\\n"), HasSubstr("behind a backslash"));
  EXPECT_THAT(refusal("a{b=\"1\",b=\"2\"} 1\n"), HasSubstr("\"b\" is there twice"));
  EXPECT_THAT(refusal("a{:=\"1\"} 1\n"), HasSubstr("label=\"value\""));
  EXPECT_THAT(refusal("a{,} 1\n"), HasSubstr("label=\"value\""));
}

TEST(MetricsText, IsBounded) {
  EXPECT_EQ(refusal("a{b=\"" + std::string(longest_metrics_line, 'x') + "\"} 1\n"),
            "line 1: is longer than 4096 bytes");
  EXPECT_THAT(refusal(std::string(1 << 20, '\0')), HasSubstr("longer than"));
  std::string many;
  for (std::size_t i = 0; i < most_scraped_samples; ++i) many += "a 1\n";
  EXPECT_EQ(refusal(many), "");
  EXPECT_EQ(refusal(many + "a 1\n"), "line 10001: is sample 10001, expected 10000 at most");
}

}  // namespace
}  // namespace gridmark::load
