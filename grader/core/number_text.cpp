#include "grader/core/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace gridmark {

std::string number_text(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "not a number" : value > 0 ? "infinity" : "-infinity";
  if (value == 0) return "0";
  const double size = std::abs(value);
  return size >= 999.95 && size < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string value_text(double value, const std::string& unit) {
  const bool wordless = unit.empty() || unit == "ratio" || unit == "count";
  return wordless ? number_text(value) : number_text(value) + " " + unit;
}

std::string points_text(Points points) { return fmt::format("{:.12g}", points.value()); }

std::string points_words(Points points) {
  return points_text(points) + (points == Points(1) ? " point" : " points");
}

std::string range_text(Points least, Points most) {
  return most > least ? points_text(least) + "-" + points_text(most) : points_text(least);
}

std::string place_text(const Place& place) {
  return place.line > 0 ? fmt::format("{}:{}", place.file, place.line) : place.file;
}

}  // namespace gridmark
