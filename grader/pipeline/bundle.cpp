#include "grader/pipeline/bundle.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "grader/core/number_text.h"
#include "grader/core/sha256.h"
#include "grader/core/taken_names.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// Parts that grading does not need.
constexpr const char* left_out_of_bundle[] = {"mutants"};

/// The place of gridmark's tree in a bundle.
fs::path home_in(const std::string& system) {
  return system == "prairielearn" ? "image/gridmark" : "gridmark";
}

bool is_word(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
  });
}

/// An upload has no folders.
std::string name_in_upload(const std::string& file) { return fs::path(file).filename(); }

std::vector<std::string> names_in_upload(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(name_in_upload(file));
  return names;
}

/// REPORT.md and its files.
std::vector<std::string> written_files(const Lab& lab) {
  std::vector<std::string> files = taken_names(lab);
  std::erase_if(files, [&](const std::string& file) {
    return std::find(lab.files.begin(), lab.files.end(), file) != lab.files.end();
  });
  return files;
}

std::vector<std::string> files_in_folders(const Lab& lab) {
  std::vector<std::string> files = taken_names(lab);
  std::erase_if(files, [](const std::string& file) { return file.find('/') == file.npos; });
  return files;
}

/// Checks these words, because scripts, JSON and pages contain them without escapes.
Result<void> check_words(const Bundle& bundle) {
  const auto refuse = [&](const std::string& what) {
    return failure(Error::Source::lab, bundle.lab.name, what);
  };
  if (!is_word(bundle.lab.name))
    return refuse("has a name that a script would have to escape. Rename its folder");
  std::set<std::string> names;
  for (const std::string& file : taken_names(bundle.lab)) {
    if (!is_word(file)) return refuse("takes a file with a name that a page would have to escape: " + file);
    if (!names.insert(name_in_upload(file)).second)
      return refuse("takes two files named " + name_in_upload(file) +
                    " from different folders, which an upload cannot distinguish. Rename one");
  }
  if (bundle.lab.title.find_first_of("\"\\<>&\n{}") != std::string::npos)
    return refuse(
        "has a title with one of \" \\ < > & { }, which a page would have to escape. Change it in lab.json");
  return {};
}

/// Always the same for a lab, so that a question keeps its identity when its bundle is made again.
std::string uuid_of(const std::string& lab) {
  std::string digits = Sha256().add_part("question").add_part(lab).digits().substr(0, 32);
  digits[12] = '5';
  digits[16] = '8';
  for (const std::size_t at : {20, 16, 12, 8}) digits.insert(at, "-");
  return digits;
}

void fill_in(Handout& files, const Bundle& bundle) {
  const std::pair<const char*, std::string> values[] = {
      {"{{lab}}", bundle.lab.name},
      {"{{title}}", bundle.lab.title},
      {"{{points}}", points_text(bundle.points)},
      {"{{automatic}}", points_text(bundle.points - bundle.points_by_hand)},
      {"{{by_hand}}", points_text(bundle.points_by_hand)},
      {"{{image}}", bundle.image},
      {"{{uuid}}", uuid_of(bundle.lab.name)},
      {"{{files}}", fmt::format("{}", fmt::join(names_in_upload(bundle.lab.files), ", "))},
      {"{{optional}}", fmt::format("{}", fmt::join(names_in_upload(written_files(bundle.lab)), ", "))},
      {"{{in_folders}}", fmt::format("{}", fmt::join(files_in_folders(bundle.lab), " "))}};
  for (auto& [name, file] : files)
    for (const auto& [mark, value] : values) replace_all(file.text, mark, value);
}

}  // namespace

Result<Handout> collect_bundle(const fs::path& root, const Bundle& bundle) {
  TRY(check_words(bundle));
  CourseFiles course(root), scripts(root);
  course.add_sources();
  course.add_folder(fs::path("labs") / bundle.lab.name, left_out_of_bundle);
  course.add_folder(fs::path("starter") / bundle.lab.name);
  course.add(fs::path("rubrics") / (bundle.lab.name + ".json"));
  scripts.add_to_top(fs::path("bundles") / bundle.system);
  auto files = TRY(std::move(scripts).finish());
  fill_in(files, bundle);
  return std::move(course).finish().map([&](Handout sources) {
    for (auto& [name, file] : sources)
      files.emplace((home_in(bundle.system) / name).string(), std::move(file));
    return std::move(files);
  });
}

}  // namespace gridmark::pipeline
