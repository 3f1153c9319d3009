#include "grader/core/plain_number.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

TEST(PlainNumber, KnowsValueDigitsAndTheStepOfTheLast) {
  const auto check = [](const char* text, double value, int digits, double step) {
    const auto number = plain_number(text);
    ASSERT_TRUE(number) << text;
    EXPECT_DOUBLE_EQ(number->value, value) << text;
    EXPECT_EQ(number->digits, digits) << text;
    EXPECT_NEAR(number->step, step, step * 1e-9) << text;
  };
  check("0.0313", 0.0313, 3, 1e-4);
  check("-12", -12, 2, 1);
  check("+1.50", 1.5, 3, 0.01);
  check("3.3e7", 3.3e7, 2, 1e6);
  check("1e-3", 1e-3, 1, 1e-3);
  check("0", 0, 1, 1);
  check("0.00", 0, 1, 0.01);
  check("8388608", 8388608, 7, 1);
}

TEST(PlainNumber, OtherSpellingsAreNone) {
  for (const char* text :
       {"",   "+",     "-",     "e5",     "inf", "nan", "-inf", "0x10", "0x1p3", "1,5", "1 000",
        "1e", "1e999", "1e301", "-1e305", " 1",  "1 ",  "--1",  "+-1",  "1.2.3", "1f"})
    EXPECT_FALSE(plain_number(text)) << text;
  EXPECT_FALSE(plain_number(std::string(1000, '1')));
}

}  // namespace
}  // namespace gridmark
