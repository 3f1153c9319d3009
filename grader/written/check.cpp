#include "grader/written/check.h"

#include "grader/written/plots.h"
#include "grader/written/sections.h"
#include "grader/written/work_log.h"

namespace gridmark::written {
namespace {

/// Loses all `aspects` for one reason.
void lose_all(WrittenFindings& findings, const WrittenFinding& why) {
  for (WrittenCheck& check : findings.checks) {
    check.met = 0;
    check.findings = {why};
    check.doubts.clear();
    check.doubted = 0;
  }
  for (ComparedClaim& claim : findings.claims) claim.reason = why.reason;
}

WrittenFindings check_document(const WrittenPart& wanted, const Document& document,
                               const Submission& submission, const GraderSide& own) {
  const ClaimsBlock block = read_claims(document.fences);
  WrittenFindings findings;
  DerivedValues derived;
  const RunSide run{own.plots, !block.device.starts_with("emulated")};
  CheckedPlots plots = check_plots(wanted.plots, document, submission.results, derived, run);
  findings.claims = compare_claims(wanted.claims, block, own, derived);
  findings.checks = {check_sections(wanted.sections, document), check_claims(findings.claims, block, derived),
                     std::move(plots.check), check_work_log(wanted.work_log, document, block)};
  findings.plots = std::move(plots.drawn);
  findings.handed_in = findings.checks.front().met > 0 || !block.claims.empty();
  return findings;
}

}  // namespace

WrittenFindings check(const WrittenPart& wanted, const Submission& submission, const GraderSide& own) {
  const auto without_report = [&](const WrittenFinding& why) {
    WrittenFindings findings = check_document(wanted, {}, submission, own);
    lose_all(findings, why);
    findings.handed_in = false;
    return findings;
  };
  if (!submission.report) return without_report({submission.report_problem, Place{report_name, 0}});
  const auto document = read_markdown(*submission.report);
  if (!document) return without_report(document.error());
  return check_document(wanted, *document, submission, own);
}

}  // namespace gridmark::written
