#include "grader/system/digest.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

// sha256sum of "3:abc"
TEST(Digest, IsSha256OfPartsWithTheirLengths) {
  EXPECT_EQ(Digest().add("abc").hex(), "aab5f9ae99b2e38fb462025c8f72f570c9c811705d2a4277dc855d7fa293fe97");
  EXPECT_NE(Digest().add("ab").add("c").hex(), Digest().add("a").add("bc").hex());
  EXPECT_NE(Digest().add("").hex(), Digest().hex());
}

}  // namespace
}  // namespace gridmark
