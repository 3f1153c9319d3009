#include "grader/report/json_printer.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/report/run_json.h"
#include "protocol/write_json.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

double milliseconds_exact(double seconds) { return std::round(seconds * 1000) / 1000; }

Json to_json(const std::optional<Place>& place) {
  if (!place) return nullptr;
  return {{"file", valid_utf8(place->file)}, {"line", place->line}};
}

Json to_json(const std::string& text) { return valid_utf8(text); }

Json to_json(const Measurement& seen);
Json to_json(const ItemScore& item);
Json to_json(const CriterionScore& criterion);
Json to_json(const TestResult& test);
Json to_json(const BuildRecord& build);
Json to_json(const IgnoredFile& file);
Json to_json(const ReviewDecision& decision);
Json to_json(const WrittenFinding& finding);
Json to_json(const WrittenCheck& check);
Json to_json(const ComparedClaim& claim);
Json to_json(const ManualPoints& given);
Json to_json(const PlottedSeries& series);
Json to_json(const Crossover& crossover);
Json to_json(const PlottedData& plot);
Json to_json(const Deferral& deferral);
Json to_json(const SourceLines& part);
Json to_json(const GradeRun& run) { return run_json(run); }
Json to_json(const Plot& plot) { return json_of(plot, valid_utf8); }

/// The first run is not mentioned: most records have no other.
Json with_run(Json json, int run) {
  if (run != 0) json["run"] = run;
  return json;
}

template <class T>
Json list(const std::vector<T>& values) {
  Json all = Json::array();
  for (const T& value : values) all.push_back(to_json(value));
  return all;
}

Json to_json(const std::optional<Curve>& curve) {
  if (!curve) return nullptr;
  Json knots = Json::array();
  for (const Knot& knot : curve->knots) knots.push_back(Json::array({knot.limit, knot.fraction}));
  return {{"kind", name_of(curve->kind)}, {"better", name_of(curve->better)}, {"knots", knots}};
}

Json to_json(const Measurement& seen) {
  Json all = {{"name", valid_utf8(seen.name)},
              {"value", seen.value},
              {"unit", valid_utf8(seen.unit)},
              {"device", name_of(seen.device)},
              {"flavour", name_of(seen.flavour)},
              {"provenance", name_of(seen.provenance)},
              {"threshold", seen.threshold ? Json(*seen.threshold) : Json(nullptr)},
              {"detail", valid_utf8(seen.detail)},
              {"place", to_json(seen.place)}};
  if (seen.paired_timing) all["paired_timing"] = json_of(*seen.paired_timing, valid_utf8);
  if (seen.access) all["access"] = json_of(*seen.access);
  return with_run(std::move(all), seen.run);
}

Json to_json(const Deferral& deferral) {
  Json all = {{"measurement", valid_utf8(deferral.measurement)}, {"reason", valid_utf8(deferral.reason)}};
  if (deferral.paired_timing) all["paired_timing"] = json_of(*deferral.paired_timing, valid_utf8);
  return with_run(std::move(all), deferral.run);
}

Json to_json(const ItemScore& item) {
  Json all = {{"id", valid_utf8(item.id)},
              {"title", valid_utf8(item.title)},
              {"criterion", valid_utf8(item.criterion)},
              {"points", item.points.value()},
              {"max_points", item.max_points.value()},
              {"verdict", name_of(item.verdict)},
              {"outcome", name_of(item.outcome)},
              {"reason", valid_utf8(item.reason)},
              {"place", to_json(item.place)},
              {"tests", list(item.tests)},
              {"measurements", list(item.measurements)},
              {"curve", to_json(item.curve)}};
  if (!item.unmet_need.empty()) all["unmet_need"] = valid_utf8(item.unmet_need);
  if (!item.calibrated) all["calibrated"] = false;
  if (item.open > Points(0)) all["points_at_most"] = (item.points + item.open).value();
  return with_run(std::move(all), item.run);
}

Json to_json(const CriterionScore& criterion) {
  return {{"id", valid_utf8(criterion.id)},
          {"title", valid_utf8(criterion.title)},
          {"points", criterion.points.value()},
          {"max_points", criterion.max_points.value()}};
}

Json to_json(const TestResult& test) {
  Json all = {{"name", valid_utf8(test.name)},     {"outcome", name_of(test.outcome)},
              {"reason", valid_utf8(test.reason)}, {"place", to_json(test.place)},
              {"output", valid_utf8(test.output)}, {"seconds", milliseconds_exact(test.seconds)}};
  if (test.visibility != Visibility::unknown) all["visibility"] = name_of(test.visibility);
  return with_run(std::move(all), test.run);
}

Json to_json(const BuildRecord& build) {
  return {{"device", name_of(build.device)},   {"flavour", name_of(build.flavour)},
          {"outcome", name_of(build.outcome)}, {"messages", valid_utf8(build.messages)},
          {"place", to_json(build.place)},     {"seconds", milliseconds_exact(build.seconds)}};
}

Json to_json(const IgnoredFile& file) {
  return {{"name", valid_utf8(file.name)}, {"reason", valid_utf8(file.reason)}};
}

