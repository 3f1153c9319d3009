#include "grader/report/html_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "grader/core/utf8.h"
#include "grader/report/curve_svg.h"
#include "tests/report/example_records.h"

namespace gridmark {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The names of all elements that `html` opens.
std::set<std::string> elements_of(const std::string& html) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos; ++at)
    if (std::isalpha(static_cast<unsigned char>(html[at + 1])))
      names.insert(html.substr(at + 1, html.find_first_of(" >/", at) - at - 1));
  return names;
}

TEST(HtmlPrinter, AHostileRecordOpensNoElementThatAnHonestOneDoesNot) {
  std::set<std::string> honest;
  for (const char* name : {"perfect", "mixed", "no_build", "partial"})
    honest.merge(elements_of(print_html(example(name))));
  for (const std::string& name : elements_of(print_html(example("hostile"))))
    EXPECT_TRUE(honest.contains(name)) << name;
  EXPECT_FALSE(honest.contains("script"));
  EXPECT_FALSE(honest.contains("img"));
}

TEST(HtmlPrinter, NoAttributeComesFromAStudent) {
  const std::string html = print_html(example("hostile"));
  EXPECT_THAT(html, Not(HasSubstr("onclick=\"")));
  EXPECT_THAT(html, Not(HasSubstr("\" on")));
  EXPECT_THAT(html, HasSubstr("id=\"item-i&quot; onclick=&quot;x\""));
}

TEST(HtmlPrinter, IsValidUtf8WithoutControlsOrTurnedText) {
  const std::string html = print_html(example("hostile"));
  EXPECT_EQ(first_invalid_byte(html), std::string::npos);
  for (const char c : html) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  EXPECT_THAT(html, Not(HasSubstr("\u202e")));
}

TEST(HtmlPrinter, LoadsNothingAndRunsNothing) {
  for (const Example& one : example_records()) {
    const std::string html = print_html(one.record);
    EXPECT_THAT(
        html,
        HasSubstr("Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\""));
    for (const char* loads :
         {"<script", "<link", "<img", "<iframe", "<base", "url(", "@import", "http://", "https://"})
      EXPECT_EQ(html.find(loads), std::string::npos) << one.name << ": " << loads;
  }
}

TEST(HtmlPrinter, EveryElementIsClosed) {
  const std::set<std::string> empty{"meta", "br"};
  for (const Example& one : example_records()) {
    const std::string html = print_html(one.record);
    for (const std::string& name : elements_of(html)) {
      if (empty.contains(name) || html.find("</" + name + ">") != std::string::npos) continue;
      EXPECT_THAT(html, HasSubstr("/>")) << name;
    }
  }
}

TEST(HtmlPrinter, ShowsEachValueWithUnitDeviceBuildAndProvenance) {
  const std::string html = print_html(example("mixed"));
  EXPECT_THAT(html,
              HasSubstr("<code>coalesced_sectors.value</code></td><td class=\"number\">1.8</td><td>ratio</td>"
                        "<td class=\"number\">1.05</td><td>emulated</td><td>counted</td><td>counted</td>"));
}

TEST(HtmlPrinter, LostItemsAreOpenAndFullOnesAreNot) {
  const std::string html = print_html(example("mixed"));
  EXPECT_THAT(html, HasSubstr("<details id=\"item-tiled_correct\" open>"));
  EXPECT_THAT(html, HasSubstr("<details id=\"item-naive_correct\">"));
}

TEST(CurveSvg, DrawsStepsAndTheMeasuredPoint) {
  const Curve steps{Curve::Kind::steps, Curve::Better::lower, {{1, 1}, {2, 0.5}}};
  const std::string svg = html::curve_svg(steps, 4, 0, 3);
  EXPECT_THAT(svg, HasSubstr("aria-label=\"measured 4, earned 0\""));
  EXPECT_THAT(svg, HasSubstr("cy=\"122.0\"")) << "no points lie on the axis";
  EXPECT_THAT(html::curve_svg(steps, 1, 3, 3), HasSubstr("cy=\"22.0\"")) << "all points lie at the top";
}

TEST(CurveSvg, DrawsAnythingThatIsANumber) {
  const Curve zero{Curve::Kind::steps, Curve::Better::lower, {{0, 1}}};
  for (const double measured : {0.0, -5.0, 1e300, 1e-300}) {
    const std::string svg = html::curve_svg(zero, measured, 0, 2);
    EXPECT_THAT(svg, Not(HasSubstr("nan"))) << measured;
    EXPECT_THAT(svg, Not(HasSubstr("inf"))) << measured;
  }
}

TEST(CurveSvg, IsLeftOutWhereThereIsNothingToDraw) {
  EXPECT_EQ(html::curve_svg({}, 1, 0, 2), "");
  EXPECT_EQ(html::curve_svg({Curve::Kind::steps, Curve::Better::lower, {{0, 1}}}, 0, 0, 0), "");
}

}  // namespace
}  // namespace gridmark
