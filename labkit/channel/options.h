#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "labkit/channel/wrong_reply.h"
#include "protocol/limits.h"

namespace gridmark::channel {

/// What a paired timing is to settle, and how long it may try.
struct PairedTimingGoal {
  std::vector<double> limits;
  double seconds = 10;
};

/// The checker's command line.
struct Options {
  std::string results;  ///< file for the JSON Lines; empty: no results
  std::string profile;  ///< file for what each call did; then every call runs in the counted flavour
  std::string device = "emulated";
  std::string sources;  ///< folder of the submission's files, to explain lines; may be empty
  std::string sandbox;  ///< path of gridmark-sandbox
  std::map<std::string, std::string> workers;  ///< flavour → program
  std::string sanitizer;                       ///< path of NVIDIA's compute-sanitizer; empty: there is none
  std::string reference;                       ///< the worker that timed items are compared with
  std::map<std::string, PairedTimingGoal> paired_timings;  ///< by measurement, as the rubric has them
  double tolerance = 0.03;  ///< by how much the reference may differ from itself where anything is timed
  bool trust_submission = false;
  Limits limits;
  std::optional<Replacement> replacement;  ///< for `gridmark verify`, never in a grade

  /// The fast flavour runs on a GPU; the counted one never does.
  bool on_real_device() const { return device == "cuda"; }
};

const Options& options();

/// Reads the command line into options(); gtest has taken its own flags before.
/// returns  an empty string, or what is wrong
std::string parse_options(int argc, char** argv);

}  // namespace gridmark::channel
