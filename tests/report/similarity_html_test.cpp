#include "grader/report/similarity_html.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace gridmark::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

AlikeLab example_lab() {
  AlikeLab lab{"lab9", "Lab <nine>", {"a.cu"}, {}, {}};
  lab.works = {{AlikeWork::Origin::student, "ada", "3 commits", {"one\ntwo<b>\nthree\nfour\n"}},
               {AlikeWork::Origin::student, "<bo>", "", {"zwei\ndrei\n\x1b[2J\n"}},
               {AlikeWork::Origin::student, "cy"}};
  lab.found.clusters = {{{0, 1}, 1, 0.874, 0.874, {{0, 1, 0.874, 120, {{0, 2, 3}}, {{0, 1, 2}}}}}};
  return lab;
}

/// A ring in which the first work is like each of the others.
AlikeLab ring_of(std::size_t works) {
  AlikeLab lab{"lab9", "Nine", {"a.cu"}, {}, {}};
  AlikeCluster ring;
  for (std::size_t i = 0; i < works; ++i) {
    lab.works.push_back({AlikeWork::Origin::student, fmt::format("s{}", i), "", {"code\n"}});
    ring.members.push_back(i);
    if (i > 0) ring.pairs.push_back({0, i, 1, 100, {{0, 1, 1}}, {{0, 1, 1}}});
  }
  ring.all_pairs = works * (works - 1) / 2;
  ring.weakest = 0.9;
  ring.strongest = 1;
  lab.found.clusters = {ring};
  return lab;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++found;
  return found;
}

TEST(SimilarityPage, MarksTheLinesOfEachSide) {
  const std::string html = print_similarity({example_lab()});
  EXPECT_THAT(html, HasSubstr("3 submissions compared: 1 cluster of alike works"));
  EXPECT_THAT(html, HasSubstr("1 pair, 87 % of the smaller work's own code"));
  EXPECT_THAT(
      html, HasSubstr("<span><i>   1 </i>one</span><span class=\"shared\"><i>   2 </i>two&lt;b&gt;</span>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"shared\"><i>   2 </i>drei</span><span><i>   3 </i>"));
}

TEST(SimilarityPage, IsOnePageThatNoNameAndNoCodeBreaks) {
  AlikeLab lab = example_lab();
  lab.found.common = {{1, {{0, 1, 3}}, 40, {0, 1}}};
  const std::string html = print_similarity({lab});
  for (const char* raw : {"<bo>", "two<b>", "Lab <nine>", "\x1b", "<script", "http:", "src="})
    EXPECT_THAT(html, Not(HasSubstr(raw)));
}

TEST(SimilarityPage, AClassWithoutAPairSaysSo) {
  AlikeLab lab = example_lab();
  lab.found.clusters.clear();
  EXPECT_THAT(print_similarity({lab}), HasSubstr("3 submissions compared: 0 clusters of alike works"));
}

TEST(SimilarityPage, ARingIsOneClusterWithARowForEachMember) {
  const std::string html = print_similarity({ring_of(9)});
  EXPECT_THAT(html, HasSubstr("<h3>9 works</h3>"));
  EXPECT_THAT(html, HasSubstr("36 pairs, 90 % to 100 % of the smaller work's own code"));
  for (int i = 0; i < 9; ++i) EXPECT_THAT(html, HasSubstr(fmt::format("<td class=\"who\">s{}</td>", i)));
  EXPECT_EQ(count(html, "<details id="), 8u);
  EXPECT_THAT(html, HasSubstr("28 other pairs of these works not shown"));
}

// The page reports omitted details, and every member has a row.
TEST(SimilarityPage, NoMemberOfALargeRingIsHidden) {
  const std::string html = print_similarity({ring_of(60)});
  for (int i = 0; i < 60; ++i) EXPECT_THAT(html, HasSubstr(fmt::format("<td class=\"who\">s{}</td>", i)));
  EXPECT_EQ(count(html, "<details id="), most_shown_pairs);
  EXPECT_THAT(html, HasSubstr("40 pairs side by side below"));
  EXPECT_EQ(shown_works(ring_of(60).found).size(), 41u);
}

TEST(SimilarityPage, ALargeClusterDoesNotTakeThePairsOfOthers) {
  AlikeLab lab = ring_of(60);
  lab.found.clusters.push_back({{3, 4}, 1, 0.7, 0.7, {{3, 4, 0.7, 100, {{0, 1, 1}}, {{0, 1, 1}}}}});
  EXPECT_THAT(print_similarity({lab}), HasSubstr("<details id=\"lab9-2-1\">"));
}

TEST(SimilarityPage, CommonCodeIsShownWithThoseWhoHaveIt) {
  AlikeLab lab = ring_of(3);
  lab.found.clusters.clear();
  lab.works[1].texts = {"one\ntwo\nthree\nfour\nfive\n"};
  lab.found.common = {{1, {{0, 1, 2}, {0, 4, 4}}, 77, {0, 1, 2}}};
  const std::string html = print_similarity({lab});
  EXPECT_THAT(html, HasSubstr("Left out, because many have it"));
  EXPECT_THAT(html, HasSubstr("3 of 3 works</span>"));
  EXPECT_THAT(html, HasSubstr("77 tokens, as in s1"));
  EXPECT_THAT(html, HasSubstr("s0, s1, s2"));
  EXPECT_THAT(html,
              HasSubstr("2 </i>two</span><span><i>     </i>...</span><span><i>   4 </i>four</span></pre>"));
  EXPECT_THAT(shown_works(lab.found), ElementsAre(1));
}

TEST(SimilarityPage, CommonCodeThatIsNotShownIsCounted) {
  AlikeLab lab = ring_of(3);
  lab.found.common.assign(most_shown_common + 2, CommonCode{0, {{0, 1, 1}}, 40, {0, 1, 2}});
  EXPECT_THAT(print_similarity({lab}), HasSubstr("2 more with fewer tokens are not shown"));
}

TEST(SimilarityPage, WorksFromElsewhereAreNamedAndCounted) {
  AlikeLab lab = example_lab();
  lab.works[1] = {AlikeWork::Origin::solution, "course's solution", "", {"zwei\n"}};
  lab.works[2] = {AlikeWork::Origin::earlier, "earlier: cy"};
  const std::string html = print_similarity({lab});
  EXPECT_THAT(html, HasSubstr("1 submission compared, with the course&#39;s solution and 1 earlier work:"));
  EXPECT_THAT(html, HasSubstr("ada and course&#39;s solution"));
}

}  // namespace
}  // namespace gridmark::report
