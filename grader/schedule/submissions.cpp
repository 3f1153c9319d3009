#include "grader/schedule/submissions.h"

#include <algorithm>
#include <map>

#include "grader/core/ascii.h"
#include "grader/load/json_document.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<Roster> find_submissions(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return failure(Error::Source::usage, folder.string(),
                   "is no folder; expected one with a folder for each student");
  std::map<std::string, Student> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.') || !entry->is_directory(ignored)) continue;
    if (const std::string why = why_no_folder_name(name); !why.empty())
      return failure(Error::Source::usage, folder.string(),
                     "holds the folder " + in_quotes(name) + ", whose name " + why +
                         "; rename it, or give a --roster that says which id it has");
    const auto [first, fresh] =
        found.emplace(lower_case(name), Student{name, "", "", entry->path().string(), "", 0, {}});
    if (!fresh)
      return failure(Error::Source::usage, folder.string(),
                     "holds " + in_quotes(first->second.id) + " and " + in_quotes(name) +
                         ", which differ in capitals alone; rename one");
  }
  if (error) return failure(Error::Source::usage, folder.string(), "cannot be read: " + error.message());
  if (found.empty())
    return failure(Error::Source::usage, folder.string(), "holds no folder; expected one for each student");
  Roster roster;
  for (auto& [key, student] : found) roster.push_back(std::move(student));
  return roster;
}

}  // namespace gridmark
