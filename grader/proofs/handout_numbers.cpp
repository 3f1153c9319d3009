#include "grader/proofs/handout_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "grader/core/number_text.h"

namespace gridmark::proofs {
namespace {

bool has_number(const std::vector<double>& all, double wanted) {
  return std::any_of(all.begin(), all.end(), [&](double one) {
    return std::abs(one - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
  });
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

/// A knot of no points at 0 need not be stated.
bool is_stated(const Knot& knot) { return knot.fraction > 0 || knot.limit != 0; }

/// Whether the line states all limits of the curve. A limit with a part of the points also needs that part,
/// as points or as a fraction. A curve with one limit needs its points too, because a single number is in
/// many lines.
bool states(const std::string& line, const Curve& curve, const Item& item, bool credit) {
  const std::vector<double> numbers = numbers_in(line);
  int limits = 0;
  for (const Knot& knot : curve.knots) {
    if (!is_stated(knot)) continue;
    ++limits;
    const bool part = knot.fraction > 0 && knot.fraction < 1;
    if (!has_number(numbers, std::abs(knot.limit))) return false;
    if (part && !has_number(numbers, knot.fraction) &&
        !has_number(numbers, (item.points * knot.fraction).value()))
      return false;
  }
  return limits > 1 || !credit || has_number(numbers, item.points.value());
}

std::string words_of(const Curve& curve, const Item& item) {
  std::string words;
  for (const Knot& knot : curve.knots)
    if (is_stated(knot))
      words += fmt::format("{}{} for {}", words.empty() ? "" : ", ", number_text(knot.limit),
                           points_words(item.points * knot.fraction));
  return words;
}

void check_curves(const std::string& graded, const Rubric& rubric, std::vector<std::string>& complaints) {
  const std::vector<std::string> lines = lines_of(graded);
  for (const Item* item : items_of(rubric))
    for (const auto& [device, target] : item->targets)
      if (std::none_of(lines.begin(), lines.end(), [&, &curve = target.curve](const std::string& line) {
            return states(line, curve, *item, rubric.credit);
          }))
        complaints.push_back(
            fmt::format("no line of the section about grading states the limits of {} on the {} device as "
                        "the rubric has them: {}",
                        item->id, name_of(device), words_of(target.curve, *item)));
}

void check_sum(const std::string& beginning, const Rubric& rubric, std::vector<std::string>& complaints) {
  if (!rubric.credit) return;
  const std::string wanted = fmt::format("up to {}; {} pass", points_words(total_points(rubric)),
                                         points_text(total_points(rubric) * rubric.passing));
  if (beginning.find(wanted) == beginning.npos)
    complaints.push_back(fmt::format(
        "does not state the rubric's points and pass mark before its first section: \"{}\"", wanted));
}

}  // namespace

std::vector<double> numbers_in(const std::string& line) {
  static const std::regex number(
      R"(([0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?:\s*/\s*([0-9]+(?:\.[0-9]+)?))?(\s*(?:%|percent))?)");
  std::vector<double> all;
  for (std::sregex_iterator at(line.begin(), line.end(), number), end; at != end; ++at) {
    const double first = std::stod((*at)[1]);
    all.push_back(first);
    if ((*at)[2].matched) {
      const double second = std::stod((*at)[2]);
      all.push_back(second);
      if (second != 0) all.push_back(first / second);
    }
    if ((*at)[3].matched) all.push_back(first / 100);
  }
  static const std::regex half(R"(\bhalf\b)");
  if (std::regex_search(line, half)) all.push_back(0.5);
  return all;
}

std::vector<std::string> unstated_numbers(const std::string& beginning, const std::string& graded,
                                          const Rubric& rubric) {
  std::vector<std::string> complaints;
  check_sum(beginning, rubric, complaints);
  check_curves(graded, rubric, complaints);
  return complaints;
}

}  // namespace gridmark::proofs
