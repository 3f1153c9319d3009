#include "labkit/disk/folder.h"

#include <cerrno>
#include <utility>

namespace gridmark::disk {

std::string_view File::after_crash(Share share) const {
  const std::string_view all = data;
  if (share == Share::all) return all;
  if (share == Share::half) return all.substr(0, synced + (data.size() - synced) / 2);
  return truncated ? std::string_view(before) : all.substr(0, synced);
}

void change(Names& names, const NameChange& change) {
  if (!change.gone.empty()) names.erase(change.gone);
  if (!change.name.empty()) names[change.name] = change.file;
}

Folder::Folder(const Contents& before) {
  for (const auto& [name, bytes] : before) {
    names_[name] = static_cast<int>(files_.size());
    files_.push_back({bytes, bytes.size(), "", false});
  }
  safe_names_ = names_;
}

int Folder::fault(const Operation& operation) const {
  const bool needs_file =
      operation.kind == Kind::rename || operation.kind == Kind::remove || operation.kind == Kind::read;
  return needs_file && names_.count(operation.name) == 0 ? ENOENT : 0;
}

void Folder::apply(const Operation& operation) {
  if (!changes_disk(operation)) return;
  switch (operation.kind) {
    case Kind::create:
      return create(operation);
    case Kind::write:
      opened(operation.file).data += operation.data;
      return;
    case Kind::fsync: {
      File& file = opened(operation.file);
      file = {std::move(file.data), 0, "", false};
      file.synced = file.data.size();
      return;
    }
    case Kind::rename:
      return record({operation.name, operation.to, names_.at(operation.name)});
    case Kind::remove:
      return record({operation.name, "", -1});
    case Kind::fsync_folder:
      safe_names_ = names_;
      pending_.clear();
      return;
    default:
      return;
  }
}

void Folder::create(const Operation& operation) {
  if (const auto known = names_.find(operation.name); known != names_.end()) {
    File& file = files_[static_cast<std::size_t>(known->second)];
    // A second truncation does not change the data that was safe before the first.
    std::string before = file.truncated ? file.before : file.data.substr(0, file.synced);
    file = {"", 0, std::move(before), true};
  } else {
    record({"", operation.name, static_cast<int>(files_.size())});
    files_.emplace_back();
  }
  handles_[operation.file] = names_.at(operation.name);
}

void Folder::record(NameChange added) {
  change(names_, added);
  pending_.push_back(std::move(added));
}

File& Folder::opened(int handle) { return files_[static_cast<std::size_t>(handles_.at(handle))]; }

std::string Folder::name_of(int handle) const {
  for (const auto& [name, file] : names_)
    if (file == handles_.at(handle)) return name;
  return "";
}

Contents Folder::contents() const {
  Contents contents;
  for (const auto& [name, file] : names_) contents[name] = files_[static_cast<std::size_t>(file)].data;
  return contents;
}

}  // namespace gridmark::disk
