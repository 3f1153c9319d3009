#include "grader/sandbox/host_names.h"

#include <string_view>

namespace gridmark::sandbox {
namespace {

bool names_folder_at(std::string_view text, std::size_t at, std::string_view folder) {
  if (text.substr(at, folder.size()) != folder) return false;
  const std::size_t end = at + folder.size();
  return end == text.size() || text[end] == '/' || text[end] == '=';
}

std::string translated(const std::string& word, const HostNames& names) {
  const std::size_t start = word.find('/');
  if (start == std::string::npos) return word;
  const bool is_path = start == 0 || word[start - 1] == '=' || (word[0] == '-' && start == 2);
  if (!is_path) return word;
  for (auto name = names.rbegin(); name != names.rend(); ++name)  // a longer name comes before its prefix
    if (names_folder_at(word, start, name->first))
      return word.substr(0, start) + name->second + word.substr(start + name->first.size());
  return word;
}

std::string folder_to_run_in(const Options& options) {
  if (!options.chdir.empty()) return options.chdir;
  return options.work_mib > 0 ? "/box" : "/tmp";
}

}  // namespace

Options with_host_names(const Options& options, const HostNames& names) {
  Options result = options;
  for (std::string& word : result.command) word = translated(word, names);
  for (Export& file : result.exports) file.inside = translated(file.inside, names);
  for (std::string& variable : result.environment) variable = translated(variable, names);
  const std::string& tmp = names.at("/tmp");
  result.environment.insert(result.environment.begin(), {"TMPDIR=" + tmp, "HOME=" + tmp});
  result.chdir = translated(folder_to_run_in(options), names);
  return result;
}

}  // namespace gridmark::sandbox
