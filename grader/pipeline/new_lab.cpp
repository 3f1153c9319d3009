#include "grader/pipeline/new_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "grader/core/ascii.h"
#include "grader/system/process.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr const char* template_name = "example-lab";
constexpr const char* template_identifier = "example_lab";
constexpr const char* template_title = "Example lab";

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// "lab7-scan" -> "lab7_scan", for namespaces.
std::string identifier_from(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string with_names(const std::string& text, const NewLab& lab) {
  return replaced(replaced(replaced(text, template_title, lab.title), template_name, lab.name),
                  template_identifier, identifier_from(lab.name));
}

/// All files and folders of one lab, relative to the source tree.
std::array<std::string, 5> places_of(const std::string& name) {
  return {"labs/" + name, "solutions/" + name, "starter/" + name, "rubrics/" + name + ".json",
          "tests/submissions/" + name};
}

tl::unexpected<Error> wrong(const std::string& where, const std::string& what) {
  return failure(Error::Source::usage, where, what);
}

Result<void> check_place(const NewLab& lab, const system::ProgramPaths& paths) {
  const fs::path source = paths.source / "template";
  if (!fs::is_directory(source / "labs" / template_name))
    return failure(Error::Source::filesystem, source.string(),
                   "is missing. Run this in gridmark's source folder, which has it");
  for (const std::string& place : places_of(lab.name))
    if (fs::exists(fs::symlink_status(paths.source / place)))
      return wrong(place, "exists already. Choose another name, or move it away first");
  return {};
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw fs::filesystem_error("cannot read", file, std::make_error_code(std::errc::io_error));
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  if (!(stream << text << std::flush))
    throw fs::filesystem_error("cannot write", path, std::make_error_code(std::errc::io_error));
}

Result<void> make_starter(const NewLab& lab, const system::ProgramPaths& paths,
                          const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {paths.build / "bin" / "gridmark-make-starter", "--from",
                       paths.source / "solutions" / lab.name, "--to", paths.starters() / lab.name};
  return system::run_process(request, stop).and_then([&](const system::ProcessResult& ended) -> Result<void> {
    if (ended.exit_code == 0) return {};
    return failure(Error::Source::lab, "solutions/" + lab.name, ended.error_output + ended.output);
  });
}

}  // namespace

std::string wrong_with_name(const std::string& name) {
  const std::string expected =
      "expected 2 to 40 characters of a-z, 0-9 and single hyphens, a letter first: \"lab7-scan\"";
  const auto allowed = [](char c) { return is_letter(c) || is_digit(c) || c == '-'; };
  const bool right = name.size() >= 2 && name.size() <= 40 && is_letter(name.front()) && name.back() != '-' &&
                     std::all_of(name.begin(), name.end(), allowed) && name.find("--") == name.npos;
  return right ? "" : fmt::format("found \"{}\", {}", name, expected);
}

std::string wrong_with_title(const std::string& title) {
  const auto refused = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\'; };
  if (!title.empty() && title.size() <= 80 && std::none_of(title.begin(), title.end(), refused)) return "";
  return fmt::format("found \"{}\", expected 1 to 80 bytes on one line without quotes and backslashes",
                     title);
}

std::string title_from(const std::string& name) {
  std::string title = replaced(name, "-", " ");
  if (!title.empty() && is_letter(title.front()))
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

Result<std::vector<NewFile>> files_of_new_lab(const NewLab& lab, const system::ProgramPaths& paths) try {
  if (const std::string name = wrong_with_name(lab.name); !name.empty()) return wrong("NAME", name);
  if (const std::string title = wrong_with_title(lab.title); !title.empty()) return wrong("--title", title);
  TRY(check_place(lab, paths));
  std::vector<NewFile> files;
  for (const char* house : {"labs", "solutions", "rubrics"})
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(paths.source / "template" / house)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = entry.path().lexically_relative(paths.source / "template").string();
      files.push_back({with_names(path, lab), with_names(text_of(entry.path()), lab)});
    }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
} catch (const fs::filesystem_error& problem) {
  return failure(Error::Source::filesystem, "template", problem.what());
}

Result<void> write_new_lab(const NewLab& lab, const std::vector<NewFile>& files,
                           const system::ProgramPaths& paths, const system::StopFlag& stop) {
  Result<void> written;
  try {
    for (const NewFile& file : files) write_file(paths.source / file.path, file.text);
    written = make_starter(lab, paths, stop);
  } catch (const fs::filesystem_error& problem) {
    written = failure(Error::Source::filesystem, paths.source.string(), problem.what());
  }
  std::error_code ignored;
  if (!written)
    for (const std::string& place : places_of(lab.name)) fs::remove_all(paths.source / place, ignored);
  return written;
}

}  // namespace gridmark::pipeline
