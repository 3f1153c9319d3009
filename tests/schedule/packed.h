#pragma once
// Archives for tests, honest ones and others.
#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::schedule {

struct PackedEntry {
  std::string name, bytes = "";
  std::string link = "";  ///< target of a symbolic link
  unsigned type = AE_IFREG;
};

inline void pack(const std::filesystem::path& path, const std::vector<PackedEntry>& entries,
                 const std::string& password = "") {
  archive* writer = archive_write_new();
  if (path.extension() == ".zip") {
    archive_write_set_format_zip(writer);
    if (!password.empty()) archive_write_set_options(writer, "zip:encryption=traditional");
    if (!password.empty()) archive_write_set_passphrase(writer, password.c_str());
  } else {
    archive_write_set_format_pax_restricted(writer);
    if (path.extension() != ".tar") archive_write_add_filter_gzip(writer);
  }
  if (archive_write_open_filename(writer, path.c_str()) != ARCHIVE_OK) throw std::runtime_error("no archive");
  for (const PackedEntry& one : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, one.link.empty() ? one.type : AE_IFLNK);
    if (!one.link.empty()) archive_entry_set_symlink(entry, one.link.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(one.bytes.size()));
    if (archive_write_header(writer, entry) < ARCHIVE_WARN)
      throw std::runtime_error(archive_error_string(writer));
    if (!one.bytes.empty()) archive_write_data(writer, one.bytes.data(), one.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
}

}  // namespace gridmark::schedule
