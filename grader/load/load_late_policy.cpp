#include "grader/load/load_late_policy.h"

#include <algorithm>

#include "base/nearest.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark::load {
namespace {

constexpr auto late_policy_source = Error::Source::usage;
constexpr Range percent{0, 100, "a percentage, 0 to 100"};
constexpr Range minutes{0, 1440, "a number of minutes, 0 to 1440"};
constexpr Range some_days{0, 365, "a number of days, 0 to 365"};

Moment read_moment(const Node& node) {
  const auto moment = parse_moment(node.text());
  if (!moment) node.expected("a time with its zone, as \"2026-10-01T23:59:00+02:00\"");
  return moment.value_or(0);
}

/// The terms that all labs share unless they set their own.
void read_terms(const Node& node, LabDeadline& terms) {
  if (const auto own = node.find("branch")) terms.branch = own->text(1, 200);
  if (!terms.branch.empty() && terms.branch.front() == '-') node["branch"].expected("the name of a branch");
  if (const auto own = node.find("percent_per_day")) terms.percent_per_day = own->number(percent);
  if (const auto own = node.find("grace_minutes"))
    terms.grace_seconds = static_cast<Moment>(own->number(minutes) * 60);
}

LabDeadline read_lab(const Node& node, LabDeadline terms) {
  node.keys({"deadline", "hard_close", "percent_per_day", "grace_minutes", "branch"});
  read_terms(node, terms);
  terms.deadline = read_moment(node["deadline"]);
  if (const auto close = node.find("hard_close")) {
    terms.hard_close = read_moment(*close);
    if (*terms.hard_close < terms.deadline) close->expected("a time that is not before the deadline");
  }
  return terms;
}

void known_lab(const Node& node, const std::string& lab, const std::vector<std::string>& labs) {
  if (std::find(labs.begin(), labs.end(), lab) == labs.end())
    node.fail("found the lab " + in_quotes(lab) + ", which the course does not have" + suggestion(lab, labs));
}

Extension read_extension(const Node& node, const std::vector<std::string>& labs) {
  node.keys({"student", "lab", "days", "reason"});
  Extension read;
  read.student = node["student"].text(1, 100);
  if (const auto lab = node.find("lab")) known_lab(*lab, read.lab = lab->text(), labs);
  read.days = node["days"].number(some_days);
  if (const auto reason = node.find("reason")) read.reason = reason->text(0);
  return read;
}

LatePolicy read_policy(const Node& root, const std::vector<std::string>& labs) {
  root.keys({"labs", "slip_days", "percent_per_day", "grace_minutes", "branch", "extensions", "clock"});
  LatePolicy policy;
  LabDeadline terms;
  read_terms(root, terms);
  for (const auto& [name, node] : root["labs"].members()) {
    policy.labs[name] = node.alone([&, &lab = name](const Node& own) {
      known_lab(own, lab, labs);
      return read_lab(own, terms);
    });
  }
  if (const auto clock = root.find("clock")) policy.clock = clock->one_of<SubmissionClock>();
  if (const auto slip = root.find("slip_days")) policy.slip_days = static_cast<int>(slip->whole(some_days));
  if (const auto all = root.find("extensions"))
    for (const Node& node : all->elements(10'000))
      policy.extensions.push_back(node.alone([&](const Node& own) { return read_extension(own, labs); }));
  return policy;
}

}  // namespace

Result<LatePolicy> parse_late_policy(std::string_view text, const std::string& where,
                                     const std::vector<std::string>& labs) {
  const auto document = TRY(parse_document(text, where, {late_policy_source}));
  Reading reading{late_policy_source, where};
  LatePolicy policy = read_policy(Node(document, reading), labs);
  return finish(reading, std::move(policy));
}

Result<LatePolicy> load_late_policy(const std::filesystem::path& path, const std::vector<std::string>& labs) {
  const std::string text = TRY(file_text(path, late_policy_source));
  return parse_late_policy(text, path.string(), labs);
}

}  // namespace gridmark::load
