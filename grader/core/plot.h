#pragma once
// A drawing that a checker asks for: values that no rubric line scores one by one, but that a reader should
// see together.
#include <string>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark {

/// What lies along an axis.
struct PlotQuantity {
  std::string label;  ///< "sequence length"
  std::string unit;   ///< "tokens"; empty where the label says it
  bool logarithmic = false;
  friend bool operator==(const PlotQuantity&, const PlotQuantity&) = default;
};

struct PlotSeries {
  std::string name;  ///< "flash attention"
  Provenance provenance = Provenance::counted;
  std::vector<double> at, values;  ///< equally many, in the order in which a line joins them
  friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

/// A place along x that the reader should see.
struct PlotMark {
  double at = 0;
  std::string text;  ///< "k* = 3"
  friend bool operator==(const PlotMark&, const PlotMark&) = default;
};

struct Plot {
  std::string name;   ///< "attention_memory"
  std::string title;  ///< one sentence for the reader, without the full stop
  std::string test;   ///< of the checker that drew it
  PlotQuantity x, y;
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
  friend bool operator==(const Plot&, const Plot&) = default;
};

}  // namespace gridmark
