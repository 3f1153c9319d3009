#pragma once
// A drawing that a checker requests. Its values are not scored one by one, but readers should see them
// together.
#include <string>
#include <vector>

#include "protocol/fields.h"
#include "protocol/provenance.h"

namespace gridmark {

/// The quantity on an axis.
struct PlotQuantity {
  std::string label = {};  ///< "sequence length"
  std::string unit = {};   ///< "tokens", empty if the label has it
  bool logarithmic = false;
  friend bool operator==(const PlotQuantity&, const PlotQuantity&) = default;
};

struct PlotSeries {
  std::string name = {};  ///< "flash attention"
  Provenance provenance = Provenance::counted;
  std::vector<double> at = {}, values = {};  ///< of equal length, in the order of the drawn line
  friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

/// A position on the x axis that the reader should see.
struct PlotMark {
  double at = 0;
  std::string text = {};  ///< "k* = 3"
  friend bool operator==(const PlotMark&, const PlotMark&) = default;
};

struct Plot {
  std::string name = {};   ///< "attention_memory"
  std::string title = {};  ///< one message without the full stop
  std::string test = {};   ///< the checker's test that drew it
  PlotQuantity x = {}, y = {};
  std::vector<PlotSeries> series = {};
  std::vector<PlotMark> marks = {};
  friend bool operator==(const Plot&, const Plot&) = default;
};

/// Differences of values within this limit are also numbers.
inline constexpr double largest_plotted = 1e100;
inline constexpr Range plotted_value{-largest_plotted, largest_plotted, "a number, -1e100 to 1e100"};
inline constexpr Length plot_text{1, 256};

constexpr auto fields(const PlotQuantity*) {
  return std::tuple{
      field("label", &PlotQuantity::label, plot_text), field("unit", &PlotQuantity::unit, Length{0, 64}),
      field("logarithmic", &PlotQuantity::logarithmic, AnyOfType{}, "all numbers along it are above 0")};
}

// Lists are limited to the size that a page can show and a person can read.
constexpr auto fields(const PlotSeries*) {
  constexpr Many<Range> values{0, 2000, plotted_value};
  return std::tuple{field("name", &PlotSeries::name, plot_text), field("provenance", &PlotSeries::provenance),
                    field("at", &PlotSeries::at, values),
                    field("values", &PlotSeries::values, values, "as many as \"at\" has")};
}

constexpr auto fields(const PlotMark*) {
  return std::tuple{field("at", &PlotMark::at, plotted_value), field("text", &PlotMark::text, plot_text)};
}

constexpr auto fields(const Plot*) {
  return std::tuple{field("name", &Plot::name, plot_text),
                    field("title", &Plot::title, plot_text),
                    field("test", &Plot::test, plot_text, "the test that drew it"),
                    field("x", &Plot::x),
                    field("y", &Plot::y),
                    field("series", &Plot::series, Many{0, 12}),
                    field("marks", &Plot::marks, Many{0, 12}, "places along x that the reader should see")};
}

}  // namespace gridmark
