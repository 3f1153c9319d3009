#include "grader/load/load_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/load/common_values.h"
#include "grader/load/curve_json.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/measurement_json.h"
#include "grader/load/protocol_values.h"
#include "grader/load/run_json.h"

namespace gridmark::load {
namespace {

constexpr auto record_source = Error::Source::filesystem;

/// The elements of the array `node[key]`, each read by `read`.
template <class Read>
auto list(const Node& node, std::string_view key, Read read) {
  std::vector<decltype(read(node))> all;
  for (const Node& element : node[key].elements(20'000)) all.push_back(read(element));
  return all;
}

Measurement read_scored(const Node& node) {
  node.keys({"name", "value", "unit", "device", "flavour", "provenance", "detail", "place", "threshold",
             "paired_timing", "access", "run"});
  Measurement read = read_measurement(node);
  read.run = read_run(node);
  if (const Node threshold = node["threshold"]; !threshold.is_null())
    read.threshold = threshold.number({-1e300, 1e300, "a number or null"});
  return read;
}

/// What may still be added to the item's points.
Points read_open(const Node& node, const ItemScore& item) {
  const auto at_most = node.find("points_at_most");
  if (!at_most) return 0;
  const Points most = at_most->points();
  if (most < item.points || most > item.max_points)
    at_most->expected(fmt::format("{} to {}, the item's points and its max_points", points_text(item.points),
                                  points_text(item.max_points)));
  return most - item.points;
}

ItemScore read_item_score(const Node& node) {
  node.keys({"id", "title", "criterion", "points", "max_points", "verdict", "outcome", "reason", "place",
             "tests", "measurements", "curve", "unmet_need", "calibrated", "points_at_most", "run"});
  ItemScore item;
  item.id = any_text(node["id"]);
  item.title = any_text(node["title"]);
  item.criterion = any_text(node["criterion"]);
  item.points = node["points"].points();
  item.max_points = node["max_points"].points();
  item.verdict = node["verdict"].one_of<Verdict>();
  item.outcome = node["outcome"].one_of<Outcome>();
  item.reason = any_text(node["reason"]);
  item.place = find_place(node);
  item.tests = list(node, "tests", any_text);
  item.measurements = list(node, "measurements", read_scored);
  if (const Node curve = node["curve"]; !curve.is_null()) item.curve = read_curve(curve);
  if (const auto need = node.find("unmet_need")) item.unmet_need = any_text(*need);
  if (const auto calibrated = node.find("calibrated")) item.calibrated = calibrated->truth();
  item.open = read_open(node, item);
  item.run = read_run(node);
  return item;
}

CriterionScore read_criterion_score(const Node& node) {
  node.keys({"id", "title", "points", "max_points"});
  return {any_text(node["id"]), any_text(node["title"]), node["points"].points(),
          node["max_points"].points()};
}

BuildRecord read_build(const Node& node) {
  node.keys({"device", "flavour", "outcome", "messages", "place", "seconds"});
  BuildRecord build;
  build.device = node["device"].one_of<Device>();
  build.flavour = node["flavour"].one_of<Flavour>();
  build.outcome = node["outcome"].one_of<Outcome>();
  build.messages = node["messages"].text(0, most_output);
  build.place = find_place(node);
  build.seconds = node["seconds"].number(any_seconds);
  return build;
}

IgnoredFile read_ignored(const Node& node) {
  node.keys({"name", "reason"});
  return {any_text(node["name"]), any_text(node["reason"])};
}

ReviewDecision read_decision(const Node& node) {
  node.keys({"item", "decision", "by", "when", "reason"});
  const std::string decision = node["decision"].text();
  if (decision != "accepted" && decision != "rejected") node["decision"].expected("accepted or rejected");
  return {any_text(node["item"]), decision == "accepted", any_text(node["by"]), any_text(node["when"]),
          any_text(node["reason"])};
}

constexpr Range check_count{0, 1e6, "a whole number, 0 to 1000000"};

WrittenFinding read_finding(const Node& finding) {
  finding.keys({"reason", "place"});
  return {any_text(finding["reason"]), find_place(finding)};
}

WrittenCheck read_check(const Node& node) {
  node.keys({"aspect", "met", "required", "findings", "doubts", "doubted"});
  WrittenCheck check;
  check.aspect = node["aspect"].one_of<WrittenAspect>();
  check.met = static_cast<int>(node["met"].whole(check_count));
  check.required = static_cast<int>(node["required"].whole(check_count));
  check.findings = list(node, "findings", read_finding);
  if (node.find("doubts")) check.doubts = list(node, "doubts", read_finding);
  if (const auto doubted = node.find("doubted"))
    check.doubted = static_cast<int>(doubted->whole(check_count));
  return check;
}

ComparedClaim read_compared_claim(const Node& node) {
  node.keys({"id", "title", "claimed", "own", "standing", "reason"});
  ComparedClaim claim;
  claim.id = any_text(node["id"]);
  claim.title = any_text(node["title"]);
  if (const Node claimed = node["claimed"]; !claimed.is_null()) claim.claimed = read_scored(claimed);
  if (const Node own = node["own"]; !own.is_null()) claim.own = read_scored(own);
  claim.standing = node["standing"].one_of<ClaimStanding>();
  claim.reason = any_text(node["reason"]);
  return claim;
}

double read_number(const Node& node) { return node.number(any_number); }

PlottedData read_plotted(const Node& node) {
  node.keys({"file", "over", "at", "series", "crossovers"});
  PlottedData plot{any_text(node["file"]), any_text(node["over"]), list(node, "at", read_number), {}, {}};
  plot.series = list(node, "series", [&](const Node& series) {
    series.keys({"name", "values"});
    PlottedSeries read{any_text(series["name"]), list(series, "values", read_number)};
    if (read.values.size() != plot.at.size())
      series["values"].fail(
          fmt::format("found {} values, expected {}, as \"at\" has", read.values.size(), plot.at.size()));
    return read;
  });
  plot.crossovers = list(node, "crossovers", [](const Node& crossover) {
    crossover.keys({"series", "below", "at"});
    return Crossover{any_text(crossover["series"]), any_text(crossover["below"]),
                     read_number(crossover["at"])};
  });
  return plot;
}

WrittenFindings read_written(const Node& node) {
  node.keys({"handed_in", "checks", "claims", "plots"});
  WrittenFindings written{node["handed_in"].truth(),
                          list(node, "checks", read_check),
                          list(node, "claims", read_compared_claim),
                          {}};
  if (node.find("plots")) written.plots = list(node, "plots", read_plotted);
  return written;
}

ManualPoints read_manual_points(const Node& node) {
  node.keys({"submission", "item", "points", "by", "comment"});
  return {any_text(node["submission"]), any_text(node["item"]), node["points"].points(), any_text(node["by"]),
          any_text(node["comment"])};
}

SourceLines read_excerpt(const Node& node) {
  node.keys({"file", "first", "lines"});
  return {any_text(node["file"]), static_cast<int>(node["first"].whole({1, 1e9, "a line number"})),
          list(node, "lines", any_text)};
}

SubmissionSource read_source(const Node& node) {
  node.keys({"student", "repository", "branch", "commit", "committed", "content", "key", "attempt", "late"});
  return {any_text(node["student"]),   any_text(node["repository"]),
          any_text(node["branch"]),    any_text(node["commit"]),
          any_text(node["committed"]), any_text(node["content"]),
          any_text(node["key"]),       static_cast<int>(node["attempt"].whole(check_count)),
          any_text(node["late"])};
}

void read_heading(const Node& root, GradeRecord& record) {
  if (const Node schema = root["schema"]; schema.text() != record_schema)
    schema.expected(in_quotes(record_schema) + "; grade the submission again");
  record.version = any_text(root["version"]);
  record.lab = any_text(root["lab"]);
  record.title = any_text(root["title"]);
  record.submission = any_text(root["submission"]);
  record.device = root["device"].one_of<Device>();
  record.sandbox = any_text(root["sandbox"]);
  record.started = any_text(root["started"]);
  record.seconds = root["seconds"].number(any_seconds);
}

/// A value's run is one of the record's; those of an older gridmark have none, and all values are of the
/// first.
void check_runs(const Node& root, const GradeRecord& record) {
  const int runs = std::max<int>(static_cast<int>(record.runs.size()), 1);
  const auto check = [&](const auto& value, std::string_view key) {
    if (value.run >= runs)
      root[key].fail(fmt::format("found a value of run {}, expected one of {} runs, 0 to {}", value.run, runs,
                                 runs - 1));
  };
  const auto check_each = [&](const auto& values, std::string_view key) {
    for (const auto& value : values) check(value, key);
  };
  if (root.failed()) return;
  check_each(record.items, "items");
  for (const ItemScore& item : record.items) check_each(item.measurements, "items");
  check_each(record.tests, "tests");
  check_each(record.measurements, "measurements");
  check_each(record.deferred, "deferred");
  if (!record.written) return;
  for (const ComparedClaim& claim : record.written->claims)
    for (const auto* value : {&claim.claimed, &claim.own})
      if (*value) check(**value, "written");
}

GradeRecord read_record(const Node& root) {
  GradeRecord record;
  read_heading(root, record);
  root.keys({"schema",   "version", "lab",        "title",        "submission", "device",
             "sandbox",  "points",  "max_points", "pass_mark",    "passing",    "complete",
             "criteria", "items",   "tests",      "measurements", "builds",     "missing",
             "ignored",  "started", "seconds",    "reviews",      "credit",     "points_at_most",
             "written",  "manual",  "deferred",   "fingerprints", "runs",       "source",
             "excerpts", "plots"});
  record.points = root["points"].points();
  record.max_points = root["max_points"].points();
  const auto at_most = root.find("points_at_most");
  record.points_at_most = at_most ? at_most->points() : record.points;
  record.pass_mark = root["pass_mark"].number({0, 1, "a fraction, 0 to 1"});
  record.passing = root["passing"].truth();
  record.complete = root["complete"].truth();
  record.criteria = list(root, "criteria", read_criterion_score);
  record.items = list(root, "items", read_item_score);
  record.tests = list(root, "tests", read_test);
  record.measurements = list(root, "measurements", read_scored);
  record.builds = list(root, "builds", read_build);
  record.missing = list(root, "missing", any_text);
  record.ignored = list(root, "ignored", read_ignored);
  if (const auto credit = root.find("credit")) record.credit = credit->truth();
  if (root.find("reviews")) record.reviews = list(root, "reviews", read_decision);
  if (const auto written = root.find("written")) record.written = read_written(*written);
  if (const auto from = root.find("source")) record.source = read_source(*from);
  if (root.find("manual")) record.manual = list(root, "manual", read_manual_points);
  if (root.find("deferred")) record.deferred = list(root, "deferred", read_deferral);
  if (root.find("plots")) record.plots = list(root, "plots", read_plot);
  if (root.find("excerpts")) record.excerpts = list(root, "excerpts", read_excerpt);
  if (root.find("runs")) record.runs = list(root, "runs", read_grade_run);
  if (const auto fingerprints = root.find("fingerprints"))
    record.fingerprints = read_fingerprints(*fingerprints);
  check_runs(root, record);
  return record;
}

}  // namespace

Result<GradeRecord> load_record(std::string_view text, const std::string& where) {
  return parse_document(text, where, {record_source, most_record_bytes})
      .and_then([&](const nlohmann::json& document) {
        Reading reading{record_source, where};
        GradeRecord record = read_record(Node(document, reading));
        return finish(reading, std::move(record));
      });
}

}  // namespace gridmark::load
