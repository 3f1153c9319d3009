#pragma once
// A small lab and all possible results of a run. Each test changes one of them.
#include <stdexcept>

#include "grader/score/score.h"
#include "grader/score/selection.h"

namespace gridmark {

inline Rubric sample_rubric() {
  const Target bytes{"quick.bytes", "Counted.Quick", Flavour::counted, "ratio",
                     Curve{Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}}};
  const Item right{"right", "It is right", 2, {}, {"Right.*"}, {}};
  const Item quick{"quick", "It is quick", 3, {"right"}, {}, {{Device::emulated, bytes}}};
  const Item extra{"extra", "It is more", 1, {"quick"}, {"Extra.*"}, {}};
  return {"lab9", 0.7, true, {{"correct", "Correct", {right}}, {"more", "More", {quick, extra}}}};
}

inline Measurement sample_bytes(double value) {
  return {"quick.bytes",
          value,
          "ratio",
          Device::emulated,
          Flavour::counted,
          Provenance::counted,
          "loads too many sectors",
          Place{"a.cu", 42},
          {}};
}

inline Build sample_build(Flavour flavour) {
  Build build;
  build.flavour = flavour;
  return build;
}

struct Sample {
  Sample() {
    lab.name = "lab9";
    lab.title = "Nine";
    lab.rubric = "rubrics/lab9.json";
    submission.origin = "mine";
    for (const char* test : {"Right.Small", "Right.Ragged", "Counted.Quick", "Extra.One"})
      results.tests.push_back({test, Outcome::passed, "", {}, "", 0.1});
  }

  Lab lab;
  Rubric rubric = sample_rubric();
  Submission submission;
  std::vector<Build> builds{sample_build(Flavour::fast), sample_build(Flavour::counted)};
  CheckerResults results{{}, {sample_bytes(1)}, "bubblewrap"};
  score::RunFacts facts{"0.1.0", Device::emulated,           "bubblewrap", "2026-01-31T23:59:00Z",
                        2.5,     {"right", "quick", "extra"}};

  Result<GradeRecord> graded() const { return score::score(lab, rubric, submission, builds, results, facts); }

  /// The score of one item. Fails the test with a message if there is no record.
  ItemScore item(const std::string& id) const {
    const GradeRecord record = graded().value();
    for (const ItemScore& item : record.items)
      if (item.id == id) return item;
    throw std::logic_error("no item " + id);
  }

  std::string complaint() const {
    const auto record = graded();
    return record ? "no complaint" : message_of(record.error());
  }
};

}  // namespace gridmark
