#include "grader/report/html_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/utf8.h"
#include "grader/report/curve_drawing.h"
#include "tests/report/example_records.h"
#include "tests/report/html_elements.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlPrinter, AHostileRecordOpensNoElementThatAnHonestOneDoesNot) {
  std::set<std::string> honest;
  for (const char* name : {"perfect", "mixed", "no_build", "partial", "plots"})
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

TEST(HtmlPrinter, ShowsWhereTheLanesReachedThatCostPoints) {
  GradeRecord record = example("mixed");
  const std::string message = "The worst request of a warp at <code>benchmark.cu:27</code>",
                    figure = "class=\"lanes\"";
  EXPECT_THAT(print_html(record), AllOf(HasSubstr(message), HasSubstr(figure)));
  record.items[2].points = record.items[2].max_points;
  record.items[2].verdict = Verdict::pass;
  EXPECT_THAT(print_html(record), Not(HasSubstr(figure)));
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

TEST(HtmlPrinter, ShowsTheStudentsOwnLinesAroundAPlace) {
  GradeRecord record = example("mixed");
  record.excerpts = {{"benchmark.cu", 40, {"void f() {", "\tif (x < \"1\") {", "  </pre><b>bad</b>", "}"}}};
  const std::string html = print_html(record);
  EXPECT_THAT(html,
              HasSubstr("<b class=\"here\">▸   42    &lt;/pre&gt;&lt;b&gt;bad&lt;/b&gt;\n</b>    43  }"));
  EXPECT_THAT(html, HasSubstr("    41          if (x &lt; &quot;1&quot;) {"));
  EXPECT_THAT(html, HasSubstr("aria-label=\"your lines around benchmark.cu:42\""));
}

TEST(HtmlPrinter, ColoursWhatTheCompilerSaysBySeverity) {
  GradeRecord record = example("no_build");
  record.builds[0].messages = "a.cu:1:2: error: no <x>\na.cu:3:4: warning: w\na.cu:5:6: note: n\n  5 | x\n";
  const std::string html = print_html(record);
  EXPECT_THAT(html, HasSubstr("<span class=\"bad\">a.cu:1:2: error: no &lt;x&gt;</span>\n"
                              "<span class=\"part\">a.cu:3:4: warning: w</span>\n"
                              "<span class=\"soft\">a.cu:5:6: note: n</span>\n  5 | x\n"));
}

TEST(HtmlPrinter, SaysWhatChangedSinceAnEarlierAttempt) {
  const GradeRecord now = example("mixed");
  GradeRecord before = now;
  before.items[0].points = 0, before.items[0].outcome = Outcome::timed_out,
  before.items[0].verdict = Verdict::fail;
  before.items[4].points = 2, before.items[2].points = 3, before.items[2].verdict = Verdict::pass;
  before.points = 5;
  const std::string html = print_html(now, &before);
  EXPECT_THAT(html,
              HasSubstr("5 of 12 points in the attempt of 2026-01-31T23:59:00Z, 5.5 of 12 points now."));
  EXPECT_THAT(html, HasSubstr("<td class=\"good\">better</td><td>matmul_naive is right for every shape</td>"
                              "<td class=\"soft\">0 of 2, timed out</td><td>2 of 2, full points</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"bad\">worse</td><td>matmul_coalesced"));
  EXPECT_THAT(html, Not(HasSubstr("</td><td>no race")));
}

TEST(HtmlPrinter, ComparesWithNoOtherLab) {
  GradeRecord before = example("mixed");
  before.lab = "lab9";
  EXPECT_EQ(print_html(example("mixed"), &before), print_html(example("mixed")));
}

TEST(HtmlPrinter, ClaimsStandThereOnlyWhereALineAskedForThem) {
  GradeRecord record = example("report");
  EXPECT_THAT(print_html(record), HasSubstr("<th>gridmark has</th>"));
  record.items.erase(record.items.begin());  // --only report_style
  EXPECT_THAT(print_html(record), Not(HasSubstr("<th>gridmark has</th>")));
}

TEST(HtmlPrinter, AVeryLargeRecordStaysASmallPage) {
  GradeRecord record = example("no_build");
  record.builds[0].messages = record.builds[1].messages = std::string(900'000, 'x') + "\n";
  for (int i = 0; i < 200; ++i) {
    record.tests.push_back({"T." + std::to_string(i), Outcome::crashed, std::string(1000, 'y'), {}, "", 1});
    record.tests.back().output = std::string(100'000, 'z');
  }
  EXPECT_LE(print_html(record).size(), std::size_t{600} << 10);
}

std::string curve_svg(const Curve& curve, double measured, Points earned, Points worth,
                      std::optional<html::Interval> interval = {}) {
  return html::filled("curve.svg", html::curve_data(curve, measured, earned, worth, interval));
}

TEST(CurveSvg, DrawsStepsAndTheMeasuredPoint) {
  const Curve steps{Curve::Kind::steps, Curve::Better::lower, {{1, 1}, {2, 0.5}}};
  const std::string svg = curve_svg(steps, 4, 0, 3);
  EXPECT_THAT(svg, HasSubstr("aria-label=\"measured 4, earned 0\""));
  EXPECT_THAT(svg, HasSubstr("cy=\"122.0\"")) << "no points lie on the axis";
  EXPECT_THAT(curve_svg(steps, 1, 3, 3), HasSubstr("cy=\"22.0\"")) << "all points lie at the top";
}

TEST(CurveSvg, DrawsAnIntervalWithinTheAxis) {
  const Curve steps{Curve::Kind::steps, Curve::Better::higher, {{1, 1}, {0.5, 0.5}}};
  EXPECT_THAT(curve_svg(steps, 1, 3, 3, html::Interval{0.5, 1e9}), HasSubstr("H346.0\"/>"));
  EXPECT_THAT(curve_svg(steps, 1, 3, 3), Not(HasSubstr("interval")));
}

TEST(CurveSvg, DrawsAnythingThatIsANumber) {
  const Curve zero{Curve::Kind::steps, Curve::Better::lower, {{0, 1}}};
  for (const double measured : {0.0, -5.0, 1e300, 1e-300}) {
    const std::string svg = curve_svg(zero, measured, 0, 2);
    EXPECT_THAT(svg, Not(HasSubstr("nan"))) << measured;
    EXPECT_THAT(svg, Not(HasSubstr("inf"))) << measured;
  }
}

TEST(CurveSvg, IsLeftOutWhereThereIsNothingToDraw) {
  EXPECT_EQ(html::curve_data({}, 1, 0, 2), nullptr);
  EXPECT_EQ(html::curve_data({Curve::Kind::steps, Curve::Better::lower, {{0, 1}}}, 0, 0, 0), nullptr);
}

}  // namespace
}  // namespace gridmark::report
