#include "labkit/disk/crash_picture.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "labkit/disk/names.h"

// Theory of operation
// The calls before the crash are repeated on a Folder. Each call that changes bytes is noted with its file,
// the bytes and the number of earlier truncations, which is the generation of the file's contents. Each
// change of a name is noted with its number among all of them. Then the crash state decides. It keeps the
// first changes of names up to a number. Of each file it keeps one generation, up to a number of bytes.
namespace gridmark::disk {
namespace {

using Fate = CrashCall::Fate;

/// The change of one call.
struct Change {
  int file = -1;  ///< file whose bytes it changed, -1 for none
  std::size_t generation = 0, begin = 0, end = 0;
  std::size_t name_change = 0;  ///< number of its change of a name, from 1. 0 for none
};

/// A file during the replay.
struct Traced {
  std::size_t created = 0;          ///< number of the change that named it, from 1. 0: it existed before
  std::size_t generation = 0;       ///< of the contents that programs see
  std::size_t safe_generation = 0;  ///< of File::before, while the file is truncated
};

/// A file after the crash.
struct Left {
  bool has_name = false;
  bool was_on_disk = true;  ///< its first name was on the disk
  std::size_t generation = 0, bytes = 0;
};

class Replay {
 public:
  Replay(const Journal& journal, const CrashState& state) : state_(state), folder_(journal.before) {
    traced_.resize(folder_.files().size());
    for (std::size_t i = 0; i < state.operations; ++i) changes_.push_back(carry_out(journal.operations[i]));
    names_ = folder_.safe_names();
    for (std::size_t i = 0; i < state.names_kept; ++i) change(names_, folder_.pending()[i]);
    for (std::size_t file = 0; file < traced_.size(); ++file)
      left_.push_back(left_of(static_cast<int>(file)));
  }

  /// The fate of call number `i`, from 0.
  Fate fate(std::size_t i) const {
    const Change& one = changes_[i];
    if (one.name_change > 0) return one.name_change <= names_on_disk() ? Fate::kept : Fate::lost;
    if (one.file < 0) return Fate::none;
    const Left& left = left_[static_cast<std::size_t>(one.file)];
    if (!left.has_name) return left.was_on_disk ? Fate::replaced : Fate::lost;
    if (one.generation != left.generation)
      return one.generation < left.generation ? Fate::replaced : Fate::lost;
    if (one.end <= left.bytes) return Fate::kept;
    return one.begin < left.bytes ? Fate::partial : Fate::lost;
  }

  std::vector<CrashFile> files() const {
    Names all = names_;
    all.insert(folder_.names().begin(), folder_.names().end());
    for (const auto& [name, number] : removed_)
      if (number <= names_on_disk()) all.emplace(name, -1);
    std::vector<CrashFile> files;
    for (const auto& [name, number] : all) files.push_back(file(name));
    return files;
  }

 private:
  Change carry_out(const Operation& operation) {
    Change made;
    if (!changes_disk(operation)) return made;
    const bool was_there = folder_.names().count(operation.name) > 0;
    if (operation.kind == Kind::write) made = write_of(operation);
    if (operation.kind == Kind::create && was_there) made = truncation_of(folder_.names().at(operation.name));
    folder_.apply(operation);
    const bool names = operation.kind == Kind::rename || operation.kind == Kind::remove ||
                       (operation.kind == Kind::create && !was_there);
    if (names) made.name_change = ++name_changes_;
    if (operation.kind == Kind::remove) removed_[operation.name] = name_changes_;
    if (names && operation.kind == Kind::create) traced_.push_back({name_changes_, 0, 0});
    return made;
  }

  Change write_of(const Operation& operation) const {
    const int file = folder_.file_of(operation.file);
    const std::size_t begin = folder_.files()[static_cast<std::size_t>(file)].data.size();
    return {file, traced_[static_cast<std::size_t>(file)].generation, begin, begin + operation.data.size(),
            0};
  }

  Change truncation_of(int file) {
    Traced& traced = traced_[static_cast<std::size_t>(file)];
    if (!folder_.files()[static_cast<std::size_t>(file)].truncated)
      traced.safe_generation = traced.generation;
    return {file, ++traced.generation, 0, 0, 0};
  }

  std::size_t names_on_disk() const { return name_changes_ - folder_.pending().size() + state_.names_kept; }

  Share share_of(const std::string& name) const {
    for (const auto& [file, share] : state_.unsynced)
      if (file == name) return share;
    return Share::all;
  }

