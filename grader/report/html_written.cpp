#include "grader/report/html_written.h"

#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/html_items.h"
#include "grader/report/html_plots.h"

namespace gridmark::report::html {
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

/// The number with all of its digits, because the digits are compared.
Data claimed_value(const std::optional<Measurement>& seen, std::string_view where) {
  if (!seen) return {{"value", ""}};
  return {{"value", fmt::format("{:.10g} {}", seen->value, seen->unit)}, {"where", where}};
}

/// The origin of the value next to a claim: the grader, or the student's data.
std::string_view own_words(const ComparedClaim& claim) {
  if (!claim.own) return "";
  return claim.own->provenance == Provenance::claimed ? "your data" : name_of(claim.own->provenance);
}

Data claim_data(const ComparedClaim& claim) {
  const Words told = words(claim.standing);
  return {{"id", claim.id},
          {"title", claim.title},
          {"kind", told.kind},
          {"reason", claim.reason},
          {"verdict", told.text},
          {"values", Data::array({claimed_value(claim.claimed, "claimed"),
                                  claimed_value(claim.own, own_words(claim))})}};
}

Data check_data(const WrittenCheck& check) {
  const bool whole = check.met == check.required && check.doubts.empty();
  std::vector<WrittenFinding> findings = check.doubts;
  if (!whole) findings.insert(findings.end(), check.findings.begin(), check.findings.end());
  return {{"title", title(check.aspect)},
          {"kind", whole ? "good" : "bad"},
          {"met", check.met},
          {"required", check.required},
          {"findings", list_of(findings, [](const WrittenFinding& finding) {
             return Data{{"place", place_data(finding.place)}, {"reason", finding.reason}};
           })}};
}

}  // namespace

Data written_data(const GradeRecord& record) {
  if (!record.written) return {};
  const bool counted = claims_counted(record);
  Data checks = Data::array(), plots = Data::array();
  for (const WrittenCheck& check : record.written->checks)
    if (check.required != 0 && (check.aspect != WrittenAspect::claims || counted))
      checks.push_back(check_data(check));
  if (checks.empty() && !counted) return {};
  for (const PlottedData& data : record.written->plots)
    if (Data plot = plot_data(data); !plot.is_null()) plots.push_back(std::move(plot));
  return {{"checks", std::move(checks)},
          {"claims", counted ? list_of(record.written->claims, claim_data) : Data()},
          {"plots", std::move(plots)}};
}

}  // namespace gridmark::report::html
