#pragma once
// What a checker writes: JSON Lines, one per fact, flushed when known, so that a checker that dies keeps what
// it had found. docs/formats/checker-results.schema.json describes the lines.
#include <string>
#include <string_view>

#include "labkit/exam/transport.h"

namespace gridmark::exam {

/// One value that a test found. Units and provenance are the record's words.
struct Measured {
  std::string name = {};  ///< "tiled.load_bytes_ratio"
  double value = 0;
  std::string unit = {};  ///< "ratio"
  std::string flavour = "counted";
  std::string provenance = "counted";
  std::string detail = {};  ///< one sentence for the student
  emulation::SourcePlace place = {};
};

/// Keeps a measurement of the test that runs now; one that is not finite fails the test instead.
void record(const Measured& measured);

/// Says why the test that runs now fails. The first note of a test counts.
void note_failure(Failure failure);

}  // namespace gridmark::exam
