#include "tests/submissions/case.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "labkit/starter/make_starter.h"

namespace gridmark::submissions {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

[[noreturn]] void fail(const fs::path& where, const std::string& why) {
  throw std::runtime_error(where.string() + ": " + why);
}

void add_cases(const fs::path& below, std::vector<fs::path>& folders) {
  if (!fs::is_directory(below)) return;
  for (const auto& entry : fs::directory_iterator(below))
    if (entry.is_directory()) folders.push_back(entry.path());
}

void refuse_unknown_keys(const json& expect, const fs::path& file) {
  const std::set<std::string> known{"why",   "points",    "exit",          "loses",       "outcomes",
                                    "says",  "points_at", "start_from",    "extra_files", "folders",
                                    "links", "pad",       "leaves_nothing"};
  for (const auto& [key, value] : expect.items())
    if (!known.contains(key)) fail(file, "unknown key " + key);
}

/// The lab's name: mutants lie at labs/LAB/mutants/CASE, the others at tests/submissions/LAB/CASE.
std::string lab_of(const fs::path& folder) {
  const fs::path above = folder.parent_path();
  return above.filename() == "mutants" ? above.parent_path().filename() : above.filename();
}

starter::Tree checked(starter::Result<starter::Tree> tree) {
  if (!tree) throw std::runtime_error(tree.error());
  return *tree;
}

starter::Tree files_of(const Case& example, const fs::path& root) {
  const fs::path solution = root / "solutions" / example.lab;
  if (fs::is_directory(example.folder / "submission"))
    return checked(starter::read_tree(example.folder / "submission"));
  if (example.start_from == "empty") return {};
  if (example.start_from == "starter") return checked(starter::read_tree(root / "starter" / example.lab));
  const auto parts = checked(starter::read_tree(example.folder / "parts"));
  return checked(starter::assemble(checked(starter::read_tree(solution)), parts));
}

void pad_file(std::string& text, std::uintmax_t size) {
  text += "\n//";
  text.resize(std::max<std::uintmax_t>(size, text.size()), ' ');
}

std::string target_of(std::string target, const fs::path& solution) {
  const std::string token = "{solution}";
  if (const auto at = target.find(token); at != target.npos)
    target.replace(at, token.size(), solution.string());
  return target;
}

}  // namespace

bool Case::loses_item(const std::string& id) const {
  return std::any_of(loses.begin(), loses.end(),
                     [&](const std::string& lost) { return lost == "*" || lost == id; });
}

std::vector<fs::path> case_folders(const fs::path& root) {
  std::vector<fs::path> labs, folders;
  add_cases(root / "tests/submissions", labs);
  for (const fs::path& lab : labs) add_cases(lab, folders);
  labs.clear();
  add_cases(root / "labs", labs);
  for (const fs::path& lab : labs) add_cases(lab / "mutants", folders);
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::string test_name_of(const fs::path& folder) {
  std::string name = lab_of(folder) + "_" + folder.filename().string();
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0; };
  std::replace_if(name.begin(), name.end(), std::not_fn(allowed), '_');
  return name;
}

Case load_case(const fs::path& folder) {
  const fs::path file = folder / "expect.json";
  std::ifstream in(file);
  if (!in) fail(file, "cannot be read");
  const json expect = json::parse(in);
  refuse_unknown_keys(expect, file);

  Case example;
  example.lab = lab_of(folder);
  example.name = folder.filename();
  example.folder = folder;
  expect.at("why").get_to(example.why);
  expect.at("points").get_to(example.points);
  expect.at("exit").get_to(example.exit_code);
  expect.at("loses").get_to(example.loses);
  const auto optional = [&](const char* key, auto& member) {
    if (expect.contains(key)) expect[key].get_to(member);
  };
  optional("outcomes", example.outcomes);
  optional("says", example.says);
  optional("points_at", example.points_at);
  optional("start_from", example.start_from);
  optional("extra_files", example.extra_files);
  optional("folders", example.folders);
  optional("links", example.links);
  optional("pad", example.pad);
  optional("leaves_nothing", example.leaves_nothing);
  return example;
}

void make_submission(const Case& example, const fs::path& root, const fs::path& to) {
  starter::Tree files = files_of(example, root);
  for (const auto& [name, size] : example.pad) pad_file(files.at(name), size);
  for (const std::string& name : example.extra_files) files.emplace(name, "nothing that the lab asks for\n");
  fs::create_directories(to);
  if (const auto written = starter::write_tree(files, to); !written)
    throw std::runtime_error(written.error());
  for (const std::string& name : example.folders) fs::create_directories(to / name);
  for (const auto& [name, target] : example.links)
    fs::create_symlink(target_of(target, root / "solutions" / example.lab), to / name);
}

}  // namespace gridmark::submissions
