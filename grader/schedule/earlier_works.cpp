#include "grader/schedule/earlier_works.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "grader/report/text.h"
#include "grader/system/open_folder.h"
#include "grader/system/taken_file.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

/// The prefix of the lab's files in the work: "starter/LAB/", "LAB/" or "". An error if it has none of them.
Result<std::string> layout_of(const fs::path& folder, const Lab& lab) {
  return read_folder_tree(folder, {lab}).and_then([&](const Tree& tree) { return find_layout(tree, lab); });
}

bool has_any(const fs::path& folder, const std::vector<BatchLab>& labs) {
  return std::any_of(labs.begin(), labs.end(),
                     [&](const BatchLab& lab) { return layout_of(folder, lab.lab).has_value(); });
}

Result<std::vector<fs::path>> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return failure(Error::Source::usage, folder.string(),
                   "is not a folder, expected one with a folder for each earlier work");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code ignored;
        entry->is_directory(ignored) && !entry->path().filename().string().starts_with('.'))
      found.push_back(entry->path());
  if (error) return failure(Error::Source::usage, folder.string(), "cannot be read: " + error.message());
  std::sort(found.begin(), found.end());
  return found;
}

Error without_works(const std::string& folder, const std::vector<BatchLab>& labs) {
  std::vector<std::string> names;
  for (const BatchLab& lab : labs) names.push_back(lab.lab.name);
  return {Error::Source::usage, folder,
          fmt::format("has no folder with a file of {}, expected a folder for each work, with the files in "
                      "starter/LAB/, in LAB/ or at its top",
                      fmt::join(names, " or "))};
}

}  // namespace

Result<std::vector<EarlierWork>> find_earlier_works(const std::vector<std::string>& folders,
                                                    const std::vector<BatchLab>& labs) {
  std::vector<EarlierWork> works;
  for (const std::string& folder : folders) {
    const std::size_t before = works.size();
    for (const fs::path& one : TRY(folders_in(folder))) {
      if (!has_any(one, labs)) continue;
      const std::string name = one.filename().string();
      works.push_back({report::printable(folders.size() > 1 ? one.string() : name), one});
    }
    if (works.size() == before) return tl::unexpected(without_works(folder, labs));
  }
  return works;
}

std::vector<std::string> earlier_texts(const EarlierWork& work, const Lab& lab,
                                       const std::vector<std::string>& names) {
  const auto layout = layout_of(work.folder, lab);
  const auto opened = system::open_folder(work.folder);
  if (!layout || !opened) return {};
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    auto taken = system::take_file(opened->get(), *layout + name);
    auto* bytes = std::get_if<std::string>(&taken);
    texts.push_back(bytes != nullptr ? std::move(*bytes) : "");
  }
  return texts;
}

}  // namespace gridmark::schedule
