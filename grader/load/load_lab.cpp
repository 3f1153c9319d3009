#include "grader/load/load_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/nearest.h"
#include "grader/core/cuda_libraries.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/read_value.h"
#include "grader/load/written_part_json.h"

namespace gridmark::load {
namespace fs = std::filesystem;
namespace {

/// A compile is a process tree of the compiler. It needs more time and memory than a test, and prints little.
/// It waits only for a processor, so the wall clock limit is for a stuck machine, not for the submission.
const Limits default_build_limits{.wall_seconds = 600,
                                  .cpu_seconds = 60,
                                  .memory_mib = 2048,
                                  .processes = 64,
                                  .output_kib = 256,
                                  .file_size_mib = 256};

constexpr Range gpus{1, 16, "a number of GPUs, 1 to 16"};
constexpr Range order{-1000, 1000, "a whole number, -1000 to 1000"};

Limits read_limits(const std::optional<Node>& node, const Limits& defaults) {
  return node ? read_value(*node, defaults) : defaults;
}

/// An unknown name would forbid a library that the author meant to allow.
std::string read_library(const Node& node) {
  const std::string name = node.text();
  for (const CudaLibrary& library : cuda_libraries)
    if (library.name == name) return name;
  std::vector<std::string> there;
  for (const CudaLibrary& library : cuda_libraries) there.emplace_back(library.name);
  node.fail("found no library of CUDA " + in_quotes(name) + suggestion(name, there));
  return name;
}

Exceptions read_exceptions(const std::optional<Node>& node) {
  Exceptions exceptions;
  if (!node) return exceptions;
  node->keys({"allow", "deny"});
  if (const auto allow = node->find("allow")) exceptions.allow = allow->texts();
  if (const auto deny = node->find("deny")) exceptions.deny = deny->texts();
  return exceptions;
}

Permissions read_permissions(const Node& root) {
  Permissions permissions;
  if (const auto node = root.find("libraries"))
    for (const Node& element : node->elements()) permissions.libraries.push_back(read_library(element));
  permissions.headers = read_exceptions(root.find("headers"));
  permissions.symbols = read_exceptions(root.find("symbols"));
  return permissions;
}

Visibility read_hidden_tests(const Node& node) {
  const std::string word = node.text();
  const auto read = value_of<Visibility>(word);
  if (read && *read != Visibility::unknown && *read != Visibility::announced) return *read;
  const std::vector<std::string> possible{"hidden", "after_due", "after_published"};
  node.fail("found " + in_quotes(word) + ", expected hidden, after_due or after_published" +
            suggestion(word, possible));
  return Visibility::hidden;
}

Lab read_lab(const Node& root) {
  root.keys({"$schema", "title", "order", "contacts", "limits", "build_limits", "libraries", "headers",
             "symbols", "report", "devices", "gpus", "hidden_tests"});
  Lab lab;
  lab.title = root["title"].text();
  if (const auto node = root.find("order")) lab.order = static_cast<int>(node->whole(order));
  if (const auto node = root.find("contacts")) lab.contacts = node->texts();
  lab.permissions = read_permissions(root);
  if (const auto node = root.find("devices"))
    for (const Node& element : node->elements()) lab.devices.push_back(element.one_of<Device>());
  if (const auto node = root.find("gpus")) lab.gpus = static_cast<int>(node->whole(gpus));
  if (const auto node = root.find("hidden_tests")) lab.hidden_tests = read_hidden_tests(*node);
  if (const auto node = root.find("report")) lab.report = read_written_part(*node);
  lab.limits = read_limits(root.find("limits"), lab.limits);
  lab.build_limits = read_limits(root.find("build_limits"), default_build_limits);
  return lab;
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// Files that are judged as text and are not shown to a compiler or a worker.
bool is_written(const std::string& name) { return name == "REPORT.md" || name.starts_with("results/"); }

/// Regular files under `folder`, relative to it. Links are not a lab's files, and neither are names with a
/// dot at the front, which editors and tools use.
std::vector<std::string> files_under(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (std::error_code ignored; fs::is_regular_file(entry->symlink_status(ignored)) && !is_hidden(*entry))
      files.push_back(entry->path().lexically_relative(folder).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

Result<Lab> with_folders(Lab lab, const CourseFolders& course, const std::string& name) {
  lab.name = name;
  lab.folder = course.labs / name;
  lab.starter = course.starter / name;
  lab.solution = course.solutions / name;
  lab.rubric = course.rubrics / (name + ".json");
  lab.files = files_under(lab.starter);
  if (lab.report) std::erase_if(lab.files, is_written);
  if (!lab.files.empty()) return lab;
  return failure(Error::Source::lab, lab.starter.string(),
                 "found no files, expected those that a student edits");
}

auto place_in_list(const Result<Lab>& lab) {
  return lab ? std::tuple(false, lab->order, lab->name) : std::tuple(true, 0, lab.error().where);
}

}  // namespace

CourseFolders course_folders(const fs::path& root) {
  return {root / "labs", root / "starter", root / "rubrics", root / "solutions"};
}

std::vector<std::string> lab_names(const CourseFolders& course) {
  std::vector<std::string> all;
  std::error_code error;
  for (fs::directory_iterator entry(course.labs, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code ignored; fs::is_regular_file(entry->path() / "lab.json", ignored))
      all.push_back(entry->path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

Result<Lab> load_lab(const CourseFolders& course, const std::string& name) {
  constexpr auto source = Error::Source::lab;
  const std::vector<std::string> there = lab_names(course);
  // Only a listed name is joined to a path, so "../x" is just an unknown lab.
  if (std::find(there.begin(), there.end(), name) == there.end())
    return failure(source, course.labs.string(), "found no lab " + in_quotes(name) + suggestion(name, there));
  const fs::path file = course.labs / name / "lab.json";
  const std::string text = TRY(file_text(file, source));
  const auto document = TRY(parse_document(text, file.string(), {source}));
  Reading reading{source, file.string()};
  Lab read = read_lab(Node(document, reading));
  Lab lab = TRY(finish(reading, std::move(read)));
  return with_folders(std::move(lab), course, name);
}

std::vector<Result<Lab>> list_labs(const CourseFolders& course) {
  std::vector<Result<Lab>> labs;
  for (const std::string& name : lab_names(course)) labs.push_back(load_lab(course, name));
  std::stable_sort(labs.begin(), labs.end(),
                   [](const auto& a, const auto& b) { return place_in_list(a) < place_in_list(b); });
  return labs;
}

}  // namespace gridmark::load
