#include "grader/core/number_text.h"
#include "grader/report/curve_drawing.h"
#include "grader/report/curve_table.h"
#include "grader/report/html_template.h"
#include "grader/report/item_words.h"
#include "grader/report/rubric_printer.h"

namespace gridmark::report {
namespace {

using namespace html;

Data rubric_target(const Item& item, Device device, const Target& target) {
  return {{"how_measured", how_earned(item, device)},
          {"curve", curve_data(target.curve, item.points)},
          {"measurement", target.measurement},
          {"device", name_of(device)},
          {"rows", list_of(curve_table(target.curve, target.unit, item.points), [](const auto& row) {
             return Data{{"value", row.first}, {"earned", points_text(row.second)}};
           })}};
}

Data rubric_item(const Item& item) {
  return {{"id", item.id},
          {"title", item.title},
          {"points", points_text(item.points)},
          {"points_words", points_words(item.points)},
          {"needs", item.needs.empty() ? "" : needs_words(item)},
          {"takes_long", item.quick ? "" : takes_long},
          {"how", item.targets.empty() ? how_earned(item, Device::emulated) : ""},
          {"targets", list_of(item.targets, [&](const auto& target) {
             return rubric_target(item, target.first, target.second);
           })}};
}

Data rubric_criterion(const Criterion& criterion) {
  Points sum;
  for (const Item& item : criterion.items) sum += item.points;
  return {{"title", criterion.title},
          {"points", points_text(sum)},
          {"items", list_of(criterion.items, rubric_item)}};
}

}  // namespace

std::string print_rubric_html(const Lab& lab, const Rubric& rubric) {
  const Points all = total_points(rubric);
  const std::string passing = points_text(all * rubric.passing) +
                              (rubric.credit ? " pass" : " finish it. They do not count in a grade");
  return filled("rubric.html", {{"page_title", "Rubric: " + lab.title},
                                {"lab", lab.name},
                                {"passing", passing},
                                {"points", points_text(all)},
                                {"points_are", all == Points(1) ? "point" : "points"},
                                {"criteria", list_of(rubric.criteria, rubric_criterion)}});
}

}  // namespace gridmark::report
