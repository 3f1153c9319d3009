#include "grader/report/html_written.h"

#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/html_items.h"
#include "grader/report/html_plots.h"
#include "grader/report/html_text.h"

namespace gridmark::html {
namespace {

struct Words {
  std::string_view kind, text;
};

Words words(ClaimStanding standing) {
  switch (standing) {
    case ClaimStanding::agrees:
      return {"good", "agrees"};
    case ClaimStanding::differs:
      return {"bad", "differs"};
    case ClaimStanding::not_compared:
      return {"idle", "not compared"};
    case ClaimStanding::unverifiable:
      return {"bad", "nothing to compare with"};
    case ClaimStanding::absent:
      return {"bad", "not claimed"};
  }
  return {};
}

std::string_view title(WrittenAspect aspect) {
  switch (aspect) {
    case WrittenAspect::sections:
      return "Sections";
    case WrittenAspect::claims:
      return "Claims";
    case WrittenAspect::plots:
      return "Plots and their data";
    case WrittenAspect::work_log:
      return "Steps of the work log";
  }
  return "";
}

/// The number with all of its digits, unlike elsewhere: digits are what is compared.
std::string value_cells(const std::optional<Measurement>& seen, std::string_view where) {
  if (!seen) return "<td class=\"number\">–</td><td>–</td>";
  return element("td", "number", escaped(fmt::format("{:.10g} {}", seen->value, seen->unit))) +
         element("td", "soft", where);
}

/// What stands beside a claim is the grader's, or from the student's own data.
std::string_view own_words(const ComparedClaim& claim) {
  if (!claim.own) return "";
  return claim.own->provenance == Provenance::claimed ? "your data" : name_of(claim.own->provenance);
}

std::string claim_row(const ComparedClaim& claim) {
  const Words told = words(claim.standing);
  const std::string name = element("code", "", escaped(claim.id)) +
                           (claim.title.empty() ? "" : element("div", "soft", escaped(claim.title)));
  const std::string reason = claim.reason.empty() ? "" : element("div", "soft reason", escaped(claim.reason));
  return "<tr>" + element("td", "", name) + value_cells(claim.claimed, "claimed") +
         value_cells(claim.own, own_words(claim)) +
         element("td", "", element("span", told.kind, element("b", "", told.text)) + reason) + "</tr>\n";
}

std::string claims_table(const std::vector<ComparedClaim>& claims) {
  if (claims.empty()) return "";
  std::string rows;
  for (const ComparedClaim& claim : claims) rows += claim_row(claim);
  return "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>claim</th><th>the report "
         "says</th><th>as</th>"
         "<th>gridmark has</th><th>as</th><th>verdict</th></tr></thead>\n" +
         rows + "</table></div>";
}

std::string check_row(const WrittenCheck& check) {
  if (check.required == 0) return "";
  const bool whole = check.met == check.required && check.doubts.empty();
  std::string findings;
  const auto add = [&](const std::vector<WrittenFinding>& all) {
    for (const WrittenFinding& finding : all)
      findings += element("div", "reason", place_before(finding.place) + escaped(finding.reason));
  };
  add(check.doubts);
  if (!whole) add(check.findings);
  return "<tr>" + element("td", "", title(check.aspect)) +
         element("td", whole ? "number good" : "number bad",
                 fmt::format("{} of {}", check.met, check.required)) +
         element("td", "", findings) + "</tr>\n";
}

}  // namespace

std::string written_section(const GradeRecord& record) {
  if (!record.written) return "";
  std::string rows;
  for (const WrittenCheck& check : record.written->checks)
    if (check.aspect != WrittenAspect::claims || claims_counted(record)) rows += check_row(check);
  if (rows.empty() && !claims_counted(record)) return "";
  std::string plots;
  for (const PlottedData& plot : record.written->plots) plots += plot_figure(plot);
  return element("h2", "", "The report") +
         element("div", "card",
                 "<div class=\"scroll\" tabindex=\"0\"><table class=\"grades\">" + rows + "</table></div>" +
                     (claims_counted(record) ? claims_table(record.written->claims) : "") + plots);
}

}  // namespace gridmark::html
