#pragma once
// The written part of a lab: the requirements of lab.json for REPORT.md and the files under results/.
#include <map>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/measurement.h"

namespace gridmark {

/// The parts of a report that an item of the rubric can check.
enum class WrittenAspect { sections, claims, plots, work_log };

constexpr auto names(WrittenAspect) {
  using enum WrittenAspect;
  return EnumNames<WrittenAspect, 4>{
      {{sections, "sections"}, {claims, "claims"}, {plots, "plots"}, {work_log, "work_log"}}};
}

/// A number that the report must state in its claims block.
struct RequiredClaim {
  std::string id;           ///< [a-z0-9_]+, "tiled_load_ratio"
  std::string title;        ///< a description for the student, may be empty
  std::string unit;         ///< "ratio", units of the same kind are converted ("KiB" for "bytes")
  std::string measurement;  ///< the grader's Measurement::name, empty if a plot's facts judge the claim
  std::string from;         ///< the checker's test that takes it, empty for the test of the rubric's target
  Flavour flavour = Flavour::counted;  ///< of `measurement`, if `from` is given
  friend bool operator==(const RequiredClaim&, const RequiredClaim&) = default;
};

/// A test whose measurement is needed, whether or not the test passes.
struct MeasurementSource {
  std::string from;  ///< pattern of the checker's tests
  Flavour flavour = Flavour::counted;
};
using ClaimSources =
    std::map<std::string, MeasurementSource>;  ///< a claim's id or a plot's data -> its source

/// A condition on the numbers behind a plot. Rows are taken in the order of `over`.
struct PlotFact {
  enum class Kind {
    rises,      ///< `column` never falls while `over` grows
    falls,      ///< `column` never rises while `over` grows
    crossover,  ///< `claim` is the first `over` from which `column` stays at or below `below`
    value,      ///< `claim` is the value of `column` where `over` is `at`
    covers      ///< `over` has each of `values`
  };
  Kind kind = Kind::rises;
  std::string column;
  std::string over;
  std::string below;           ///< crossover: the other column
  double at = 0;               ///< value
  std::string claim;           ///< crossover, value: a claim's id
  std::vector<double> values;  ///< covers
  friend bool operator==(const PlotFact&, const PlotFact&) = default;
};

constexpr auto names(PlotFact::Kind) {
  using enum PlotFact::Kind;
  return EnumNames<PlotFact::Kind, 5>{
      {{rises, "rises"}, {falls, "falls"}, {crossover, "crossover"}, {value, "value"}, {covers, "covers"}}};
}

/// A column of times in milliseconds that no run can repeat, with the range of possible speeds.
struct MeasuredColumn {
  std::string column;
  double operations = 1;  ///< at size n: `operations` times n to the power of `power`
  double power = 1;
  double slowest = 0, fastest = 0;  ///< in operations per second
  friend bool operator==(const MeasuredColumn&, const MeasuredColumn&) = default;
};

/// Columns that the checker models again: those named like a series of one of its plots.
struct ModelledColumns {
  std::string plot = {};  ///< Plot::name, empty if nothing is modelled again
  std::string from = {};  ///< the checker's test that records the plot
  friend bool operator==(const ModelledColumns&, const ModelledColumns&) = default;
};

/// A picture with the numbers behind it.
struct RequiredPlot {
  std::string image;                 ///< "results/sweep.svg": .svg or .png
  std::string data;                  ///< "results/sweep.csv"
  std::vector<std::string> columns;  ///< columns that the data must have, more are allowed
  int points = 2;                    ///< minimal number of rows
  std::vector<PlotFact> facts;
  ModelledColumns modelled = {};  ///< over the first of `columns`, as `measured`
  std::vector<MeasuredColumn> measured = {};
  friend bool operator==(const RequiredPlot&, const RequiredPlot&) = default;
};

struct WrittenPart {
  std::vector<std::string> sections;  ///< headings
  std::vector<RequiredClaim> claims;
  std::vector<RequiredPlot> plots;
  int work_log = 0;  ///< minimal number of steps in the section "Work log"
  friend bool operator==(const WrittenPart&, const WrittenPart&) = default;
};

}  // namespace gridmark
