// Theory of operation
// libarchive only reads. All writing is done here. An entry is a folder or a regular file, its name is a
// relative path without "..", and each file is created new. No link is ever made, so none can be followed.
// Sizes are counted while bytes arrive, because an archive can contain wrong sizes.
#include "grader/schedule/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "grader/core/ascii.h"
#include "grader/load/json_document.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::array archive_endings{".zip", ".tar", ".tar.gz", ".tgz"};

tl::unexpected<Error> no_file(const fs::path& path) {
  return failure(Error::Source::filesystem, path.string(),
                 std::string("cannot be written: ") + std::strerror(errno));
}

class Unpacking {
 public:
  Unpacking(const fs::path& archive, const fs::path& folder, const ArchiveLimits& limits)
      : path_(archive), folder_(folder), limits_(limits) {
    archive_read_support_format_zip(reader_.get());
    archive_read_support_format_tar(reader_.get());
    archive_read_support_filter_gzip(reader_.get());
  }

  Result<void> run() {
    std::error_code error;
    const auto packed = fs::file_size(path_, error);
    if (!error && static_cast<std::int64_t>(packed) > limits_.packed_bytes)
      return refuse(fmt::format("has {} bytes, expected at most {}", packed, limits_.packed_bytes));
    constexpr std::size_t block = 64 << 10;
    if (archive_read_open_filename(reader_.get(), path_.c_str(), block) != ARCHIVE_OK) return damaged();
    while (true) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(reader_.get(), &entry);
      if (status == ARCHIVE_EOF) return {};
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return damaged();
      if (++entries_ > limits_.entries)
        return refuse(
            fmt::format("holds more than {} entries. Hand in only the lab's files", limits_.entries));
      TRY(take(entry));
    }
  }

 private:
  tl::unexpected<Error> refuse(std::string message) const {
    return failure(Error::Source::submission, path_.filename().string(), std::move(message));
  }
  tl::unexpected<Error> damaged() const {
    const char* why = archive_error_string(reader_.get());
    return refuse(fmt::format("cannot be unpacked ({}). Pack it again as a zip without a password",
                              load::in_quotes(why == nullptr ? "no reason given" : why)));
  }

  Result<void> take(archive_entry* entry) {
    const std::string name = TRY(name_of(entry));
    if (name.empty()) return {};
    if (archive_entry_is_encrypted(entry) != 0) return refuse("is encrypted. Hand it in without a password");
    if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr)
      return refuse("holds the link " + load::in_quotes(name) + ". Hand in the files themselves");
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFDIR) return make_folder(folder_ / name);
    if (type != AE_IFREG)
      return refuse("holds " + load::in_quotes(name) + ", which is neither a file nor a folder");
    return write_file(folder_ / name, name);
  }

  /// A relative name without "." and "..", with '/' between folders. Empty for an entry to skip.
  Result<std::string> name_of(archive_entry* entry) const {
    const char* given = archive_entry_pathname_utf8(entry);
    if (given == nullptr) given = archive_entry_pathname(entry);
    if (given == nullptr) return refuse("holds a name that cannot be read. Use letters and digits");
    std::string name = given;
    std::replace(name.begin(), name.end(), '\\', '/');  // some packers of Windows write '\'
    if (name.size() > limits_.name_bytes || std::count(name.begin(), name.end(), '/') > limits_.levels)
      return refuse("holds a name that is too long: " + load::in_quotes(name));
    if (name.starts_with('/') || (name.size() > 1 && name[1] == ':'))
      return refuse("holds the absolute name " + load::in_quotes(name) +
                    ". Pack the folder by its relative name");
    fs::path clean;
    for (const fs::path& step : fs::path(name)) {
      if (step == "..") return refuse("holds " + load::in_quotes(name) + ", which leads out of it");
      if (step == "__MACOSX" || step == ".DS_Store") return std::string();
      if (!step.empty() && step != ".") clean /= step;
    }
    return clean.string();
  }

  Result<void> make_folder(const fs::path& path) const {
    std::error_code error;
    fs::create_directories(path, error);
    if (!error) return {};
    if (fs::exists(path, error)) return twice(path);
    return failure(Error::Source::filesystem, path.string(), "cannot be made: " + error.message());
  }

  tl::unexpected<Error> twice(const fs::path& path) const {
    return refuse("holds " + load::in_quotes(path.lexically_relative(folder_).string()) + " twice");
  }

  Result<void> write_file(const fs::path& path, const std::string& name) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(path, ignored))) return twice(path);
    TRY(make_folder(path.parent_path()));
    std::ofstream file(path, std::ios::binary);
    if (!file) return no_file(path);
    std::array<char, 64 << 10> bytes;
    while (true) {
      const la_ssize_t count = archive_read_data(reader_.get(), bytes.data(), bytes.size());
      if (count == 0) break;
      if (count < 0) return damaged_file(name);
      if ((written_ += count) > limits_.bytes)
        return refuse(
            fmt::format("unpacks to more than {} bytes. Hand in only the lab's files", limits_.bytes));
      file.write(bytes.data(), count);
    }
    if (!file.flush()) return no_file(path);
    return {};
  }

  tl::unexpected<Error> damaged_file(const std::string& name) const {
    if (archive_read_has_encrypted_entries(reader_.get()) > 0)
      return refuse("is encrypted. Hand it in without a password");
    return refuse(fmt::format("has a damaged file, {}. Pack it again", load::in_quotes(name)));
  }

  struct Close {
    void operator()(archive* reader) const { archive_read_free(reader); }
  };

  const fs::path& path_;
  const fs::path& folder_;
  const ArchiveLimits& limits_;
  std::unique_ptr<archive, Close> reader_{archive_read_new()};
  std::int64_t written_ = 0;
  int entries_ = 0;
};

}  // namespace

bool is_archive(const std::string& name) {
  const std::string lower = lower_case(name);
  return std::any_of(archive_endings.begin(), archive_endings.end(),
                     [&](const char* ending) { return lower.ends_with(ending); });
}

Result<void> unpack(const fs::path& archive, const fs::path& folder, const ArchiveLimits& limits) {
  return Unpacking(archive, folder, limits).run();
}

}  // namespace gridmark::schedule
