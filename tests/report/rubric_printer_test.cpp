#include "grader/report/rubric_printer.h"

#include <gmock/gmock.h>

#include "grader/report/curve_table.h"
#include "grader/report/explanation_printer.h"

namespace gridmark::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using Rows = std::vector<std::pair<std::string, Points>>;

TEST(CurveTable, StepsEarnUpToTheirLimits) {
  const Curve falling{Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}};
  EXPECT_THAT(
      curve_table(falling, "ratio", 3),
      ElementsAre(Pair("1.05 or less", Points(3)), Pair("up to 2", Points(1.5)), Pair("more", Points(0))));
  const Curve rising{Curve::Kind::steps, Curve::Better::higher, {{4, 1}, {2, 0.5}}};
  EXPECT_THAT(curve_table(rising, "GB/s", 2),
              ElementsAre(Pair("4 GB/s or more", Points(2)), Pair("from 2 GB/s", Points(1)),
                          Pair("less", Points(0))));
}

TEST(CurveTable, ALineHasItsMiddle) {
  const Curve line{Curve::Kind::linear, Curve::Better::higher, {{4, 1}, {0, 0}}};
  EXPECT_THAT(curve_table(line, "kernels", 2),
              ElementsAre(Pair("4 kernels or more", Points(2)), Pair("2 kernels", Points(1)),
                          Pair("0 kernels", Points(0))));
}

TEST(CurveTable, NothingIsBelowNoConflicts) {
  const Curve none{Curve::Kind::steps, Curve::Better::lower, {{0, 1}}};
  EXPECT_THAT(curve_table(none, "wavefronts", 2),
              ElementsAre(Pair("0 wavefronts", Points(2)), Pair("more", Points(0))));
}

Rubric sample() {
  Item right{"right", "right <for> every size", 6, {}, {"Saxpy.*"}, {}};
  const Target target{"saxpy.ratio",
                      "Counted.Sectors",
                      Flavour::counted,
                      "ratio",
                      {Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}}};
  Item sectors{"sectors", "moves few sectors", 4, {"right"}, {}, {{Device::emulated, target}}};
  return {"demo", 0.7, true, {{"all", "All of it", {right, sectors}}}};
}

Lab sample_lab() {
  Lab lab;
  lab.name = "demo";
  lab.title = "Demo";
  return lab;
}

TEST(RubricPrinter, TextHasPointsTestsAndWhatAValueEarns) {
  EXPECT_EQ(print_rubric(sample_lab(), sample(), {.width = 60}),
            "Demo (demo): 10 points, 7 pass\n"
            "\n"
            "All of it                                                 10\n"
            "  right <for> every size                                   6\n"
            "    right: all tests of Saxpy.* pass\n"
            "  moves few sectors                                        4\n"
            "    sectors: counted saxpy.ratio, by the test\n"
            "    Counted.Sectors\n"
            "    after full points in right\n"
            "      1.05 or less                      4\n"
            "      up to 2                           2\n"
            "      more                              0\n");
}

TEST(RubricPrinter, ThePageDrawsCurvesAndEscapesTitles) {
  const std::string page = print_rubric_html(sample_lab(), sample());
  EXPECT_THAT(page, HasSubstr("<svg class=\"curve\""));
  EXPECT_THAT(page, HasSubstr("right &lt;for&gt; every size"));
  EXPECT_THAT(page, Not(HasSubstr("<for>")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(RubricPrinter, ALineThatTakesLongSaysSo) {
  Rubric rubric = sample();
  EXPECT_THAT(print_rubric(sample_lab(), rubric, {}), Not(HasSubstr("--quick")));
  EXPECT_THAT(print_rubric_html(sample_lab(), rubric), Not(HasSubstr("--quick")));
  Item& right = rubric.criteria[0].items[0];
  right.quick = false;
  const std::string said = "takes long: --quick leaves it out";
  EXPECT_THAT(print_rubric(sample_lab(), rubric, {}), HasSubstr("\n    " + said + "\n"));
  EXPECT_THAT(print_rubric_html(sample_lab(), rubric), HasSubstr("<p>" + said + "</p>"));
  EXPECT_THAT(print_explanation({sample_lab(), rubric.criteria[0], right, {}, {}, 0, {}}, {}),
              HasSubstr("It " + said + "."));
}

TEST(ExplanationPrinter, SaysWhatItWantsHowAndWhatWasGot) {
  const Rubric rubric = sample();
  Explanation what{sample_lab(),
                   rubric.criteria[0],
                   rubric.criteria[0].items[1],
                   {rubric.criteria[0].items[0]},
                   {"Counted.Sectors"},
                   1,
                   {}};
  ItemScore score;
  score.id = "sectors";
  score.points = 2;
  score.max_points = 4;
  score.reason = "moves too much";
  score.place = Place{"saxpy.cu", 12};
  what.score = score;
  const std::string text = print_explanation(what, {.width = 80});
  for (const char* said : {"sectors: moves few sectors", "4 points of demo (Demo)", "full points in right",
                           "without a clock and the same on every machine", "Announced: Counted.Sectors.",
                           "1 more has sizes", "1.05 or less                      4", "2 of 4 points.",
                           "saxpy.cu:12: moves too much", "./gridmark grade demo --only sectors"})
    EXPECT_THAT(text, HasSubstr(said));
}

}  // namespace
}  // namespace gridmark::report
