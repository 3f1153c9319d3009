#pragma once
// The numbers behind a student's plot, as a report draws them.
#include <string>
#include <vector>

namespace gridmark {

/// One column of the data.
struct PlottedSeries {
  std::string name;            ///< "device_ms"
  std::vector<double> values;  ///< one for each of PlottedData::at
  friend bool operator==(const PlottedSeries&, const PlottedSeries&) = default;
};

/// Where one series comes to lie at or below another, and stays there.
struct Crossover {
  std::string series, below;  ///< "device_ms", "cpu_ms"
  double at = 0;
  friend bool operator==(const Crossover&, const Crossover&) = default;
};

struct PlottedData {
  std::string file;        ///< "results/sweep.csv"
  std::string over;        ///< the column along the axis, "n"
  std::vector<double> at;  ///< its values, rising
  std::vector<PlottedSeries> series;
  std::vector<Crossover> crossovers;
  friend bool operator==(const PlottedData&, const PlottedData&) = default;
};

}  // namespace gridmark
