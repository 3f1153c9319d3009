#include "grader/written/plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/written/drawn_points.h"
#include "grader/written/pictures.h"

namespace gridmark::written {
namespace {

using Results = std::map<std::string, std::string>;

std::string_view without_dot(std::string_view target) {
  if (target.starts_with("./")) target.remove_prefix(2);
  return target;
}

/// The picture that was handed in for a plot: the first existing one of its possible names.
Results::const_iterator picture_of(const RequiredPlot& plot, const Results& results) {
  for (const std::string& name : picture_names(plot))
    if (const auto found = results.find(name); found != results.end()) return found;
  return results.end();
}

std::optional<WrittenFinding> picture_finding(const RequiredPlot& plot, const Document& document,
                                              const Results& results) {
  const auto found = picture_of(plot, results);
  if (found == results.end()) return WrittenFinding{"the picture is missing", Place{plot.image, 0}};
  const std::string& name = found->first;
  if (const std::string problem = picture_problem(name, found->second); !problem.empty())
    return WrittenFinding{problem, Place{name, 0}};
  const bool shown = std::any_of(document.pictures.begin(), document.pictures.end(),
                                 [&](const Picture& picture) { return without_dot(picture.target) == name; });
  if (shown) return std::nullopt;
  return WrittenFinding{fmt::format("the report does not show {0}. Write ![a description]({0})", name),
                        Place{report_name, 0}};
}

class PlotCheck {
 public:
  PlotCheck(const Results& results, const RunSide& run, DerivedValues& derived, CheckedPlots& checked)
      : results_(results), run_(run), derived_(derived), check_(checked.check), drawn_(checked.drawn) {}

  void run(const RequiredPlot& plot, const Document& document) {
    const bool shown = note(picture_finding(plot, document, results_));
    for (const PlotFact& fact : plot.facts)
      if (!fact.claim.empty()) derived_[fact.claim] = {derived_words(plot, fact), 0, 0, false};
    const auto text = results_.find(plot.data);
    const auto data =
        text == results_.end()
            ? tl::unexpected(WrittenFinding{"the data of the plot is missing", Place{plot.data, 0}})
            : read_data(plot, text->second);
    note(data ? std::nullopt : std::optional(data.error()));
    if (!data) {
      check_.required += static_cast<int>(plot.facts.size());  // one finding explains why all of them fail
      return;
    }
    const int before = check_.met - 1;  // the data can be read
    for (const PlotFact& fact : plot.facts) note(fact_problem(plot, fact, *data, derived_));
    if (shown) doubt_picture(plot, *data);
    doubt_data(plot, *data, check_.met - before);
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

  void doubt_picture(const RequiredPlot& plot, const DataTable& data) {
    const auto& [name, bytes] = *picture_of(plot, results_);
    const std::string doubt = why_it_shows_too_little(name, bytes, data.rows());
    if (doubt.empty()) return;
    check_.doubts.push_back({doubt, Place{name, 0}});
    ++check_.doubted;
  }

  /// met  the requirements that the data has met
  void doubt_data(const RequiredPlot& plot, const DataTable& data, int met) {
    const std::vector<WrittenFinding> doubts = data_doubts(plot, data, run_);
    if (doubts.empty()) return;
    check_.doubts.insert(check_.doubts.end(), doubts.begin(), doubts.end());
    check_.doubted += met;
    for (const PlotFact& fact : plot.facts)
      if (!fact.claim.empty()) derived_[fact.claim].doubted = plot.data;
  }

  /// returns  whether there is no problem
  bool note(std::optional<WrittenFinding> problem) {
    ++check_.required;
    if (problem)
      check_.findings.push_back(*std::move(problem));
    else
      ++check_.met;
    return !problem;
  }

  const Results& results_;
  const RunSide& run_;
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
                         const Results& results, DerivedValues& derived, const RunSide& run) {
  CheckedPlots checked;
  PlotCheck one(results, run, derived, checked);
  for (const RequiredPlot& plot : plots) one.run(plot, document);
  return checked;
}

}  // namespace gridmark::written
