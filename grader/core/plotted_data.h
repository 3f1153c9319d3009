#pragma once
// The numbers of a student's plot, for a report to draw.
#include <string>
#include <vector>

#include "grader/core/value_limits.h"

namespace gridmark {

/// One column of the data.
struct PlottedSeries {
  std::string name;            ///< "device_ms"
  std::vector<double> values;  ///< one for each of PlottedData::at
  friend bool operator==(const PlottedSeries&, const PlottedSeries&) = default;
};

/// The point from which one series stays at or below another.
struct Crossover {
  std::string series, below;  ///< "device_ms", "cpu_ms"
  double at = 0;
  friend bool operator==(const Crossover&, const Crossover&) = default;
};

struct PlottedData {
  std::string file;        ///< "results/sweep.csv"
  std::string over;        ///< the column along the axis, "n"
  std::vector<double> at;  ///< the values of `over`, rising
  std::vector<PlottedSeries> series;
  std::vector<Crossover> crossovers;
  friend bool operator==(const PlottedData&, const PlottedData&) = default;
};

constexpr auto fields(const PlottedSeries*) {
  return std::tuple{field("name", &PlottedSeries::name, any_text),
                    field("values", &PlottedSeries::values, any_numbers, "one for each of at")};
}

constexpr auto fields(const Crossover*) {
  return std::tuple{
      field("series", &Crossover::series, any_text),
      field("below", &Crossover::below, any_text, "the series that it comes to lie at or below, from at on"),
      field("at", &Crossover::at, any_number)};
}

constexpr auto fields(const PlottedData*) {
  return std::tuple{field("file", &PlottedData::file, any_text, "results/sweep.csv"),
                    field("over", &PlottedData::over, any_text, "the column along the axis"),
                    field("at", &PlottedData::at, any_numbers, "its values"),
                    field("series", &PlottedData::series, any_list),
                    field("crossovers", &PlottedData::crossovers, any_list)};
}

}  // namespace gridmark
