#include "grader/compile/stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/sha256.h"
#include "grader/core/taken_names.h"
#include "grader/system/files.h"
#include "grader/system/open_folder.h"
#include "grader/system/other_files.h"
#include "grader/system/taken_file.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

std::string why_no_folder(const Lab& lab, const std::error_code& error) {
  const std::string hint = fmt::format("Give one with --submission DIR or start from starter/{}", lab.name);
  if (error == std::errc::no_such_file_or_directory)
    return fmt::format("the folder does not exist. {}", hint);
  if (system::is_link(error))
    return "found a symbolic link, expected a folder. To grade the folder behind the link, "
           "give its path: --submission \"$(realpath DIR)\"";
  if (error == std::errc::not_a_directory) return fmt::format("this is not a folder. {}", hint);
  return fmt::format("the folder cannot be read ({}). Make it readable. {}", error.message(), hint);
}

/// Removes "/" and "/." at the end, which would follow a link.
fs::path trimmed(fs::path path) {
  while (path.has_parent_path() && path.has_relative_path() &&
         (!path.has_filename() || path.filename() == "."))
    path = path.parent_path();
  return path;
}

/// The grading person chose DIR in DIR/LAB and in DIR/starter/LAB. The rest came with the submission.
struct Way {
  fs::path chosen, handed_in;
};

Way way_to(const fs::path& folder) {
  const fs::path submission = trimmed(folder);
  if (!submission.has_relative_path() || submission.filename() == "..") return {submission, "."};
  fs::path chosen = trimmed(submission.parent_path());
  fs::path handed_in = submission.filename();
  if (chosen.filename() == "starter") {
    handed_in = "starter" / handed_in;
    chosen = chosen.parent_path();
  }
  return {chosen.empty() ? "." : chosen, handed_in};
}

Result<FileDescriptor> open_submission(const Lab& lab, const fs::path& submission) {
  const Way way = way_to(submission);
  return system::open_folder(way.chosen)
      .and_then([&](const FileDescriptor& chosen) {
        return system::open_folder_beneath(chosen.get(), way.handed_in.string());
      })
      .map_error([&](const std::error_code& error) {
        return Error{Error::Source::submission, submission.string(), why_no_folder(lab, error)};
      });
}

/// Sets the modes independently of the umask, because the sandbox's user is another one.
void open_to_readers(const fs::path& folder) {
  std::error_code ignored;
  using fs::perms;
  const perms file = perms::owner_read | perms::owner_write | perms::group_read | perms::others_read;
  const perms directory = file | perms::owner_exec | perms::group_exec | perms::others_exec;
  fs::permissions(folder, directory, ignored);
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
    fs::permissions(entry.path(), entry.is_directory(ignored) ? directory : file, ignored);
}

Result<void> take_named_files(const Lab& lab, int folder, Submission& submission, Sha256& fingerprint) {
  for (const std::string& name : lab.files) {
    const auto taken = system::take_file(folder, name);
    if (const auto* bytes = std::get_if<std::string>(&taken)) {
      TRY(system::write_bytes(submission.staged / name, *bytes));
      submission.files.push_back(name);
      fingerprint.add_part(name).add_part(*bytes);
      continue;
    }
    submission.missing.push_back(name);
    const std::string& reason = std::get<system::Refusal>(taken).reason;
    if (!reason.empty()) submission.ignored.push_back({name, reason});
  }
  return {};
}

/// The bytes of `name`. A file that exists but cannot be taken is listed with the reason.
std::optional<std::string> take_written(int folder, const std::string& name, Submission& submission) {
  auto taken = system::take_file(folder, name);
  if (auto* bytes = std::get_if<std::string>(&taken)) return std::move(*bytes);
  const std::string& reason = std::get<system::Refusal>(taken).reason;
  if (!reason.empty()) submission.ignored.push_back({name, reason});
  return std::nullopt;
}

/// The written part is text for the grader only. It is kept, not copied.
std::vector<std::string> take_written_part(const WrittenPart& wanted, int folder, Submission& submission) {
  std::vector<std::string> names = result_names(wanted);
  for (const std::string& name : names)
    if (auto bytes = take_written(folder, name, submission)) submission.results[name] = *std::move(bytes);
  submission.report = take_written(folder, report_name, submission);
  if (!submission.report)
    submission.report_problem = submission.ignored.empty() || submission.ignored.back().name != report_name
                                    ? "there is no REPORT.md next to the code"
                                    : "REPORT.md cannot be taken: " + submission.ignored.back().reason;
  names.emplace_back(report_name);
  return names;
}

void add_written_part(const Submission& submission, Sha256& fingerprint) {
  for (const auto& [name, bytes] : submission.results) fingerprint.add_part(name).add_part(bytes);
  if (submission.report) fingerprint.add_part(report_name).add_part(*submission.report);
}

/// Files that gridmark itself leaves in a folder in which a student grades or debugs.
void add_own_outputs(const Lab& lab, std::vector<std::string>& known) {
  for (const char* name : {"record.json", "report.html", "in-process"})
    known.push_back("results/" + lab.name + "/" + name);
}

/// Files that the lab needs but could not take come first. The cap applies to the rest.
void add_other_files(std::vector<std::string> known, int folder, Submission& submission) {
  constexpr std::size_t max_listed = 100;
  std::sort(known.begin(), known.end());
  for (IgnoredFile& file : system::list_other_files(folder, known))
    if (submission.ignored.size() < max_listed) submission.ignored.push_back(std::move(file));
}

}  // namespace

Result<Submission> stage(const Lab& lab, const fs::path& submission, const fs::path& destination) {
  auto folder = TRY(open_submission(lab, submission));
  std::error_code error;
  fs::create_directories(destination, error);
  if (error)
    return failure(Error::Source::filesystem, destination.string(), "cannot be made: " + error.message());
  Submission result;
  result.origin = submission.string();
  result.staged = destination;
  Sha256 fingerprint;
  TRY(take_named_files(lab, folder.get(), result, fingerprint));
  std::vector<std::string> known = lab.files;
  if (lab.report)
    for (std::string& name : take_written_part(*lab.report, folder.get(), result))
      known.push_back(std::move(name));
  add_own_outputs(lab, known);
  add_written_part(result, fingerprint);
  result.fingerprint = fingerprint.digits();
  add_other_files(std::move(known), folder.get(), result);
  open_to_readers(destination);
  return result;
}

}  // namespace gridmark::compile
