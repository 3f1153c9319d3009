#include "grader/schedule/slurm_queue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "grader/report/text.h"
#include "grader/system/process.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr double patience_seconds = 120;  // a busy controller answers late
constexpr std::size_t most_words = 64u << 20;

std::string program_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t at = 0; at <= folders.size();) {
    const auto end = std::min(folders.find(':', at), folders.size());
    const fs::path file = fs::path(folders.substr(at, end - at)) / name;
    std::error_code ignored;
    if (end > at && fs::is_regular_file(file, ignored)) return file.string();
    at = end + 1;
  }
  return "";
}

/// Slurm's message for a failed command, in one line.
std::string words_of(const system::ProcessResult& ran) {
  constexpr std::size_t most = 500;
  if (ran.timed_out) return fmt::format("no answer within {:.0f} s", patience_seconds);
  std::string said = ran.error_output.substr(0, std::min(ran.error_output.find_last_not_of('\n') + 1, most));
  if (said.empty()) return fmt::format("exit code {}", ran.exit_code);
  for (std::size_t at = 0; (at = said.find('\n', at)) != said.npos;) said.replace(at, 1, "; ");
  return report::printable(said);
}

/// The environment without the user's settings for the queue, because a filter would make tasks look ended.
/// Settings for clusters are removed too, so that all four programs use this cluster.
std::vector<std::string> plain_environment() {
  std::vector<std::string> kept;
  for (std::string& variable : system::own_environment()) {
    constexpr std::array left_out{"SQUEUE_", "SCANCEL_",
                                  "SBATCH_WAIT=", "SBATCH_CLUSTERS=", "SLURM_CLUSTERS="};
    if (std::none_of(left_out.begin(), left_out.end(),
                     [&](const char* name) { return variable.starts_with(name); }))
      kept.push_back(std::move(variable));
  }
  return kept;
}

class CommandQueue : public SlurmQueue {
 public:
  CommandQueue(std::array<std::string, 4> programs, const system::StopFlag& stop)
      : programs_(std::move(programs)), stop_(stop) {}

  Result<std::string> submit(const std::vector<std::string>& words) override {
    const auto ran = TRY(run(0, words, nobody_stops_this_));
    if (ran.exit_code == 0) return parse_job_id(ran.output);
    const bool answered = !ran.timed_out && ran.signal == 0;
    const bool refused = answered && is_refusal(ran.error_output);
    return failure(refused ? Error::Source::usage : Error::Source::toolchain, "sbatch", words_of(ran));
  }

  Result<std::vector<QueuedTask>> tasks(const std::set<std::string>& arrays) override {
    if (arrays.empty()) return std::vector<QueuedTask>{};
    std::vector<QueuedTask> all;
    for (const std::string& array : arrays) {  // one forgotten array makes squeue fail for all
      const auto ran = TRY(
          ask({"--jobs=" + array, "--array", "--noheader", "--format=" + std::string(queue_format)}, stop_));
      for (QueuedTask& task : parse_queue(ran)) all.push_back(std::move(task));
    }
    return all;
  }

  Result<std::string> find(const std::string& name) override {
    return ask({"--name=" + name, "--noheader", "--format=%F"}, nobody_stops_this_)
        .map([](const std::string& said) { return parse_job_id(said).value_or(""); });
  }

  void cancel(const std::vector<std::string>& jobs) override {
    constexpr std::size_t at_once = 500;
    for (std::size_t i = 0; i < jobs.size(); i += at_once) {
      const auto begin = jobs.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = static_cast<std::ptrdiff_t>(std::min(at_once, jobs.size() - i));
      (void)run(2, {begin, begin + count}, nobody_stops_this_);
    }
  }

  int most_tasks() override {
    const auto ran = run(3, {"show", "config"}, stop_);
    return parse_most_tasks(ran && ran->exit_code == 0 ? ran->output : "");
  }

 private:
  Result<system::ProcessResult> run(std::size_t program, std::vector<std::string> words,
                                    const system::StopFlag& stop) const {
    system::ProcessRequest request;
    request.arguments = {programs_[program]};
    request.arguments.insert(request.arguments.end(), words.begin(), words.end());
    request.environment = plain_environment();
    request.timeout_seconds = patience_seconds;
    request.output_cap = most_words;
    return system::run_process(request, stop);
  }

  Result<std::string> ask(const std::vector<std::string>& words, const system::StopFlag& stop) const {
    const auto ran = TRY(run(1, words, stop));
    if (ran.exit_code == 0) return ran.output;
    if (ran.error_output.find("Invalid job id") != std::string::npos) return std::string();
    return failure(Error::Source::toolchain, "squeue", words_of(ran));
  }

  std::array<std::string, 4> programs_;
  const system::StopFlag& stop_;
  const system::StopFlag nobody_stops_this_;  // an interrupted submission would leave an unknown array
};

}  // namespace

Result<std::unique_ptr<SlurmQueue>> open_slurm_queue(const system::StopFlag& stop) {
  constexpr std::array names{"sbatch", "squeue", "scancel", "scontrol"};
  std::array<std::string, 4> programs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    programs[i] = program_on_path(names[i]);
    if (programs[i].empty())
      return failure(
          Error::Source::usage, "--slurm",
          fmt::format("{} is not on the PATH. Run this on a cluster's login node, or load its module",
                      names[i]));
  }
  return std::make_unique<CommandQueue>(std::move(programs), stop);
}

}  // namespace gridmark::schedule
