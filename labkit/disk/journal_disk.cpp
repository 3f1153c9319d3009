#include "labkit/disk/journal_disk.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

const char* call_of(Kind kind) {
  switch (kind) {
    case Kind::create:
      return "create";
    case Kind::write:
      return "write";
    case Kind::fsync:
      return "fsync";
    case Kind::close:
      return "close";
    case Kind::rename:
      return "rename";
    case Kind::fsync_folder:
      return "fsync_folder";
    case Kind::remove:
      return "remove";
    case Kind::list:
      return "list";
    case Kind::read:
      return "read";
    case Kind::returned:
      return "returned";
  }
  return "";
}

[[noreturn]] void refuse(const char* call, const std::string& name, std::size_t most, const char* things) {
  throw DiskError(call, name, EDQUOT, "this disk takes at most " + std::to_string(most) + " " + things);
}

}  // namespace

JournalDisk::JournalDisk(Contents before, JournalLimits limits)
    : limits_(limits), journal_{std::move(before), {}}, folder_(journal_.before) {}

void JournalDisk::record(Operation operation) const {
  const char* call = call_of(operation.kind);
  const std::string name = operation.name;
  if (journal_.operations.size() >= limits_.operations) refuse(call, name, limits_.operations, "operations");
  const int failed = std::exchange(fail_next_, 0);
  operation.failed = failed != 0 ? failed : folder_.fault(operation);
  folder_.apply(operation);
  journal_.operations.push_back(std::move(operation));
  if (const int code = journal_.operations.back().failed; code != 0)
    throw DiskError(call, name, code, std::strerror(code));
}

Operation JournalDisk::of_handle(Kind kind, int file) const {
  const auto opened = open_.find(file);
  if (opened == open_.end() || opened->second.client != client_)
    throw DiskError(call_of(kind), "", EBADF, "no open file has the handle " + std::to_string(file));
  const std::string name = folder_.name_of(file);
  return {kind, client_, file, name.empty() ? opened->second.created_as : name, "", "", 0};
}

int JournalDisk::create(const std::string& name) {
  check_name("create", name);
  if (open_.size() >= limits_.open_files) refuse("create", name, limits_.open_files, "open files");
  record({Kind::create, client_, next_file_, name, "", "", 0});
  open_[next_file_] = {client_, name};
  return next_file_++;
}

void JournalDisk::write(int file, const void* data, std::size_t bytes) {
  Operation operation = of_handle(Kind::write, file);
  if (bytes > bytes_left()) refuse("write", operation.name, limits_.bytes, "bytes");
  operation.data.assign(static_cast<const char*>(data), bytes);
  bytes_ += bytes;
  record(std::move(operation));
}

void JournalDisk::fsync(int file) { record(of_handle(Kind::fsync, file)); }

void JournalDisk::close(int file) {
  record(of_handle(Kind::close, file));
  open_.erase(file);
}

void JournalDisk::rename(const std::string& from, const std::string& to) {
  check_name("rename", from);
  check_name("rename", to);
  record({Kind::rename, client_, -1, from, to, "", 0});
}

void JournalDisk::fsync_folder() { record({Kind::fsync_folder, client_, -1, "", "", "", 0}); }

void JournalDisk::remove(const std::string& name) {
  check_name("remove", name);
  record({Kind::remove, client_, -1, name, "", "", 0});
}

std::vector<std::string> JournalDisk::list() const {
  record({Kind::list, client_, -1, "", "", "", 0});
  std::vector<std::string> names;
  for (const auto& [name, file] : folder_.names()) names.push_back(name);
  return names;
}

std::string JournalDisk::read(const std::string& name) const {
  check_name("read", name);
  record({Kind::read, client_, -1, name, "", "", 0});
  return folder_.files()[static_cast<std::size_t>(folder_.names().at(name))].data;
}

void JournalDisk::returned() { record({Kind::returned, client_, -1, "", "", "", 0}); }

void JournalDisk::end_client(int client) {
  for (auto file = open_.begin(); file != open_.end();)
    file = file->second.client == client ? open_.erase(file) : std::next(file);
}

}  // namespace gridmark::disk
