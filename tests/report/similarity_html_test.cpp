#include "grader/report/similarity_html.h"

#include <gmock/gmock.h>

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

AlikeLab example_lab() {
  AlikeLab lab{"lab9", "Lab <nine>", {"a.cu"}, {}, {}, 3};
  lab.pairs.push_back({"ada", "<bo>", 0.874, 120, {{0, 2, 3}}, {{0, 1, 2}}});
  lab.texts = {{"ada", {"one\ntwo<b>\nthree\nfour\n"}}, {"<bo>", {"zwei\ndrei\n\x1b[2J\n"}}};
  return lab;
}

TEST(SimilarityPage, MarksTheLinesOfEachSide) {
  const std::string html = print_similarity({example_lab()});
  EXPECT_THAT(html, HasSubstr("3 submissions compared, 1 pair alike"));
  EXPECT_THAT(html, HasSubstr("87 %"));
  EXPECT_THAT(
      html, HasSubstr("<span><i>   1 </i>one</span><span class=\"shared\"><i>   2 </i>two&lt;b&gt;</span>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"shared\"><i>   2 </i>drei</span><span><i>   3 </i>"));
}

TEST(SimilarityPage, IsOnePageThatNoNameAndNoCodeBreaks) {
  const std::string html = print_similarity({example_lab()});
  for (const char* raw : {"<bo>", "two<b>", "Lab <nine>", "\x1b", "<script", "http:", "src="})
    EXPECT_THAT(html, Not(HasSubstr(raw)));
}

TEST(SimilarityPage, AClassWithoutAPairSaysSo) {
  AlikeLab lab = example_lab();
  lab.pairs.clear();
  EXPECT_THAT(print_similarity({lab}), HasSubstr("3 submissions compared, 0 pairs alike"));
}

}  // namespace
}  // namespace gridmark::report
