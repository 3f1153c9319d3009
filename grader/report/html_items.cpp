#include "grader/report/html_items.h"

#include <fmt/format.h>

#include <set>

#include "grader/core/number_text.h"
#include "grader/report/curve_svg.h"
#include "grader/report/html_source.h"
#include "grader/report/html_text.h"
#include "grader/report/item_words.h"
#include "grader/report/warp_picture.h"

namespace gridmark::html {
namespace {

std::string_view mark(Standing standing) {
  switch (standing) {
    case Standing::full:
      return "✓";
    case Standing::partial:
      return "~";
    case Standing::none:
      return "✗";
    case Standing::review:
    case Standing::ungraded:
      return "?";
    case Standing::not_run:
      return "–";
  }
  return "";
}

std::string points(const std::string& earned, Points worth) {
  return fmt::format("{} / {}", earned, points_text(worth));
}

std::string criterion_row(const GradeRecord& record, const CriterionScore& criterion) {
  return fmt::format("<tr class=\"criterion\"><th colspan=\"2\">{}</th><th class=\"points\">{}</th></tr>\n",
                     escaped(criterion.title), points(earned_text(record, criterion), criterion.max_points));
}

std::string item_row(const ItemScore& item) {
  const Standing standing = standing_of(item);
  return fmt::format(
      "<tr><td class=\"mark {}\">{}</td><td><a href=\"#item-{}\">{}</a></td><td "
      "class=\"points\">{}</td></tr>\n",
      kind(standing), mark(standing), escaped(item.id), escaped(item.title),
      points(earned_text(item), item.max_points));
}

std::string measurement_row(const Measurement& seen) {
  const auto cell = [](std::string_view text) { return element("td", "", escaped(text)); };
  return "<tr>" + element("td", "", element("code", "", escaped(seen.name))) +
         element("td", "number", number_text(seen.value)) + cell(seen.unit) +
         element("td", "number", seen.threshold ? number_text(*seen.threshold) : "–") +
         cell(name_of(seen.device)) + cell(name_of(seen.flavour)) + cell(name_of(seen.provenance)) +
         "</tr>\n";
}

std::string measurements(const ItemScore& item) {
  if (item.measurements.empty()) return "";
  std::string html =
      "<div class=\"scroll\" "
      "tabindex=\"0\"><table><thead><tr><th>measurement</th><th>value</th><th>unit</th><th>full "
      "points at</th>"
      "<th>device</th><th>build</th><th>provenance</th></tr></thead>\n";
  for (const Measurement& seen : item.measurements) html += measurement_row(seen);
  html += "</table></div>";
  // What was seen is no reason of a full item, but it is worth a line.
  if (item.reason.empty() && !item.measurements.front().detail.empty())
    html += element("p", "soft reason", escaped(item.measurements.front().detail));
  return html;
}

std::string curve(const ItemScore& item) {
  if (!item.curve || item.measurements.empty()) return "";
  const Measurement& seen = item.measurements.front();
  std::optional<Interval> interval;
  if (seen.duel) interval = Interval{seen.duel->low, seen.duel->high};
  const std::string svg = curve_svg(*item.curve, seen.value, item.points, item.max_points, interval);
  if (svg.empty()) return "";
  std::string caption = "points over the measured value in " + escaped(seen.unit);
  if (interval)
    caption += fmt::format("; the bar is its interval, {} to {}", number_text(interval->low),
                           number_text(interval->high));
  return element("figure", kind(standing_of(item)), svg + element("figcaption", "", caption));
}

/// Of what costs points: where a warp's lanes reached.
std::string requests(const ItemScore& item) {
  std::string html;
  if (standing_of(item) == Standing::full) return html;
  for (const Measurement& seen : item.measurements)
    if (seen.access && seen.place)
      html +=
          element("p", "soft",
                  "The worst request of a warp at " + element("code", "", escaped(place_text(*seen.place)))) +
          warp_picture(*seen.access);
  return html;
}

std::string tests(const ItemScore& item) {
  if (item.tests.empty()) return "";
  std::string names;
  for (const std::string& name : item.tests)
    names += (names.empty() ? "" : ", ") + element("code", "", escaped(name));
  return element("p", "soft", (item.tests.size() == 1 ? "Test: " : "Tests: ") + names);
}

using Shown = std::set<std::pair<std::string, int>>;

/// The student's lines, where no item above has shown them already.
std::string source_of(const GradeRecord& record, const ItemScore& item, Shown& shown) {
  if (!item.place || !shown.insert({item.place->file, item.place->line}).second) return "";
  return own_lines(record, item.place);
}

std::string section(const GradeRecord& record, const ItemScore& item, Shown& shown) {
  const Standing standing = standing_of(item);
  const bool open = standing != Standing::full && standing != Standing::not_run;
  const std::string state = element("span", "chip " + std::string(kind(standing)), verdict_words(item)) +
                            " " + element("span", "soft", points(earned_text(item), item.max_points));
  const std::string heading = element("span", "title", escaped(item.title)) + element("span", "state", state);
  const std::string reason = item.reason.empty()
                                 ? ""
                                 : element("p", "reason", place_before(item.place) + escaped(item.reason)) +
                                       source_of(record, item, shown);
  const std::string words = persons_words(record, item);
  const std::string persons = words.empty() ? "" : element("p", "soft reason", escaped(words));
  const std::string id =
      (item.calibrated
           ? ""
           : element("p", "soft", std::string("The limits of this line are ") + not_calibrated + ".")) +
      element(
          "p", "soft",
          "Item " + element("code", "", escaped(item.id)) + (item.run == 0 ? "" : ", judged by a later run"));
  return fmt::format(
      "<details id=\"item-{}\"{}><summary>{}</summary><div class=\"body\">{}{}{}{}{}{}{}</div></details>\n",
      escaped(item.id), open ? " open" : "", heading, reason, persons, measurements(item), requests(item),
      curve(item), tests(item), id);
}

}  // namespace

std::string_view kind(Standing standing) {
  switch (standing) {
    case Standing::full:
      return "good";
    case Standing::partial:
      return "part";
    case Standing::none:
      return "bad";
    case Standing::review:
    case Standing::ungraded:
      return "part";
    case Standing::not_run:
      return "idle";
  }
  return "";
}

std::string place_before(const std::optional<Place>& place) {
  return place ? element("code", "place", escaped(place_text(*place))) + ": " : "";
}

std::string grades_table(const GradeRecord& record) {
  std::string html = "<table class=\"grades\">\n";
  for (const CriterionScore& criterion : record.criteria) {
    html += criterion_row(record, criterion);
    for (const ItemScore& item : record.items)
      if (item.criterion == criterion.id) html += item_row(item);
  }
  return element("div", "card", html + "</table>");
}

std::string item_sections(const GradeRecord& record) {
  std::string html;
  Shown shown;
  for (const ItemScore& item : record.items) html += section(record, item, shown);
  return element("h2", "", "Items") + element("div", "card list", html);
}

}  // namespace gridmark::html
