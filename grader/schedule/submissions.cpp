#include "grader/schedule/submissions.h"

#include <algorithm>
#include <utility>

#include "grader/core/ascii.h"
#include "grader/load/json_document.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<Roster> find_submissions(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return failure(Error::Source::usage, folder.string(),
                   "is no folder; expected one with a folder for each student");
  Roster found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.') || !entry->is_directory(ignored)) continue;
    if (const std::string why = why_no_folder_name(name); !why.empty())
      return failure(Error::Source::usage, folder.string(),
                     "holds the folder " + load::in_quotes(name) + ", whose name " + why +
                         "; rename it, or give a --roster that says which id it has");
    found.push_back(Student{name, "", "", entry->path().string(), "", 0, {}});
  }
  if (error) return failure(Error::Source::usage, folder.string(), "cannot be read: " + error.message());
  if (found.empty())
    return failure(Error::Source::usage, folder.string(), "holds no folder; expected one for each student");
  std::sort(found.begin(), found.end(), [](const Student& a, const Student& b) {
    return std::pair(lower_case(a.id), a.id) < std::pair(lower_case(b.id), b.id);
  });
  return found;
}

}  // namespace gridmark::schedule
