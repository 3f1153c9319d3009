#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "labkit/channel/wrong_reply.h"
#include "protocol/limits.h"

namespace gridmark::channel {

/// The limits that a paired timing must settle, and its time budget.
struct PairedTimingGoal {
  std::vector<double> limits;
  double seconds = 10;
};

/// The checker's command line.
struct Options {
  std::string results;  ///< file for the JSON Lines, empty: no results
  std::string profile;  ///< file for the device work of calls. All run in the counted flavour then
  std::string device = "emulated";
  std::string sources;  ///< folder of the submission's files, used to explain lines. May be empty
  std::string sandbox;  ///< path of gridmark-sandbox
  std::map<std::string, std::string> workers;  ///< flavour → program
  std::string sanitizer;                       ///< path of NVIDIA's compute-sanitizer, empty if there is none
  std::string reference;                       ///< the worker that timed items are compared with
  std::map<std::string, PairedTimingGoal> paired_timings;  ///< by measurement, from the rubric
  double tolerance = 0.03;  ///< largest difference of the reference from itself that still allows timing
  bool trust_submission = false;
  Limits limits;
  std::optional<Replacement> replacement;  ///< for `gridmark verify`, never in a grade

  /// Whether the fast flavour runs on a GPU. The counted flavour never does.
  bool on_real_device() const { return device == "cuda"; }
};

const Options& options();

/// Reads the command line into options(). gtest must have taken its flags before.
/// returns  an empty string, or the error
std::string parse_options(int argc, char** argv);

}  // namespace gridmark::channel
