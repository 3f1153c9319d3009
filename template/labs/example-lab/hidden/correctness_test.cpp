// Sizes and values that no handout names.
#include <random>

#include "labs/example-lab/tests/ask.h"

namespace gridmark::lab_example_lab {
namespace {

TEST(Saxpy, AnySize) {
  std::mt19937_64 random(inputs::Inputs::fresh_seed());
  const int n = static_cast<int>(random() % 5000) + 2;
  EXPECT_TRUE(random_call(n).answered_right());
}

// The second answer must come from the second inputs.
TEST(Saxpy, TwiceInARow) {
  ASSERT_TRUE(random_call(777).answered_right());
  EXPECT_TRUE(random_call(777).answered_right());
}

}  // namespace
}  // namespace gridmark::lab_example_lab
