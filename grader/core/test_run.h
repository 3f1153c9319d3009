#pragma once
// One run of a student's tests, without a score.
#include <map>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

/// A test as a list shows it.
struct TestEntry {
  std::string name;      ///< "Suite.Test"
  bool counted = false;  ///< needs the counted flavour: the rubric scores its counts
  friend bool operator==(const TestEntry&, const TestEntry&) = default;
};

struct TestRun {
  std::string lab, title;
  std::string submission;  ///< the folder as the user named it
  std::vector<BuildRecord> builds;
  std::vector<TestResult> tests;               ///< in the order in which they ran
  std::vector<Measurement> measurements;       ///< with the limit for full points if the rubric has one
  std::vector<std::string> missing;            ///< missing files
  std::vector<IgnoredFile> replaced;           ///< files that the starter's versions replaced
  std::vector<ItemScore> items;                ///< items that a failed test costs, not graded
  std::size_t left_out = 0;                    ///< counted tests that were not selected
  std::map<std::string, std::string> sources;  ///< the student's files as they were built: name -> bytes
  double seconds = 0;                          ///< wall time, measured
};

}  // namespace gridmark
