#pragma once
// One turn of a student's inner loop: tests without a score.
#include <map>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

/// A test as a list shows it.
struct TestEntry {
  std::string name;      ///< "Suite.Test"
  bool counted = false;  ///< needs the counted flavour: the rubric scores what it counts
  friend bool operator==(const TestEntry&, const TestEntry&) = default;
};

struct TestRun {
  std::string lab, title;
  std::string submission;  ///< the folder as the user named it
  std::vector<BuildRecord> builds;
  std::vector<TestResult> tests;               ///< in the order in which they ran
  std::vector<Measurement> measurements;       ///< with the limit for full points, where the rubric has one
  std::vector<std::string> missing;            ///< files
  std::vector<IgnoredFile> replaced;           ///< files in whose place the starter's were tested
  std::vector<ItemScore> items;                ///< of the rubric, that a failed test costs; not graded
  std::size_t left_out = 0;                    ///< tests that count and nobody asked for
  std::map<std::string, std::string> sources;  ///< the student's files as they were built: name -> bytes
  double seconds = 0;                          ///< wall time, measured
};

}  // namespace gridmark
