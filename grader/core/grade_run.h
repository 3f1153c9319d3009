#pragma once
// The run and the machine that a record's values come from.
#include <optional>
#include <string>

#include "grader/core/machine.h"
#include "grader/core/measurement.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// SHA-256 digits of the graded files, the lab and the rubric. "" in a record of an older gridmark.
struct Fingerprints {
  std::string submission;  ///< the files that were taken, with their names
  std::string lab;     ///< the files that decide a grade in labs/NAME: interface, adaptor, tests, reference
  std::string rubric;  ///< its values, without blanks and the order of keys
  friend bool operator==(const Fingerprints&, const Fingerprints&) = default;
};

/// One run of a checker. The first run of a record is its own. Others were merged into it.
struct GradeRun {
  std::string started;  ///< UTC, RFC 3339
  Device device = Device::emulated;
  std::string sandbox;      ///< as a report prints it
  std::string host;         ///< the computer's name
  std::string machine;      ///< 12 hexadecimal digits, the same for each run on a machine
  double tolerance = 0.03;  ///< allowed difference of the reference from itself
  std::optional<MachineBaseline> baseline = {};  ///< of runs with timed items
  std::string gpu = {};                          ///< its name and driver, "" on the emulated device
  friend bool operator==(const GradeRun&, const GradeRun&) = default;
};

/// "rowan (3f1c9a0b7d52), emulated device, 2026-01-31T23:59:00Z", with the GPU's name and driver if known
std::string run_words(const GradeRun& run);

constexpr auto fields(const Fingerprints*) {
  constexpr HexDigits sha256_digits{64};
  return std::tuple{field("submission", &Fingerprints::submission, sha256_digits,
                          "the files that were taken, with their names"),
                    field("lab", &Fingerprints::lab, sha256_digits,
                          "interface, operations, adaptor, tests, reference and lab.json"),
                    field("rubric", &Fingerprints::rubric, sha256_digits,
                          "its values. Blanks and the order of keys do not matter")};
}

constexpr auto fields(const GradeRun*) {
  return std::tuple{
      field("started", &GradeRun::started, any_text, "UTC, RFC 3339"),
      field("device", &GradeRun::device),
      field("sandbox", &GradeRun::sandbox, any_text),
      field("host", &GradeRun::host, any_text, "the computer's name"),
      field("machine", &GradeRun::machine, any_text,
            "12 hexadecimal digits, the same for each run on one machine"),
      field("tolerance", &GradeRun::tolerance, Range{0, 1, "a part of the time, 0 to 1"},
            "timed items were deferred where the reference differed more than this part from itself"),
      field("gpu", &GradeRun::gpu, any_text, "name and driver of the GPU. Absent on the emulated device",
            Presence::not_default),
      field("machine_baseline", &GradeRun::baseline)};
}

}  // namespace gridmark
