// The command line of gridmark-ranks.
#include "labkit/ranks/options.h"

#include <gtest/gtest.h>

#include <utility>

namespace gridmark::ranks {
namespace {

TEST(RanksOptions, ReadsUnitsAndPlaces) {
  const auto read =
      read_options({"-n", "4", "--alpha=2ms", "--beta", "5GB/s", "--eager", "64", "--choices", "0,2,1",
                    "--kill", "2@10", "--slow", "1=3us", "--nodes", "2", "--", "./ring", "-n"});
  const Options& options = std::get<Options>(read);
  EXPECT_EQ(options.network.world, 4);
  EXPECT_DOUBLE_EQ(options.network.alpha, 2e-3);
  EXPECT_DOUBLE_EQ(options.network.bytes_per_second, 5e9);
  EXPECT_EQ(options.network.eager_limit, 64u);
  EXPECT_EQ(options.network.choices, (std::vector<std::size_t>{0, 2, 1}));
  EXPECT_EQ(options.network.kill->rank, 2);
  EXPECT_EQ(options.network.kill->messages, 10u);
  EXPECT_DOUBLE_EQ(options.network.slower_by.at(1), 3e-6);
  EXPECT_EQ(options.network.nodes, 2);
  EXPECT_EQ(options.program, (std::vector<std::string>{"./ring", "-n"}));
}

TEST(RanksOptions, ExplainWrongOnes) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"-n", "0", "--", "a"}, "-n is \"0\", expected a number of ranks from 1 to 256"},
      {{"-n", "--", "a"}, "-n needs a value"},
      {{"--alpha", "5", "--", "a"}, "--alpha is \"5\", expected a time such as 5us (s, ms, us, ns)"},
      {{"--beta", "0GB/s", "--", "a"},
       "--beta is \"0GB/s\", expected a rate such as 20GB/s (B/s, KB/s, MB/s, GB/s, TB/s)"},
      {{"--choices", "1,,2", "--", "a"},
       "--choices is \"1,,2\", expected numbers from 0 with commas, such as 0,2,1"},
      {{"--kill", "2", "--", "a"},
       "--kill is \"2\", expected a rank and a number of messages from 1, such as 2@10"},
      {{"--nodes", "0", "--", "a"}, "--nodes is \"0\", expected a number of nodes from 1"},
      {{"-n", "2", "--nodes", "3", "--", "a"},
       "--nodes is 3, and there are 2 ranks: each node has at least one"},
      {{"--kill", "1@3", "--", "a"}, "--kill names rank 1, and the last rank is 0: raise -n"},
      {{"-n", "2"}, "a program is missing: write gridmark ranks -n 4 -- ./program"},
      {{"./ring"}, "\"./ring\" is not an option: write -- before the program"},
      {{"--explore", "5", "--order", "3", "--", "a"},
       "--explore tries seeds by itself: leave out --order and --choices"}};
  for (const auto& [words, message] : cases) {
    const auto read = read_options(words);
    ASSERT_TRUE(std::holds_alternative<WrongUsage>(read)) << message;
    EXPECT_EQ(std::get<WrongUsage>(read).message, message);
  }
}

}  // namespace
}  // namespace gridmark::ranks
