#include "grader/sandbox/output_buffer.h"

#include <gtest/gtest.h>

namespace gridmark::sandbox {
namespace {

TEST(OutputBuffer, AShortOutputIsAllHead) {
  OutputBuffer buffer;
  buffer.append("one ");
  buffer.append("two");
  EXPECT_EQ(buffer.head(), "one two");
  EXPECT_EQ(buffer.tail(), "");
  EXPECT_EQ(buffer.total(), 7);
}

TEST(OutputBuffer, NothingIsInHeadAndTailBoth) {
  OutputBuffer buffer;
  buffer.append(std::string(OutputBuffer::head_cap - 1, 'h'));
  buffer.append("Hxyz");
  EXPECT_EQ(buffer.head().size(), OutputBuffer::head_cap);
  EXPECT_EQ(buffer.head().back(), 'H');
  EXPECT_EQ(buffer.tail(), "xyz");
}

TEST(OutputBuffer, AFloodKeepsItsLastBytesInBoundedMemory) {
  OutputBuffer buffer;
  for (int i = 0; i < 100'000; ++i) buffer.append(std::to_string(i) + "\n");
  EXPECT_EQ(buffer.tail().size(), OutputBuffer::tail_cap);
  EXPECT_TRUE(buffer.tail().ends_with("99998\n99999\n"));
  EXPECT_EQ(buffer.total(), 588'890);
}

}  // namespace
}  // namespace gridmark::sandbox
