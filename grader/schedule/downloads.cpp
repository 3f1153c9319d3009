#include "grader/schedule/downloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/core/faults.h"
#include "grader/core/sha256.h"
#include "grader/load/json_document.h"
#include "grader/schedule/archive.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_upload_bytes = std::int64_t{256} << 20;

/// Canvas names a student's second upload of kernel.cu "kernel-2.cu".
std::string without_count(const std::string& file) {
  static const std::regex counted(R"(^(.+)-[0-9]+(\.[A-Za-z0-9.]+)$)");
  return std::regex_replace(file, counted, "$1$2");
}

std::string letters_of(const std::string& text) {
  std::string letters;
  for (const char c : lower_case(text))
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80)
      letters += c;
  return letters;
}

/// True if `joined` is "Ada King Lovelace" as Canvas can join it, with any word first.
bool joins_to(const std::string& name, const std::string& joined) {
  std::vector<std::string> words(1);
  for (const char c : name)
    if (c == ' ' || c == ',')
      words.emplace_back();
    else
      words.back() += c;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i) all += words[(first + i) % words.size()];
    if (letters_of(all) == joined) return true;
  }
  return false;
}

bool is_of(const DownloadName& name, const Student& student) {
  if (lower_case(student.id) == lower_case(name.person)) return true;
  if (name.platform == DownloadName::Platform::none) return false;
  return student.id == name.number || joins_to(student.name, letters_of(name.person));
}

class Finder {
 public:
  Finder(const fs::path& folder, const Roster* roster)
      : folder_(folder), roster_(roster), faults_(Error::Source::usage, folder.string()) {}

  Result<Downloads> find() {
    std::error_code error;
    if (!fs::is_directory(folder_, error))
      return failure(Error::Source::usage, folder_.string(),
                     "is not a folder, expected one with a folder for each student");
    std::set<std::string> names;  // keeps them in order
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
      names.insert(entry->path().filename().string());
    if (error) return failure(Error::Source::usage, folder_.string(), "cannot be read: " + error.message());
    for (const std::string& name : names)
      if (!name.starts_with('.')) add(name);
    if (!faults_.any() && found_.empty())
      faults_.add("", "holds no folder and no archive, expected one for each student");
    return unless(faults_, all());
  }

 private:
  void add(const std::string& name) {
    const fs::path path = folder_ / name;
    std::error_code ignored;
    const bool folder = fs::is_directory(path, ignored);
    DownloadName read = download_name(name);
    if (folder && read.platform != DownloadName::Platform::moodle) read = {{}, name, "", "", false};
    if (!folder && (!fs::is_regular_file(fs::symlink_status(path, ignored)) ||
                    (read.platform == DownloadName::Platform::none && !is_archive(name))))
      return;
    const std::string id = id_in_roster(name, read);
    if (id.empty()) return;
    if (read.late && std::find(late_.begin(), late_.end(), id) == late_.end()) late_.push_back(id);
    Student& student = found_[id];
    student.id = id;
    if (read.platform == DownloadName::Platform::moodle) student.name = read.person;
    if (!student.repository.empty() || (folder && !student.uploads.empty()))
      return faults_.add("", fmt::format("holds two for {}: {} and another. Keep one", load::in_quotes(id),
                                         load::in_quotes(name)));
    if (!folder)
      student.uploads.push_back({read.file, path.string()});
    else if (student.uploads = uploads_in(path); student.uploads.empty())
      student.repository = path.string();
  }

  /// Empty, and a fault, if there is no id.
  std::string id_in_roster(const std::string& name, const DownloadName& read) {
    if (roster_ == nullptr) {
      const std::string id = id_of(read), why = why_no_folder_name(id);
      if (why.empty()) return id;
      faults_.add("", fmt::format("holds {}, whose name {}. Rename it, or give a --roster with its id",
                                  load::in_quotes(name), why));
      return "";
    }
    const auto rows = rows_of(*roster_, read);
    if (rows.size() == 1) return rows.front()->id;
    if (rows.empty())
      faults_.add(
          "", fmt::format("holds {}, which no student of the roster has. Add a row, or rename it to an id of "
                          "the roster",
                          load::in_quotes(name)));
    else
      faults_.add("",
                  fmt::format("holds {}, which fits {} and {} of the roster. Rename it to one of these ids",
                              load::in_quotes(name), rows[0]->id, rows[1]->id));
    return "";
  }

