#include "grader/pipeline/handout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "grader/core/markdown.h"
#include "grader/core/number_text.h"
#include "grader/system/files.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_list_bytes = std::int64_t{16} << 20;
constexpr const char* list_name = ".handout-files";
constexpr std::int64_t most_page_bytes = std::int64_t{1} << 20;
constexpr const char* added = "handout";  // the files of this folder go to the top

/// The parts of a lab that students do not get.
constexpr const char* secret_parts[] = {"hidden", "mutants"};

/// The course's pages that a lab's README links to.
std::vector<fs::path> linked_pages(const std::string& readme) {
  std::vector<fs::path> pages;
  for (const std::string& link : markdown_links(readme))
    if (link.starts_with("../../docs/") && link.find("..", 6) == link.npos) pages.push_back(link.substr(6));
  return pages;
}

/// The labs as rows of a Markdown table.
std::string table_of(const std::vector<HandoutLab>& labs) {
  std::vector<std::string> lines;
  for (const auto& [lab, points, credit] : labs)
    lines.push_back(fmt::format("| `{0}` | {1} | {2} | [labs/{0}/README.md](labs/{0}/README.md) |", lab.name,
                                lab.title, credit ? points_text(points) : "none"));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void fill_in(Handout& handout, const std::vector<HandoutLab>& labs, const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const HandoutLab& one : labs) all.push_back(one.lab.name);
  for (const std::string& name : names) {
    std::string& text = handout[name].text;
    replace_all(text, "{{labs}}", table_of(labs));
    replace_all(text, "{{first_lab}}", all.front());
    replace_all(text, "{{lab_list}}", fmt::format("{}", fmt::join(all, ", ")));
  }
}

std::vector<std::string> listed_files(const fs::path& to) {
  std::vector<std::string> names;
  std::istringstream list(system::read_file(to / list_name, most_list_bytes).value_or(""));
  for (std::string name; std::getline(list, name);) names.push_back(name);
  return names;
}

/// Removes files of the earlier handout that the new one lacks. Names that lead out of the folder are
/// ignored.
void remove_earlier(const Handout& now, const fs::path& to) {
  std::error_code ignored;
  for (const std::string& name : listed_files(to)) {
    const fs::path path = fs::path(name).lexically_normal();
    if (now.contains(name) || path.empty() || path.is_absolute() || *path.begin() == "..") continue;
    fs::remove(to / path, ignored);
    for (fs::path folder = path.parent_path(); !folder.empty(); folder = folder.parent_path())
      if (!fs::is_empty(to / folder, ignored) || !fs::remove(to / folder, ignored)) break;
  }
}

}  // namespace

Result<Handout> collect_handout(const fs::path& root, const std::vector<HandoutLab>& labs) {
  if (labs.empty()) return failure(Error::Source::lab, (root / "labs").string(), "holds no lab to hand out");
  CourseFiles course(root);
  course.add_sources();
  for (const HandoutLab& one : labs) {
    course.add_folder(fs::path("labs") / one.lab.name, secret_parts);
    course.add_folder(fs::path("starter") / one.lab.name);
    course.add(fs::path("rubrics") / (one.lab.name + ".json"));
    const std::string readme = "labs/" + one.lab.name + "/README.md";
    for (const fs::path& page : linked_pages(system::read_file(root / readme, most_page_bytes).value_or("")))
      course.add(page, "; " + readme + " links to it");
  }
  CourseFiles top(root);
  top.add_to_top(added);
  return std::move(course).finish().and_then([&](Handout handout) {
    return std::move(top).finish().map([&](Handout more) {
      std::vector<std::string> names;
      for (const auto& [name, file] : more) names.push_back(name);
      handout.merge(more);
      fill_in(handout, labs, names);
      return std::move(handout);
    });
  });
}

bool is_handout(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / list_name, ignored);
}

Result<void> require_place(const fs::path& to, bool update) {
  std::error_code problem;
  const auto refuse = [&](const std::string& message) {
    return failure(Error::Source::usage, to.string(), message);
  };
  if (!fs::exists(fs::symlink_status(to, problem))) return {};
  if (!fs::is_directory(to, problem))
    return refuse("is not a folder. Name an empty folder, or one that does not exist yet");
  if (is_handout(to))
    return update ? Result<void>{}
                  : Result<void>(
                        refuse("holds an earlier handout. --update replaces its files and keeps others"));
  if (!fs::is_empty(to, problem) || problem)
    return refuse("is not empty, and holds no earlier handout. Name an empty folder");
  return {};
}

Result<void> write_handout(const Handout& handout, const fs::path& to, bool update) {
  TRY(require_place(to, update));
  remove_earlier(handout, to);
  std::string list;
  for (const auto& [name, file] : handout) list += name + "\n";
  TRY(write_course_file(to / list_name, {list, false}));
  for (const auto& [name, file] : handout) TRY(write_course_file(to / name, file));
  return {};
}

}  // namespace gridmark::pipeline