  Left left_of(int number) const {
    const File& file = folder_.files()[static_cast<std::size_t>(number)];
    const Traced& traced = traced_[static_cast<std::size_t>(number)];
    const auto named =
        std::find_if(names_.begin(), names_.end(), [&](const auto& one) { return one.second == number; });
    if (named == names_.end()) return {false, traced.created <= names_on_disk(), 0, 0};
    const Share share = share_of(named->first);
    const bool is_old = file.truncated && share == Share::none;
    return {true, true, is_old ? traced.safe_generation : traced.generation, file.after_crash(share).size()};
  }

  CrashFile file(const std::string& name) const {
    const auto kept = names_.find(name), seen = folder_.names().find(name);
    const auto written = seen == folder_.names().end()
                             ? 0
                             : folder_.files()[static_cast<std::size_t>(seen->second)].data.size();
    CrashFile one{std::string(clipped(valid_utf8(printable(name)), longest_crash_words)),
                  CrashFile::Kind::missing, 0, static_cast<std::int64_t>(written)};
    if (kept == names_.end()) return one;
    const auto number = static_cast<std::size_t>(kept->second);
    const bool is_seen = seen != folder_.names().end() && seen->second == kept->second;
    one.bytes = static_cast<std::int64_t>(left_[number].bytes);
    one.kind = !is_seen || left_[number].generation != traced_[number].generation ? CrashFile::Kind::earlier
               : one.bytes < one.written                                          ? CrashFile::Kind::torn
                                                                                  : CrashFile::Kind::whole;
    return one;
  }

  const CrashState& state_;
  Folder folder_;
  std::size_t name_changes_ = 0;
  std::map<std::string, std::size_t> removed_;  ///< name -> number of the change that removed it
  std::vector<Traced> traced_;                  ///< with the indices of Folder::files()
  std::vector<Change> changes_;
  Names names_;  ///< after the crash
  std::vector<Left> left_;
};

/// Calls that a picture shows in one line.
struct Row {
  std::size_t first, calls;
  Operation together;
  Fate fate;
};

bool is_one_row(const Row& row, const Operation& operation, Fate fate) {
  return row.together.kind == Kind::write && operation.kind == Kind::write && row.fate == fate &&
         row.together.file == operation.file && row.together.failed == operation.failed &&
         row.together.name == operation.name && row.together.client == operation.client;
}

std::vector<Row> rows_of(const Journal& journal, const CrashState& state, const Replay& replay) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < state.operations; ++i) {
    const Operation& operation = journal.operations[i];
    const Fate fate = replay.fate(i);
    if (rows.empty() || !is_one_row(rows.back(), operation, fate)) {
      rows.push_back({i, 1, operation, fate});
      continue;
    }
    ++rows.back().calls;
    rows.back().together.data += operation.data;
  }
  return rows;
}

bool has_several_clients(const Journal& journal) {
  return std::any_of(journal.operations.begin(), journal.operations.end(), [&](const Operation& operation) {
    return operation.client != journal.operations.front().client;
  });
}

CrashCall call_of(const Row& row, bool several_clients) {
  const std::string who = several_clients ? "rank " + std::to_string(row.together.client) + ": " : "";
  const std::string calls = row.calls > 1 ? " in " + std::to_string(row.calls) + " calls" : "";
  const std::string words = valid_utf8(who + in_words(row.together) + calls);
  return {std::string(clipped(words, longest_crash_words)), static_cast<std::int64_t>(row.first + 1),
          row.fate};
}

/// Removes entries of `all` that have no room.
/// returns  the number of removed entries
template <class Values>
std::int64_t keep(Values& all, std::size_t most, bool last) {
  const std::size_t out = all.size() > most ? all.size() - most : 0;
  const auto first = last ? all.begin() : all.end() - static_cast<std::ptrdiff_t>(out);
  all.erase(first, first + static_cast<std::ptrdiff_t>(out));
  return static_cast<std::int64_t>(out);
}

}  // namespace

CrashPicture crash_picture(const Journal& journal, const CrashState& state, const std::string& complaint) {
  const Replay replay(journal, state);
  CrashPicture picture;
  std::vector<Row> rows = rows_of(journal, state, replay);
  keep(rows, most_crash_calls, true);
  picture.earlier = rows.empty() ? 0 : static_cast<std::int64_t>(rows.front().first);
  for (const Row& row : rows) picture.calls.push_back(call_of(row, has_several_clients(journal)));
  picture.returned = static_cast<std::int64_t>(state.returned);
  picture.files = replay.files();
  picture.more_files = keep(picture.files, most_crash_files, false);
  picture.complaint = clipped(valid_utf8(complaint), longest_crash_complaint);
  return picture;
}

}  // namespace gridmark::disk
