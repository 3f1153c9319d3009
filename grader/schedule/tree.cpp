#include "grader/schedule/tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "grader/core/sha256.h"
#include "grader/core/taken_names.h"
#include "grader/load/json_document.h"
#include "grader/system/open_folder.h"
#include "grader/system/taken_file.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_listed = 6;

/// The entries at the top, for a message: `"src/", "README.md"`.
std::string top_words(const Tree& tree) {
  std::set<std::string> names;
  for (const auto& [name, entry] : tree) {
    const auto slash = name.find('/');
    names.insert(slash == name.npos ? name : name.substr(0, slash + 1));
  }
  if (names.empty()) return "there are no files";
  std::vector<std::string> shown;
  for (const std::string& name : names)
    if (shown.size() < most_listed) shown.push_back(load::in_quotes(name));
  return fmt::format("there is {}{}", fmt::join(shown, ", "), names.size() > most_listed ? ", ..." : "");
}

/// The advice to move a file that lies elsewhere, or "".
std::string elsewhere(const Tree& tree, const Lab& lab) {
  for (const std::string& wanted : lab.files)
    for (const auto& [name, entry] : tree)
      if (name.ends_with("/" + wanted))
        return fmt::format(". {} lies in {}: move it", wanted,
                           load::in_quotes(name.substr(0, name.size() - wanted.size())));
  return "";
}

void add_named(int folder, const std::string& name, Tree& tree) {
  const auto taken = system::take_file(folder, name);
  if (const auto* bytes = std::get_if<std::string>(&taken)) {
    tree[name] = {TreeEntry::Kind::file, Sha256().add_part(*bytes).digits(),
                  static_cast<std::int64_t>(bytes->size()), ""};
    return;
  }
  const std::string& reason = std::get<system::Refusal>(taken).reason;
  if (reason.empty()) return;
  const bool link = reason == "symbolic link";
  tree[name] = {link ? TreeEntry::Kind::link : TreeEntry::Kind::other, reason, 0, reason};
}

constexpr std::size_t most_nested = 2;

/// Files that packers and systems leave next to a student's folder.
bool is_litter(const std::string& name) {
  return name.starts_with('.') || name == "__MACOSX/" || name == "Thumbs.db" || name == "desktop.ini";
}

/// The only folder directly below `base`, with its slash. Empty if there is anything else.
std::string lone_folder(const Tree& tree, const std::string& base) {
  std::set<std::string> names;
  for (auto at = tree.lower_bound(base); at != tree.end() && at->first.starts_with(base); ++at) {
    const std::string rest = at->first.substr(base.size());
    const std::string name = rest.substr(0, rest.find('/') == rest.npos ? rest.npos : rest.find('/') + 1);
    if (!name.empty() && !is_litter(name)) names.insert(name);
  }
  return names.size() == 1 && names.begin()->ends_with('/') ? *names.begin() : "";
}

/// "", and each folder that is alone in the one before: "lab1-main/" of an archive of lab1.
std::vector<std::string> bases_of(const Tree& tree) {
  std::vector<std::string> bases{""};
  while (bases.size() <= most_nested) {
    const std::string next = lone_folder(tree, bases.back());
    if (next.empty()) break;
    bases.push_back(bases.back() + next);
  }
  return bases;
}

/// The names directly in `folder`. Names of folders end in a slash.
std::vector<std::string> names_in(const fs::path& folder) {
  constexpr std::size_t most_entries = 1000;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end;
       !error && entry != end && names.size() < most_entries; entry.increment(error)) {
    std::error_code ignored;
    std::string name = entry->path().filename().string();
    if (name == ".git") continue;
    if (fs::is_directory(entry->symlink_status(ignored))) name += '/';
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::vector<std::string> layout_prefixes(const std::string& lab) {
  return {"starter/" + lab + "/", lab + "/", ""};
}

Result<std::string> find_layout(const Tree& tree, const Lab& lab) {
  for (const std::string& base : bases_of(tree))
    for (const std::string& prefix : layout_prefixes(lab.name))
      if (std::any_of(lab.files.begin(), lab.files.end(),
                      [&](const std::string& name) { return tree.contains(base + prefix + name); }))
        return base + prefix;
  const std::size_t shown = std::min(lab.files.size(), most_listed);
  const std::vector<std::string> wanted(lab.files.begin(),
                                        lab.files.begin() + static_cast<std::ptrdiff_t>(shown));
  return failure(
      Error::Source::submission, "",
      fmt::format("found none of {} in starter/{}/, in {}/ or at the top: {}{}", fmt::join(wanted, ", "),
                  lab.name, lab.name, top_words(tree), elsewhere(tree, lab)));
}

Result<fs::path> find_lab_folder(const fs::path& repository, const std::string& lab) {
  const auto opened = system::open_folder(repository);
  if (!opened) return fs::path();
  for (const std::string& place : {"starter/" + lab, lab}) {
    const auto folder = system::open_folder_beneath(opened->get(), place);
    if (folder) return repository / place;
    if (system::is_link(folder.error()))
      return failure(Error::Source::submission, (repository / place).string(),
                     "found a symbolic link on the way, expected a folder. Let the student hand in the "
                     "files themselves, in a folder of that name");
  }
  return fs::path();
}

Result<fs::path> find_submission(const fs::path& folder, const Lab& lab) {
  const Tree tree = TRY(read_folder_tree(folder, {lab}));
  if (std::any_of(lab.files.begin(), lab.files.end(), [&](const auto& name) { return tree.contains(name); }))
    return folder;
  const std::string prefix = TRY(find_layout(tree, lab));
  return (folder / prefix).parent_path();  // removes the slash at its end
}

Result<Tree> read_folder_tree(const fs::path& folder, const std::vector<Lab>& labs) {
  const auto opened = system::open_folder(folder);
  if (!opened)
    return failure(Error::Source::submission, folder.string(), "cannot be read: " + opened.error().message());
  Tree tree;
  std::string base;
  for (std::size_t level = 0; level <= most_nested; ++level) {
    for (const std::string& name : names_in(folder / base))
      tree.try_emplace(base + name, TreeEntry{TreeEntry::Kind::other, "", 0, ""});
    const std::string next = lone_folder(tree, base);
    for (const Lab& lab : labs)
      for (const std::string& prefix : layout_prefixes(lab.name))
        for (const std::string& name : taken_names(lab)) add_named(opened->get(), base + prefix + name, tree);
    if (next.empty()) break;
    base += next;
  }
  return tree;
}

}  // namespace gridmark::schedule
