#pragma once
#include <string>
#include <vector>

namespace gridmark::exam {

/// What lies along an axis.
struct PlotQuantity {
  std::string label = {};  ///< "sequence length"
  std::string unit = {};   ///< "tokens"; empty where the label says it
  bool logarithmic = false;
};

struct PlotSeries {
  std::string name = {};  ///< "flash attention"
  std::string provenance = "counted";
  std::vector<double> at = {}, values = {};  ///< equally many, in the order in which a line joins them
};

/// A place along x that the reader should see.
struct PlotMark {
  double at = 0;
  std::string text = {};  ///< "k* = 3"
};

/// A drawing for the report: values that no rubric line scores one by one.
struct Plot {
  std::string name = {};   ///< "attention_memory"
  std::string title = {};  ///< "Attention's memory against the sequence's length"
  PlotQuantity x = {}, y = {};
  std::vector<PlotSeries> series = {};
  std::vector<PlotMark> marks = {};
};

/// Keeps a drawing of the test that runs now. Students see those of announced tests. What an axis has no
/// place for is left out: a drawing fails nobody.
void record(const Plot& plot);

}  // namespace gridmark::exam
