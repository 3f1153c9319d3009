#include "grader/written/plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/written/data_table.h"
#include "grader/written/pictures.h"

namespace gridmark::written {
namespace {

using Results = std::map<std::string, std::string>;

std::string_view without_dot(std::string_view target) {
  if (target.starts_with("./")) target.remove_prefix(2);
  return target;
}

std::optional<WrittenFinding> picture_finding(const RequiredPlot& plot, const Document& document,
                                              const Results& results) {
  for (const std::string& name : picture_names(plot)) {
    const auto found = results.find(name);
    if (found == results.end()) continue;
    if (const std::string problem = picture_problem(name, found->second); !problem.empty())
      return WrittenFinding{problem, Place{name, 0}};
    const bool shown =
        std::any_of(document.pictures.begin(), document.pictures.end(),
                    [&](const Picture& picture) { return without_dot(picture.target) == name; });
    if (shown) return std::nullopt;
    return WrittenFinding{fmt::format("the report does not show {0}; write ![what it shows]({0})", name),
                          Place{report_name, 0}};
  }
  return WrittenFinding{"the picture is missing", Place{plot.image, 0}};
}

class PlotCheck {
 public:
  PlotCheck(const Results& results, DerivedValues& derived, CheckedPlots& checked)
      : results_(results), derived_(derived), check_(checked.check), drawn_(checked.drawn) {}

  void run(const RequiredPlot& plot, const Document& document) {
    note(picture_finding(plot, document, results_));
    for (const PlotFact& fact : plot.facts)
      if (!fact.claim.empty()) derived_[fact.claim] = {derived_words(plot, fact), 0, 0, false};
    const auto text = results_.find(plot.data);
    const auto data =
        text == results_.end()
            ? tl::unexpected(WrittenFinding{"the data of the plot is missing", Place{plot.data, 0}})
            : read_data(plot, text->second);
    note(data ? std::nullopt : std::optional(data.error()));
    if (!data) {
      check_.required += static_cast<int>(plot.facts.size());  // one finding tells why none of them holds
      return;
    }
    for (const PlotFact& fact : plot.facts) note(fact_problem(plot, fact, *data, derived_));
    drawn_.push_back(plotted(plot, *data));
  }

 private:
  PlottedData plotted(const RequiredPlot& plot, const DataTable& data) const {
    PlottedData drawn = plotted_data(plot, data);
    for (const PlotFact& fact : plot.facts)
      if (const auto derived = derived_.find(fact.claim);
          fact.kind == PlotFact::Kind::crossover && derived != derived_.end() && derived->second.known)
        drawn.crossovers.push_back({fact.column, fact.below, derived->second.value});
    return drawn;
  }

  void note(std::optional<WrittenFinding> problem) {
    ++check_.required;
    if (problem)
      check_.findings.push_back(*std::move(problem));
    else
      ++check_.met;
  }

  const Results& results_;
  DerivedValues& derived_;
  WrittenCheck& check_;
  std::vector<PlottedData>& drawn_;
};

}  // namespace

std::vector<std::string> picture_names(const RequiredPlot& plot) {
  const std::string stem = plot.image.substr(0, plot.image.size() - 4);
  return {plot.image, stem + (plot.image.ends_with(".svg") ? ".png" : ".svg")};
}

CheckedPlots check_plots(const std::vector<RequiredPlot>& plots, const Document& document,
                         const Results& results, DerivedValues& derived) {
  CheckedPlots checked;
  PlotCheck one(results, derived, checked);
  for (const RequiredPlot& plot : plots) one.run(plot, document);
  return checked;
}

}  // namespace gridmark::written
