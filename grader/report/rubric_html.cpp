#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/curve_svg.h"
#include "grader/report/curve_table.h"
#include "grader/report/html_style.h"
#include "grader/report/html_text.h"
#include "grader/report/item_words.h"
#include "grader/report/rubric_printer.h"

namespace gridmark {
namespace {

using namespace html;

std::string head(const std::string& title) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}</style>\n</head>\n",
      title, style());
}

std::string card(const Lab& lab, const Rubric& rubric) {
  const Points all = total_points(rubric);
  const std::string names =
      element("h1", "", "Rubric: " + escaped(lab.title)) +
      element("div", "soft",
              element("code", "", escaped(lab.name)) + " · " + points_text(all * rubric.passing) +
                  (rubric.credit ? " pass" : " finish it; they count in no grade"));
  const std::string sum = element(
      "div", "score", points_text(all) + " <small>point" + (all == Points(1) ? "" : "s") + "</small>");
  return element("header", "card", element("div", "top", element("div", "", names) + sum));
}

std::string criterion_rows(const Criterion& criterion) {
  Points sum;
  std::string items;
  for (const Item& item : criterion.items) {
    sum += item.points;
    const std::string link =
        fmt::format("<a href=\"#item-{}\">{}</a>", escaped(item.id), escaped(item.title));
    items += "<tr>" + element("td", "", link) + element("td", "points", points_text(item.points)) + "</tr>\n";
  }
  return fmt::format("<tr class=\"criterion\"><th>{}</th><th class=\"points\">{}</th></tr>\n",
                     escaped(criterion.title), points_text(sum)) +
         items;
}

std::string lane_html(const Item& item, Device device, const Lane& lane) {
  std::string rows;
  for (const auto& [value, worth] : curve_table(lane.curve, lane.unit, item.points))
    rows += "<tr>" + element("td", "number", escaped(value)) + element("td", "points", points_text(worth)) +
            "</tr>\n";
  const std::string caption =
      fmt::format("points over {}, on the {} device", escaped(lane.measurement), name_of(device));
  return element("p", "", escaped(how_earned(item, device))) +
         element("figure", "", curve_svg(lane.curve, item.points) + element("figcaption", "", caption)) +
         element("div", "scroll", element("table", "", rows));
}

std::string item_section(const Item& item) {
  std::string body;
  if (!item.needs.empty()) body += element("p", "", escaped(needs_words(item)));
  if (!item.quick) body += element("p", "", takes_long);
  if (item.lanes.empty()) body += element("p", "", escaped(how_earned(item, Device::emulated)));
  for (const auto& [device, lane] : item.lanes) body += lane_html(item, device, lane);
  body += element("p", "soft", "Item " + element("code", "", escaped(item.id)));
  const std::string heading = element("span", "title", escaped(item.title)) +
                              element("span", "state soft", points_words(item.points));
  return fmt::format(
      "<details id=\"item-{}\" open><summary>{}</summary><div class=\"body\">{}</div></details>\n",
      escaped(item.id), heading, body);
}

}  // namespace

std::string print_rubric_html(const Lab& lab, const Rubric& rubric) {
  std::string rows, sections;
  for (const Criterion& criterion : rubric.criteria) {
    rows += criterion_rows(criterion);
    for (const Item& item : criterion.items) sections += item_section(item);
  }
  return head("Rubric: " + escaped(lab.title)) + "<body>\n<main>\n" + card(lab, rubric) +
         element("h2", "", "Points") +
         element("div", "card", "<table class=\"grades\">\n" + rows + "</table>") +
         element("h2", "", "How each line is earned") + element("div", "card list", sections) +
         "\n</main>\n</body>\n</html>\n";
}

}  // namespace gridmark
