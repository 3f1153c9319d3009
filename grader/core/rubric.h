#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/curve.h"
#include "grader/core/measurement.h"
#include "grader/core/points.h"
#include "grader/core/written_part.h"

namespace gridmark {

/// How an item is scored on one device: a measurement of one of the checker's tests, on a curve.
struct Target {
  std::string measurement;  ///< Measurement::name
  std::string from;         ///< the checker's test, "Counted.Tiled", `*` is a wildcard
  Flavour flavour = Flavour::counted;
  std::string unit;
  Curve curve;
  std::optional<double> paired_timing_seconds = {};  ///< how long a paired timing may try to settle the value
  bool calibrated = true;  ///< false: not yet checked against honest solutions on this device
  friend bool operator==(const Target&, const Target&) = default;
};

/// One item of the rubric, with exactly one of `tests`, `targets`, `report` and `manual`.
struct Item {
  std::string id;  ///< [a-z0-9_]+, unique in the rubric
  std::string title;
  Points points;
  std::vector<std::string> needs;  ///< ids of items that must have full points first
  std::vector<std::string> tests;  ///< patterns of the checker's tests, all must pass
  std::map<Device, Target> targets;
  std::optional<WrittenAspect> report = {};  ///< the aspect of REPORT.md that it checks
  bool manual = false;                       ///< a person gives the points
  bool quick = true;                         ///< false: it takes long, so --quick leaves it out

  /// Whether the item is about the written part, not about code.
  bool is_written() const { return report.has_value() || manual; }
  friend bool operator==(const Item&, const Item&) = default;
};

struct Criterion {
  std::string id;
  std::string title;
  std::vector<Item> items;
  friend bool operator==(const Criterion&, const Criterion&) = default;
};

struct Rubric {
  std::string lab;
  double passing = 0.7;  ///< fraction of the rubric's points that passes
  bool credit = true;    ///< false: the points show progress and count in no grade
  std::vector<Criterion> criteria;
  std::string fingerprint = {};  ///< SHA-256 of its values
  friend bool operator==(const Rubric&, const Rubric&) = default;
};

/// The sum of all items' points.
Points total_points(const Rubric& rubric);

/// The sum of the points that a person gives.
Points points_by_hand(const Rubric& rubric);

/// All items in the rubric's order.
std::vector<const Item*> items_of(const Rubric& rubric);

}  // namespace gridmark
