#include "grader/load/load_rubric.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/sha256.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/needs_check.h"
#include "grader/load/read_value.h"
#include "grader/load/written_part_json.h"

namespace gridmark::load {
namespace {

constexpr auto rubric_source = Error::Source::rubric;

bool only_of(std::string_view text, std::string_view marks) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || marks.find(c) != std::string_view::npos;
  });
}

/// Patterns go into GoogleTest's filter, where `:`, `-` and `?` have a special meaning.
std::string read_pattern(const Node& node) {
  const std::string pattern = node.text(1, 256);
  if (!only_of(pattern, "_./*ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    node.expected("a test's name such as \"Suite.Test\" or \"Suite.*\"");
  return pattern;
}

std::vector<std::string> read_patterns(const Node& node) {
  std::vector<std::string> all;
  for (const Node& element : node.elements()) all.push_back(read_pattern(element));
  if (all.empty()) node.expected("at least one pattern of tests");
  return all;
}

/// A paired timing runs until its interval is settled for each limit. On a straight line every value would be
/// a limit.
double read_paired_timing_seconds(const Node& node, const Target& target) {
  node.keys({"seconds"});
  const bool steps = target.curve.kind == Curve::Kind::steps && target.curve.better == Curve::Better::higher;
  if (!steps)
    node.fail("found a paired timing on another curve, expected \"steps\" where \"higher\" is better");
  if (target.flavour != Flavour::fast)
    node.fail("found a paired timing of the counted flavour, expected \"fast\"");
  return node["seconds"].number({1, 600, "a number of seconds, 1 to 600"});
}

Target read_target(const Node& node) {
  node.keys({"measurement", "from", "flavour", "unit", "curve", "paired_timing", "calibrated"});
  Target target;
  target.measurement = node["measurement"].text(1, 256);
  target.from = read_pattern(node["from"]);
  if (const auto flavour = node.find("flavour")) target.flavour = flavour->one_of<Flavour>();
  target.unit = node["unit"].text(1, 64);
  target.curve = read_value<Curve>(node["curve"]);
  if (const auto paired_timing = node.find("paired_timing"))
    target.paired_timing_seconds = read_paired_timing_seconds(*paired_timing, target);
  if (const auto calibrated = node.find("calibrated")) target.calibrated = calibrated->truth();
  return target;
}

std::map<Device, Target> read_targets(const Node& node) {
  node.keys({"emulated", "cuda"});
  std::map<Device, Target> targets;
  for (const auto& [device, name] : names(Device{}))
    if (const auto target = node.find(name)) targets.emplace(device, read_target(*target));
  if (targets.empty()) node.expected("a target for at least one device");
  return targets;
}

/// An item with "manual": false would have no rule.
bool read_manual(const Node& node) {
  if (!node.truth()) node.expected("true, or no such key");
  return true;
}

/// Counted items are never quick, so "quick": true would promise too much.
bool read_quick(const Node& node) {
  if (node.truth()) node.expected("false, or no such key");
  return false;
}

/// The keys for how an item is judged. A valid item has exactly one, such as "\"tests\"".
std::string rules_found(const Node& node) {
  std::string found;
  for (const char* rule : {"tests", "targets", "report", "manual"})
    if (node.find(rule)) found += fmt::format("{}\"{}\"", found.empty() ? "" : " and ", rule);
  return found.empty() ? "no rule" : found;
}

Item read_item(const Node& node) {
  node.keys({"id", "title", "points", "needs", "tests", "targets", "report", "manual", "quick"});
  Item item;
  item.id = read_id(node["id"]);
  item.title = node["title"].text(1, 256);
  item.points = node["points"].points();
  if (const auto needs = node.find("needs")) item.needs = needs->texts();
  if (const std::string found = rules_found(node); found.find(' ') != found.npos)
    node.fail("found " + found + ", expected one of \"tests\", \"targets\", \"report\" and \"manual\"");
  if (const auto tests = node.find("tests")) item.tests = read_patterns(*tests);
  if (const auto targets = node.find("targets")) item.targets = read_targets(*targets);
  if (const auto report = node.find("report")) item.report = report->one_of<WrittenAspect>();
  if (const auto manual = node.find("manual")) item.manual = read_manual(*manual);
  if (const auto quick = node.find("quick")) item.quick = read_quick(*quick);
  return item;
}

Criterion read_criterion(const Node& node) {
  node.keys({"id", "title", "items"});
  Criterion criterion{read_id(node["id"]), node["title"].text(1, 256), {}};
  for (const Node& element : node["items"].elements(50)) criterion.items.push_back(read_item(element));
  if (criterion.items.empty()) node["items"].expected("at least one item");
  return criterion;
}

double read_passing(const Node& node) {
  constexpr Range fraction{0, 1, "a fraction above 0 and at most 1"};
  const double passing = node.number(fraction);
  if (passing == 0) node.expected(fraction.words);
  return passing;
}

Rubric read_rubric(const Node& root, const std::string& lab) {
  root.keys({"$schema", "lab", "credit", "passing", "criteria"});
  Rubric rubric;
  rubric.lab = root["lab"].text();
  if (rubric.lab != lab) root["lab"].expected(in_quotes(lab) + ", the lab that is graded");
  if (const auto node = root.find("credit")) rubric.credit = node->truth();
  if (const auto node = root.find("passing")) rubric.passing = read_passing(*node);
  for (const Node& element : root["criteria"].elements(50))
    rubric.criteria.push_back(read_criterion(element));
  if (rubric.criteria.empty()) root["criteria"].expected("at least one criterion");
  if (!root.failed()) check_ids_and_needs(root, rubric);
  return rubric;
}

}  // namespace

Result<Rubric> parse_rubric(std::string_view text, const std::string& where, const std::string& lab) {
  const auto document = TRY(parse_document(text, where, {rubric_source}));
  Reading reading{rubric_source, where};
  Rubric rubric = read_rubric(Node(document, reading), lab);
  rubric.fingerprint = sha256(document.dump());
  return finish(reading, std::move(rubric));
}

Result<Rubric> load_rubric(const std::filesystem::path& path, const std::string& lab) {
  const std::string text = TRY(file_text(path, rubric_source));
  return parse_rubric(text, path.string(), lab);
}

}  // namespace gridmark::load
