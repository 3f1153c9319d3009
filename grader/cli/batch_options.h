#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/installation.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/slurm_words.h"

namespace gridmark::cli {

/// The words of `gridmark batch`.
struct BatchOptions {
  std::vector<std::string> labs;
  std::string submissions, roster, results;
  std::string policy, branch, shard, attempt = "last";
  std::vector<std::string> canvas, moodle, compare;
  std::vector<std::string> students;  ///< none: all
  std::string device = "auto";
  bool slurm = false;
  schedule::SlurmSettings cluster;
  double task_seconds = 60;
  int jobs = 0;  ///< 0: as many as processors
  double fetch_seconds = 300;
  bool working_tree = false, force = false, deferred = false, dry_run = false;
  std::string grader;  ///< a program in place of gridmark, for tests
};

/// Which labs and students, and where: what `gridmark collect` takes, too.
void add_class_options(CLI::App& command, BatchOptions& options);
void add_options(CLI::App& command, BatchOptions& options);

/// Where a batch keeps the policy that it was called with: later calls on the same results, be it to fill in
/// an export, must not forget who was late.
std::filesystem::path kept_policy(const std::filesystem::path& results);

/// The policy of this call: the one that is named, else the one that is kept; "" where there is none, or
/// "none" was said.
std::filesystem::path policy_file(const BatchOptions& options);

/// A worksheet of Moodle is of one lab: "LAB=FILE", or FILE where the batch has one lab.
struct Worksheet {
  std::size_t lab = 0;  ///< of the batch
  std::string file;
};
/// errors  usage: several labs, and none is named
Result<Worksheet> worksheet_of(const std::string& words, const std::vector<LabHeading>& labs);

/// "2/8" -> part 2 of 8.
/// errors  usage
Result<schedule::Shard> parse_shard(const std::string& text);

/// What the batch is to do: labs, students and policy are loaded and checked against each other.
///
/// errors  usage, lab, rubric; toolchain: the device is not there
Result<schedule::BatchRequest> make_request(const BatchOptions& options, const Installation& installation,
                                            const system::StopFlag& stop);

}  // namespace gridmark::cli
