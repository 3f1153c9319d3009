#include "emulation/profile/nvcc_registers.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "emulation/driver/options.h"

namespace gridmark::profile {
namespace {

/// The text between `begin` and `end` in a line, or "" if there is none.
std::string_view between(std::string_view line, std::string_view begin, std::string_view end) {
  const std::size_t first = line.find(begin);
  if (first == line.npos) return {};
  line.remove_prefix(first + begin.size());
  return line.substr(0, line.find(end));
}

/// Options that gridmark-cc does not use and that change the number of registers of a kernel.
std::vector<std::string> register_options(const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (auto word = words.begin(); word != words.end() && *word != "--"; ++word) {
    const bool limits = word->starts_with("-maxrregcount") || word->starts_with("--maxrregcount");
    if (!limits && *word != "-use_fast_math" && *word != "--use_fast_math") continue;
    found.push_back(*word);
    if (limits && word->find('=') == word->npos && std::next(word) != words.end()) found.push_back(*++word);
  }
  return found;
}

}  // namespace

std::map<std::string, int> registers_in(std::string_view ptxas_report) {
  std::map<std::string, int> registers;
  std::istringstream lines{std::string(ptxas_report)};
  std::string kernel;
  for (std::string line; std::getline(lines, line);) {
    if (const auto name = between(line, "Compiling entry function '", "'"); !name.empty()) kernel = name;
    const std::string_view count = between(line, ": Used ", " registers");
    int number = 0;
    std::from_chars(count.data(), count.data() + count.size(), number);
    if (number > 0 && !kernel.empty()) registers[std::exchange(kernel, {})] = number;
  }
  return registers;
}

std::vector<std::vector<std::string>> nvcc_commands(const std::vector<std::string>& words) {
  const auto options = driver::read_options(words);
  if (!options) return {};
  std::vector<std::string> common{
      "nvcc", "-cubin", "-arch=sm_80", "-o", "/dev/null",         "-Xptxas",
      "-v",   "-w",     "-x",          "cu", "--extended-lambda", "--expt-relaxed-constexpr"};
  const std::string& standard = options->standard;
  common.push_back("-std=" + (standard.starts_with("gnu") ? "c" + standard.substr(3) : standard));
  common.insert(common.end(), options->preprocessor.begin(), options->preprocessor.end());
  const std::vector<std::string> more = register_options(words);
  common.insert(common.end(), more.begin(), more.end());
  std::vector<std::vector<std::string>> commands;
  for (const driver::Input& input : options->inputs) {
    if (input.kind != driver::Input::Kind::cuda) continue;
    commands.push_back(common);
    commands.back().push_back(input.name);
  }
  return commands;
}

NvccReports::NvccReports(driver::Children& children, const std::vector<std::string>& words) {
  for (const std::vector<std::string>& command : nvcc_commands(words)) {
    const driver::UnnamedFile& report = reports_.emplace_back();
    try {
      children.start(command, {-1, -1, report.descriptor()});
    } catch (const driver::CannotRun&) {
      return;
    }
  }
}

void NvccReports::write(const std::filesystem::path& file) const {
  std::ofstream lines(file);
  for (const driver::UnnamedFile& report : reports_)
    for (const auto& [kernel, registers] : registers_in(report.read()))
      lines << registers << ' ' << kernel << '\n';
}

}  // namespace gridmark::profile
