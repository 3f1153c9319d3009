#include "labkit/channel/wrong_reply.h"

#include <gmock/gmock.h>

#include <cmath>

namespace gridmark::channel {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OutputView view_of(std::vector<float>& values) {
  return {std::as_writable_bytes(std::span(values)), sizeof(float), Element::float32};
}
InputView input_of(const std::vector<float>& values) {
  return {std::as_bytes(std::span(values)), sizeof(float), Element::float32};
}

/// Whether `reply` replaces `values`. They hold its replacement afterwards.
bool replace(WrongReply reply, std::vector<float>& values, const std::vector<InputView>& inputs = {}) {
  return Replacer({reply, 0}).replace("op", inputs, {view_of(values)});
}

TEST(WrongReply, ZerosAreOnlyWrongWhereSomethingElseIsRight) {
  std::vector<float> values{1, 2}, zeros{0, 0};
  EXPECT_TRUE(replace(WrongReply::zeros, values));
  EXPECT_THAT(values, ElementsAre(0, 0));
  EXPECT_FALSE(replace(WrongReply::zeros, zeros));
}

TEST(WrongReply, ACopyPrefersAnInputOfTheSameSizeAndRepeatsAShorterOne) {
  const std::vector<float> longer{7, 8, 9}, same{4, 5};
  std::vector<float> values{1, 2}, more{1, 2, 3, 4};
  EXPECT_TRUE(replace(WrongReply::input_copy, values, {input_of(longer), input_of(same)}));
  EXPECT_THAT(values, ElementsAre(4, 5));
  EXPECT_TRUE(replace(WrongReply::input_copy, more, {input_of(longer)}));
  EXPECT_THAT(more, ElementsAre(7, 8, 9, 7));
  std::vector<float> copied = same;  // an operation whose right answer is its input
  EXPECT_FALSE(replace(WrongReply::input_copy, copied, {input_of(same)}));
}

TEST(WrongReply, StaleIsTheLastAnswerOfTheSameOperationAndSize) {
  Replacer replacer({WrongReply::stale, 0});
  std::vector<float> first{1, 2}, other{5, 6, 7}, second{3, 4}, third{8, 9};
  EXPECT_FALSE(replacer.replace("op", {}, {view_of(first)}));
  EXPECT_FALSE(replacer.replace("op", {}, {view_of(other)}));
  EXPECT_TRUE(replacer.replace("op", {}, {view_of(second)}));
  EXPECT_THAT(second, ElementsAre(1, 2));
  EXPECT_TRUE(replacer.replace("op", {}, {view_of(third)}));
  EXPECT_THAT(third, ElementsAre(3, 4)) << "the right answer before, not the wrong one in its place";
}

TEST(WrongReply, HalfRoundsToElevenBits) {
  std::vector<float> values{1.0f / 3, 1000.3f, 1e-9f, 1e6f};
  EXPECT_TRUE(replace(WrongReply::half, values));
  EXPECT_FLOAT_EQ(values[0], 0.33325195f);
  EXPECT_FLOAT_EQ(values[1], 1000.5f);
  EXPECT_FLOAT_EQ(values[2], 0.0f);
  EXPECT_TRUE(std::isinf(values[3]));
}

// A value that is exact, or almost exact, in half precision cannot show the difference.
TEST(WrongReply, HalfIsNotWrongWhereItHoldsTheValues) {
  std::vector<float> exact{1, 2, 0.5f, 1024}, nearly{1.00001f};
  EXPECT_FALSE(replace(WrongReply::half, exact));
  EXPECT_FALSE(replace(WrongReply::half, nearly));
}

TEST(WrongReply, OneNanAndOneElementAreEnough) {
  std::vector<float> values{1, 2, 3}, zeros{0, 0};
  EXPECT_TRUE(replace(WrongReply::nan, values));
  EXPECT_TRUE(std::isnan(values[1]));
  values = {1, 2, 3};
  EXPECT_TRUE(replace(WrongReply::last_element, values));
  EXPECT_THAT(values, ElementsAre(1, 2, 0));
  EXPECT_TRUE(replace(WrongReply::last_element, zeros));
  EXPECT_THAT(zeros, ElementsAre(0, 1));
}

TEST(WrongReply, RoomThatWasNotUsedHasNoLastElement) {
  std::vector<char> text{'a', 'b', '\xFF', '\xFF'};
  const OutputView view{std::as_writable_bytes(std::span(text)), 1, Element::other};
  EXPECT_TRUE(Replacer({WrongReply::last_element, 0}).replace("op", {}, {view}));
  EXPECT_THAT(text, ElementsAre('a', '\0', '\xFF', '\xFF'));
}

TEST(WrongReply, IntegersHaveNoNanAndNoHalf) {
  std::vector<int> values{1, 70000};
  const OutputView view{std::as_writable_bytes(std::span(values)), sizeof(int), Element::other};
  EXPECT_FALSE(Replacer({WrongReply::nan, 0}).replace("op", {}, {view}));
  EXPECT_FALSE(Replacer({WrongReply::half, 0}).replace("op", {}, {view}));
  EXPECT_TRUE(Replacer({WrongReply::unwritten, 0}).replace("op", {}, {view}));
  EXPECT_THAT(values, ElementsAre(-1, -1));
}

TEST(WrongReply, OnlyTheChosenOutputIsReplaced) {
  std::vector<float> first{1}, second{2};
  Replacer replacer({WrongReply::zeros, 1});
  EXPECT_TRUE(replacer.replace("op", {}, {view_of(first), view_of(second)}));
  EXPECT_THAT(first, ElementsAre(1));
  EXPECT_THAT(second, ElementsAre(0));
  EXPECT_FALSE(replacer.replace("op", {}, {view_of(first)}));
  EXPECT_EQ(replacer.end_test().outputs, 2u);
}

TEST(WrongReply, ATestIsToldOfWhatItRead) {
  Replacer replacer({WrongReply::zeros, 0});
  const auto read = std::make_shared<bool>(true), unread = std::make_shared<bool>(false);
  replacer.watch("matmul", read);
  replacer.watch("transpose", unread);
  replacer.tolerate(WrongReply::zeros, "it may be");
  replacer.tolerate(WrongReply::nan, "not asked");
  const Replacer::Seen seen = replacer.end_test();
  EXPECT_THAT(seen.arrays, ElementsAre("output 1 of matmul"));
  EXPECT_EQ(seen.tolerated, "it may be");
  EXPECT_THAT(replacer.end_test().arrays, IsEmpty());
}

TEST(WrongReply, AnOutputKnowsThatItWasLookedAt) {
  Out<float> out(2);
  out.poison();
  out.take_snapshot();
  const auto was_read = std::make_shared<bool>(false);
  out.watch(was_read);
  EXPECT_FALSE(*was_read);
  EXPECT_EQ(out.values().size(), 2u);
  EXPECT_TRUE(*was_read);
}

TEST(WrongReply, TheOptionNamesAKindAndAnOutput) {
  const auto parsed = parse_replacement("half:2");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->reply, WrongReply::half);
  EXPECT_EQ(parsed->output, 2u);
  for (const char* wrong : {"", "half", "half:", "halves:0", "half:-1", "half:1x"})
    EXPECT_FALSE(parse_replacement(wrong)) << wrong;
}

}  // namespace
}  // namespace gridmark::channel
