#include "grader/report/junit_export.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

/// Printable texts without the two code points that are valid in UTF-8 but not in XML 1.0.
std::string xml(const std::string& text) {
  std::string characters;
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const bool character = point.valid && point.value != 0xfffe && point.value != 0xffff;
    characters += character ? std::string(rest.substr(0, point.length)) : "\xef\xbf\xbd";
    rest.remove_prefix(point.length);
  }
  return characters;
}

void set(pugi::xml_node node, const char* name, const std::string& text) {
  node.append_attribute(name).set_value(xml(text).c_str());
}

void set(pugi::xml_node node, const char* name, int count) { node.append_attribute(name).set_value(count); }

struct Counts {
  int tests = 0, failures = 0, skipped = 0;
};

void add_properties(pugi::xml_node testcase, const PrintableItem& item) {
  pugi::xml_node properties = testcase.append_child("properties");
  const auto add = [&](const char* name, const std::string& value) {
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  };
  add("points", item.earned);
  add("max_points", points_text(item.max_points));
}

void add_case(pugi::xml_node suite, const std::string& name, const PrintableItem& item, Counts& counts) {
  const bool open = item.is_open() || item.standing == Standing::not_run;
  pugi::xml_node testcase = suite.append_child("testcase");
  set(testcase, "name", item.id + ": " + item.title);
  if (!item.file.empty()) set(testcase, "file", item.file);
  if (item.line > 0) set(testcase, "line", item.line);
  set(testcase, "status", open ? "notrun" : "run");
  set(testcase, "result", open ? "skipped" : "completed");
  set(testcase, "time", "0");
  set(testcase, "classname", name + "." + item.criterion_id);
  add_properties(testcase, item);
  ++counts.tests;
  if (item.is_full()) return;
  ++(open ? counts.skipped : counts.failures);
  pugi::xml_node failed = testcase.append_child(open ? "skipped" : "failure");
  set(failed, "message", item.points_of() + ": " + item.message());
  if (!open) set(failed, "type", item.verdict);
}

void set_counts(pugi::xml_node node, const Counts& counts, double seconds) {
  set(node, "tests", counts.tests);
  set(node, "failures", counts.failures);
  set(node, "disabled", 0);
  set(node, "errors", 0);
  set(node, "time", fmt::format("{:.3f}", seconds));
}

}  // namespace

std::string junit_text(Records records, const ExportContext& context) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node all = document.append_child("testsuites");
  Counts sum;
  double seconds = 0;
  for (const GradeRecord& record : records) {
    const PrintableGrade grade = printable_grade(record, context);
    const std::string name = records.size() == 1 ? grade.lab : grade.student + "." + grade.lab;
    pugi::xml_node suite = all.append_child("testsuite");
    Counts counts;
    for (const PrintableItem& item : grade.items) add_case(suite, name, item, counts);
    set(suite, "name", name);
    set_counts(suite, counts, record.seconds);
    set(suite, "skipped", counts.skipped);
    set(suite, "timestamp", record.started.substr(0, std::string("2026-01-31T23:59:00").size()));
    sum.tests += counts.tests, sum.failures += counts.failures, seconds += record.seconds;
  }
  set_counts(all, sum, seconds);
  set(all, "timestamp", context.now.substr(0, std::string("2026-01-31T23:59:00").size()));
  set(all, "name", "gridmark");
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

Result<ExportFiles> export_junit(Records records, const ExportContext& context) {
  return ExportFiles{{"junit.xml", junit_text(records, context)}};
}

}  // namespace gridmark::report
