// Promises of the readers of texts by students and teaching assistants.
#include "base/utf8.h"
#include "grader/load/load_manual.h"
#include "grader/written/check.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {
namespace {

WrittenPart wanted() {
  using Kind = PlotFact::Kind;
  return {{"Method", "Work log"},
          {{"loads", "", "bytes", "tiled.bytes", "", Flavour::counted},
           {"cross", "", "count", "", "", Flavour::counted}},
          {{"results/s.svg",
            "results/s.csv",
            {"n", "a", "b"},
            2,
            {{Kind::rises, "a", "n", "", 0, "", {}},
             {Kind::crossover, "b", "n", "a", 0, "cross", {}},
             {Kind::covers, "", "n", "", 0, "", {1, 2}}},
            {"sweep", "Counted.Sweep"},
            {{"a", 2, 3, 1e5, 5e13}}}},
          1};
}

std::string broken(const Submission& submission) {
  const std::vector<TestResult> tests;
  const std::vector<Measurement> measurements{
      {"tiled.bytes", 3072, "bytes", Device::emulated, Flavour::counted, Provenance::counted, "", {}, {}}};
  const Plot sweep{"sweep", "", "Counted.Sweep", {}, {}, {{"b", Provenance::modelled, {1, 2}, {3, 4}}}, {}};
  const WrittenFindings found =
      written::check(wanted(), submission, {tests, measurements, Device::emulated, {}, {sweep}});
  for (const WrittenCheck& check : found.checks) {
    if (check.met < 0 || check.met > check.required) return "more is met than is required";
    if (check.met < check.required && check.findings.empty()) return "something is lost and nothing says why";
    if (check.doubted < 0 || check.doubted > check.met) return "more is doubted than is met";
    if ((check.doubted > 0) == check.doubts.empty()) return "something waits and nothing says why";
    for (const auto* findings : {&check.findings, &check.doubts})
      for (const WrittenFinding& finding : *findings)
        if (finding.reason.empty() || first_invalid_byte(finding.reason) != std::string::npos)
          return "a finding is no message";
  }
  for (const ComparedClaim& claim : found.claims)
    if ((claim.standing == ClaimStanding::agrees) != claim.reason.empty())
      return "a claim that is lost has no reason";
  return {};
}

}  // namespace

std::string report_promise(std::string_view markdown) {
  Submission submission;
  submission.report = std::string(markdown);
  return broken(submission);
}

std::string plot_promise(std::string_view bytes) {
  Submission submission;
  submission.report = "![x](results/s.svg)";
  submission.results = {{"results/s.csv", std::string(bytes)}, {"results/s.svg", std::string(bytes)}};
  std::string said = broken(submission);
  submission.results = {{"results/s.png", std::string(bytes)}};
  return said.empty() ? broken(submission) : said;
}

std::string manual_promise(std::string_view csv) {
  Item analysis{"analysis", "Analysis", 2, {}, {}, {}};
  analysis.manual = true;
  Rubric rubric;
  rubric.lab = "lab9";
  rubric.criteria = {{"report", "Report", {analysis}}};
  const auto points = load::parse_manual(csv, "manual.csv", rubric);
  if (!points)
    return points.error().where.starts_with("manual.csv:") && !points.error().message.empty()
               ? ""
               : "a refusal names no place";
  for (const ManualPoints& given : *points)
    if (given.item != "analysis" || given.points < Points(0) || given.points > Points(2))
      return "points that nobody can give";
  return {};
}

}  // namespace gridmark::fuzz
