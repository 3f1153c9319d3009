#include "grader/sandbox/small_files.h"

#include <gtest/gtest.h>

namespace gridmark::sandbox {
namespace {

TEST(NumberAfter, TheKeyMustStartALineAndBeWhole) {
  const std::string text = "oom 1\noom_kill 2\nlow oom_kill 3\nRssAnon:\t  40 kB\n";
  EXPECT_EQ(number_after(text, "oom_kill", 0), 2);
  EXPECT_EQ(number_after(text, "oom", 0), 1);
  EXPECT_EQ(number_after(text, "RssAnon:", 0), 40);
  EXPECT_EQ(number_after(text, "oom_k", -1), -1);
  EXPECT_EQ(number_after("", "oom", -1), -1);
}

TEST(SmallFiles, AMissingFileIsEmpty) { EXPECT_EQ(read_small_file("/no/such/file"), ""); }

}  // namespace
}  // namespace gridmark::sandbox
