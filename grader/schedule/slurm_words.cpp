#include "grader/schedule/slurm_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "grader/report/text.h"

namespace gridmark::schedule {
namespace {

constexpr double longest_pause = 30;  // seconds
constexpr double growth = 1.4;

/// The lines of a text, without their line ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::optional<QueuedTask> parse_task(std::string_view line) {
  std::array<std::string_view, 4> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto bar = i + 1 < fields.size() ? line.find('|') : line.size();
    if (bar == line.npos) return std::nullopt;
    fields[i] = line.substr(0, bar);
    line.remove_prefix(std::min(bar + 1, line.size()));
  }
  const auto index = number_in(fields[1]);
  if (!index || !number_in(fields[0])) return std::nullopt;
  return QueuedTask{std::string(fields[0]), *index, std::string(fields[2]), std::string(fields[3])};
}

}  // namespace

std::vector<std::string> sbatch_words(const SlurmSettings& settings, const SlurmArray& array) {
  std::vector<std::string> words{
      "--parsable",
      "--job-name=" + array.name,
      fmt::format("--array=1-{}{}", array.tasks,
                  settings.at_once > 0 ? fmt::format("%{}", settings.at_once) : ""),
      "--output=" + array.folder + "/log-%a",
      "--open-mode=append",
      "--chdir=/",
      "--requeue",
      "--nodes=1",
      "--ntasks=1",
      fmt::format("--cpus-per-task={}", settings.cpus)};
  for (const auto& [option, value] :
       {std::pair{"--partition=", settings.partition}, std::pair{"--gres=", settings.gres},
        std::pair{"--account=", settings.account}, std::pair{"--time=", settings.time}})
    if (!value.empty()) words.push_back(option + value);
  if (array.alone) words.emplace_back("--exclusive");
  if (!array.avoided_nodes.empty())
    words.push_back(fmt::format("--exclude={}", fmt::join(array.avoided_nodes, ",")));
  words.insert(words.end(), settings.more.begin(), settings.more.end());
  words.push_back(array.folder + "/task.sh");
  return words;
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += line.empty() ? "'" : " '";
    for (const char c : word) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::string task_script(const SlurmSettings& settings, const std::vector<std::string>& program,
                        const std::string& folder, const std::string& grader) {
  std::string script = "#!/bin/bash\n# One task of an array of gridmark's: grades its chunk.\n";
  for (const std::string& line : settings.setup) script += line + "\n";
  std::vector<std::string> words = program;
  words.emplace_back("batch-task");
  if (!grader.empty()) words.push_back("--grader=" + grader);
  words.push_back(folder + "/chunk-");
  return script + fmt::format("exec {}\"$SLURM_ARRAY_TASK_ID\" --scratch \"{}\"\n", shell_words(words),
                              settings.scratch);
}

std::string why_no_settings(const SlurmSettings& settings) {
  if (settings.scratch.find_first_of("\"`\n\\") != std::string::npos || settings.scratch.empty())
    return fmt::format(
        "--scratch: found {}, expected a folder's path, in which the node's shell replaces $NAME",
        report::printable(settings.scratch));
  for (const std::string& word : settings.more) {
    if (!word.starts_with("--"))
      return fmt::format("--sbatch: found \"{}\", expected an option of sbatch, as --sbatch=--qos=long",
                         report::printable(word));
    for (const std::string_view lost : {"--clusters", "--hold", "--test-only", "--wait"})
      if (word == lost || word.starts_with(std::string(lost) + "="))
        return fmt::format("--sbatch: gridmark cannot follow jobs that are sent with {}. Leave it out", lost);
    for (const std::string_view own :
         {"--array", "--output", "--job-name", "--chdir", "--wrap", "--parsable"})
      if (word == own || word.starts_with(std::string(own) + "="))
        return fmt::format("--sbatch: gridmark sets {} itself. Leave it out", own);
  }
  return "";
}

std::vector<QueuedTask> parse_queue(std::string_view text) {
  std::vector<QueuedTask> tasks;
  for (const std::string_view line : lines_of(text))
    if (auto task = parse_task(line)) tasks.push_back(*std::move(task));
  return tasks;
}

bool is_refusal(std::string_view said) {
  constexpr std::array passing{"Unable to contact",
                               "unable to accept",
                               "timed out",
                               "emporarily",
                               "Socket",
                               "standby",
                               "queue is full",
                               "munge",
                               "uthentication",
                               "Zero Bytes",
                               "ransport",
                               "Connection refused",
                               "Message receive failure"};
  return std::none_of(passing.begin(), passing.end(),
                      [&](const char* words) { return said.find(words) != said.npos; });
}

Result<std::string> parse_job_id(std::string_view text) {
  const std::string_view id = text.substr(0, text.find_first_of(";\n"));
  if (number_in(id)) return std::string(id);
  return failure(Error::Source::toolchain, "sbatch",
                 fmt::format("found \"{}\", expected a job's number", report::printable(std::string(text))));
}

int parse_most_tasks(std::string_view text) {
  constexpr int usual = 1001;
  int size = usual;
  for (const std::string_view line : lines_of(text)) {
    if (!line.starts_with("MaxArraySize")) continue;
    const auto value = line.find_first_of("0123456789");
    if (value != line.npos) size = number_in(line.substr(value)).value_or(usual);
  }
  return std::max(1, size - 1);  // the largest index
}

std::vector<std::vector<std::size_t>> chunks_of(const std::vector<double>& seconds, double least, int most) {
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const double full = std::max(least, all / std::max(1, most));
  std::vector<std::vector<std::size_t>> chunks;
  double in_last = full;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const bool room = static_cast<int>(chunks.size()) < most;
    if (chunks.empty() || (in_last >= full && room)) {
      chunks.emplace_back();
      in_last = 0;
    }
    chunks.back().push_back(i);
    in_last += seconds[i];
  }
  return chunks;
}

double next_pause(double pause) { return std::min(longest_pause, pause * growth); }

}  // namespace gridmark::schedule
