#include "grader/core/roster.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/utf8.h"
#include "grader/core/folded_name.h"
#include "grader/core/results_file.h"

namespace gridmark {
namespace {

bool fits(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 ||
         std::string_view("._@+-").find(c) != std::string_view::npos;
}

/// Network file systems drop dots at the end of a name.
bool is_results_file(std::string id) {
  id.erase(id.find_last_not_of('.') + 1);
  const std::string folded = folded_name(id);
  const auto files = names(ResultsFile{});
  return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.second == folded; });
}

}  // namespace

std::string why_no_folder_name(const std::string& id) {
  constexpr std::size_t most = 100;
  if (id.empty()) return "is empty";
  if (id.size() > most) return "has more than 100 bytes";
  if (first_invalid_byte(id) != std::string::npos) return "is not UTF-8";
  if (id.front() == '.' || id.front() == '-') return "starts with a dot or a hyphen";
  if (!std::all_of(id.begin(), id.end(), fits))
    return "has a character other than letters, digits and . _ @ + -";
  if (is_results_file(id)) return "is the name of a file that a batch writes in the results folder";
  return "";
}

std::vector<std::pair<std::string, std::string>> look_alike_ids(const Roster& roster) {
  std::map<std::string, std::string> first;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Student& student : roster) {
    const auto [same, fresh] = first.emplace(folded_name(student.id), student.id);
    if (!fresh) pairs.emplace_back(same->second, student.id);
  }
  return pairs;
}

bool is_address(const std::string& repository) {
  const auto colon = repository.find(':');
  return colon != repository.npos && repository.find('/') > colon;
}

}  // namespace gridmark