Json to_json(const ReviewDecision& decision) {
  return {{"item", valid_utf8(decision.item)},
          {"decision", decision.accepted ? "accepted" : "rejected"},
          {"by", valid_utf8(decision.by)},
          {"when", valid_utf8(decision.when)},
          {"reason", valid_utf8(decision.reason)}};
}

Json to_json(const WrittenFinding& finding) {
  return {{"reason", valid_utf8(finding.reason)}, {"place", to_json(finding.place)}};
}

Json to_json(const WrittenCheck& check) {
  Json json = {{"aspect", name_of(check.aspect)},
               {"met", check.met},
               {"required", check.required},
               {"findings", list(check.findings)}};
  if (check.doubts.empty()) return json;
  json["doubts"] = list(check.doubts);
  json["doubted"] = check.doubted;
  return json;
}

Json to_json(const ComparedClaim& claim) {
  return {{"id", valid_utf8(claim.id)},
          {"title", valid_utf8(claim.title)},
          {"claimed", claim.claimed ? to_json(*claim.claimed) : Json(nullptr)},
          {"own", claim.own ? to_json(*claim.own) : Json(nullptr)},
          {"standing", name_of(claim.standing)},
          {"reason", valid_utf8(claim.reason)}};
}

Json to_json(const PlottedSeries& series) {
  return {{"name", valid_utf8(series.name)}, {"values", series.values}};
}

Json to_json(const Crossover& crossover) {
  return {
      {"series", valid_utf8(crossover.series)}, {"below", valid_utf8(crossover.below)}, {"at", crossover.at}};
}

Json to_json(const PlottedData& plot) {
  return {{"file", valid_utf8(plot.file)},
          {"over", valid_utf8(plot.over)},
          {"at", plot.at},
          {"series", list(plot.series)},
          {"crossovers", list(plot.crossovers)}};
}

Json to_json(const WrittenFindings& written) {
  Json all = {
      {"handed_in", written.handed_in}, {"checks", list(written.checks)}, {"claims", list(written.claims)}};
  if (!written.plots.empty()) all["plots"] = list(written.plots);
  return all;
}

Json to_json(const ManualPoints& given) {
  return {{"submission", valid_utf8(given.submission)},
          {"item", valid_utf8(given.item)},
          {"points", given.points.value()},
          {"by", valid_utf8(given.by)},
          {"comment", valid_utf8(given.comment)}};
}

Json to_json(const SubmissionSource& source) {
  return {{"student", valid_utf8(source.student)},
          {"repository", valid_utf8(source.repository)},
          {"branch", valid_utf8(source.branch)},
          {"commit", valid_utf8(source.commit)},
          {"committed", valid_utf8(source.committed)},
          {"content", source.content},
          {"key", source.key},
          {"attempt", source.attempt},
          {"late", valid_utf8(source.late)}};
}

Json to_json(const SourceLines& part) {
  Json lines = Json::array();
  for (const std::string& line : part.lines) lines.push_back(valid_utf8(line));
  return {{"file", valid_utf8(part.file)}, {"first", part.first}, {"lines", lines}};
}

Json to_json(const GradeRecord& record) {
  Json json = {{"schema", "gridmark/record/v2"},
               {"version", valid_utf8(record.version)},
               {"lab", valid_utf8(record.lab)},
               {"title", valid_utf8(record.title)},
               {"submission", valid_utf8(record.submission)},
               {"device", name_of(record.device)},
               {"sandbox", valid_utf8(record.sandbox)},
               {"points", record.points.value()},
               {"max_points", record.max_points.value()},
               {"pass_mark", record.pass_mark},
               {"passing", record.passing},
               {"complete", record.complete},
               {"criteria", list(record.criteria)},
               {"items", list(record.items)},
               {"tests", list(record.tests)},
               {"measurements", list(record.measurements)},
               {"builds", list(record.builds)},
               {"missing", list(record.missing)},
               {"ignored", list(record.ignored)},
               {"started", valid_utf8(record.started)},
               {"seconds", milliseconds_exact(record.seconds)}};
  if (!record.credit) json["credit"] = false;
  if (!record.reviews.empty()) json["reviews"] = list(record.reviews);
  if (record.points_at_most > record.points) json["points_at_most"] = record.points_at_most.value();
  if (record.written) json["written"] = to_json(*record.written);
  if (!record.manual.empty()) json["manual"] = list(record.manual);
  if (!record.plots.empty()) json["plots"] = list(record.plots);
  if (!record.deferred.empty()) json["deferred"] = list(record.deferred);
  if (record.fingerprints != Fingerprints{}) json["fingerprints"] = fingerprints_json(record.fingerprints);
  if (!record.runs.empty()) json["runs"] = list(record.runs);
  if (!record.excerpts.empty()) json["excerpts"] = list(record.excerpts);
  if (record.source) json["source"] = to_json(*record.source);
  return json;
}

}  // namespace

std::string print_json(const GradeRecord& record) { return to_json(record).dump(2) + "\n"; }

}  // namespace gridmark::report