  Downloads all() {
    Downloads made{{}, late_};
    if (roster_ == nullptr) {
      for (auto& [id, student] : found_) made.students.push_back(std::move(student));
      std::sort(made.students.begin(), made.students.end(), [](const Student& a, const Student& b) {
        return std::pair(lower_case(a.id), a.id) < std::pair(lower_case(b.id), b.id);
      });
      return made;
    }
    for (Student student : *roster_) {
      const auto found = found_.find(student.id);
      student.repository = found == found_.end() ? "" : found->second.repository;
      if (found != found_.end()) student.uploads = found->second.uploads;
      made.students.push_back(std::move(student));
    }
    return made;
  }

  const fs::path& folder_;
  const Roster* roster_;
  Faults faults_;
  std::map<std::string, Student> found_;
  std::vector<std::string> late_;
};

Result<void> stage_into(const fs::path& folder, const std::vector<Upload>& uploads) {
  for (const Upload& upload : uploads) {
    if (is_archive(upload.name)) {
      TRY(unpack(upload.path, folder));
      continue;
    }
    const std::string bytes = TRY(system::read_file(upload.path, most_upload_bytes));
    TRY(system::write_bytes(folder / upload.name, bytes));
  }
  return {};
}

Result<std::string> digits_of(const std::vector<Upload>& uploads) {
  Sha256 content;
  for (const Upload& upload : uploads) {
    const std::string bytes = TRY(system::read_file(upload.path, most_upload_bytes));
    content.add_part(upload.name).add_part(bytes);
  }
  return content.digits().substr(0, 32);
}

}  // namespace

DownloadName download_name(const std::string& name) {
  static const std::regex moodle(R"(^(.+)_([0-9]+)_assignsubmission_(file|onlinetext)(_(.*))?$)");
  static const std::regex canvas(R"(^([^_]+)(_LATE)?_([0-9]+)_([0-9]+)_(.+)$)");
  std::smatch found;
  if (std::regex_match(name, found, moodle))
    return {DownloadName::Platform::moodle, found[1], found[2], found[5], false};
  if (std::regex_match(name, found, canvas))
    return {DownloadName::Platform::canvas, found[1], found[3], without_count(found[5]), found[2].matched};
  std::string id = name;
  if (is_archive(name))
    id = name.substr(0, lower_case(name).rfind(lower_case(name).ends_with(".tar.gz") ? ".tar.gz" : "."));
  return {DownloadName::Platform::none, id, "", name, false};
}

std::string id_of(const DownloadName& name) {
  if (name.platform == DownloadName::Platform::none) return name.person;
  std::string id = name.person;
  std::replace_if(
      id.begin(), id.end(),
      [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0 && c != '.' && c != '_' && c != '-'; },
      '-');
  return id + "_" + name.number;
}

std::vector<const Student*> rows_of(const Roster& roster, const DownloadName& name) {
  std::vector<const Student*> rows;
  for (const Student& student : roster)
    if (is_of(name, student)) rows.push_back(&student);
  return rows;
}

Result<Downloads> find_downloads(const fs::path& folder, const Roster* roster) {
  return Finder(folder, roster).find();
}

std::vector<Upload> uploads_in(const fs::path& path) {
  std::error_code error;
  std::vector<Upload> uploads;
  if (fs::is_regular_file(fs::symlink_status(path, error)) && is_archive(path.filename()))
    return {{path.filename(), path.string()}};
  bool packed = false;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (name.starts_with('.')) continue;
    if (!fs::is_regular_file(entry->symlink_status(error))) return {};  // folders that the student made
    packed = packed || is_archive(name);
    uploads.push_back({name, entry->path().string()});
  }
  std::sort(uploads.begin(), uploads.end(), [](const Upload& a, const Upload& b) { return a.name < b.name; });
  return packed ? uploads : std::vector<Upload>();
}

Result<fs::path> stage_uploads(const std::vector<Upload>& uploads, const fs::path& under) {
  const std::string digits = TRY(digits_of(uploads));
  const fs::path target = under / digits;
  std::error_code error;
  if (fs::is_directory(target, error)) return target;
  TRY(system::make_folders(under));
  const auto folder = TRY(system::TempFolder::make_in(under));
  TRY(stage_into(folder.path(), uploads));
  fs::rename(folder.path(), target, error);
  if (error && !fs::is_directory(target))  // another process can have been first
    return failure(Error::Source::filesystem, target.string(), "cannot be made: " + error.message());
  return target;
}

}  // namespace gridmark::schedule
