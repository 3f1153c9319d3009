#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/installation.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/slurm_words.h"

namespace gridmark {

/// The words of `gridmark batch`.
struct BatchOptions {
  std::vector<std::string> labs;
  std::string submissions, roster, results;
  std::string policy, branch, shard, attempt = "last";
  std::vector<std::string> canvas, moodle;
  std::string device = "auto";
  bool slurm = false;
  SlurmSettings cluster;
  double task_seconds = 60;
  int jobs = 0;  ///< 0: as many as processors
  double fetch_seconds = 300;
  bool working_tree = false, force = false, deferred = false, dry_run = false;
  std::string grader;  ///< a program in place of gridmark, for tests
};

void add_options(CLI::App& command, BatchOptions& options);

/// "2/8" -> part 2 of 8.
/// errors  usage
Result<Shard> parse_shard(const std::string& text);

/// What the batch is to do: labs, students and policy are loaded and checked against each other.
///
/// errors  usage, lab, rubric; toolchain: the device is not there
Result<BatchRequest> make_request(const BatchOptions& options, const Installation& installation,
                                  const StopFlag& stop);

}  // namespace gridmark
