// The project describes only itself: no path, host or tool of the place where it is written.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/architecture/house_rules.h"
#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {
namespace {

// Each word is joined from two halves, so that this file does not contain it.
const std::array foreign_words{
    std::string("/wo") + "rk/",       std::string("/ro") + "ot/",      std::string("/fa") + "rm/",
    std::string("/.lib") + "rary",    std::string("farm") + "-studio", std::string("farm") + "-bench",
    std::string("sub") + "agent",     std::string("/tmp/") + "brief",  std::string("deb.deb") + "ian.org",
    std::string("registry.") + "npm", std::string("file://") + "/home"};

std::vector<Violation> foreign_words_in(const SourceFile& file) {
  std::vector<Violation> found;
  for (const std::string& word : foreign_words) {
    const auto at = file.text.find(word);
    if (at == std::string::npos) continue;
    const auto line =
        1 + std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    found.push_back({file.path, static_cast<int>(line), "speaks of " + word});
  }
  return found;
}

TEST(TheProject, SpeaksOfItselfAlone) {
  std::string all;
  for (const SourceFile& file : read_tree(GRIDMARK_SOURCE_DIR)) all += listing(foreign_words_in(file));
  EXPECT_TRUE(all.empty()) << all;
}

TEST(TheProject, IsCaughtSpeakingOfWhereItWasWritten) {
  const SourceFile file{"docs/x.md", "one\nsee " + foreign_words[0] + "notes\n"};
  EXPECT_EQ(listing(foreign_words_in(file)), "docs/x.md:2: speaks of " + foreign_words[0] + "\n");
}

}  // namespace
}  // namespace gridmark::architecture
