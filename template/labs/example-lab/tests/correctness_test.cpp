// Is it right? The sizes are those that the handout names.
#include "labs/example-lab/tests/ask.h"

namespace gridmark::lab_example_lab {
namespace {

TEST(Saxpy, OneElement) { EXPECT_TRUE(random_question(1).answered_right()); }

TEST(Saxpy, PowerOfTwo) { EXPECT_TRUE(random_question(1024).answered_right()); }

TEST(Saxpy, OddSize) { EXPECT_TRUE(random_question(1023).answered_right()); }

TEST(Saxpy, Negatives) { EXPECT_TRUE(random_question(500, -2, -1).answered_right()); }

TEST(Saxpy, Zeros) {
  const std::vector<float> zeros = inputs::Inputs::zeros(300);
  EXPECT_TRUE(Question(2, zeros, zeros).answered_right());
}

TEST(Saxpy, AMillion) { EXPECT_TRUE(random_question(1'000'000).answered_right()); }

}  // namespace
}  // namespace gridmark::lab_example_lab
