#include "labkit/disk/crash_states.h"

#include <algorithm>
#include <set>

namespace gridmark::disk {
namespace {

using Files = std::map<std::string, std::string_view>;

/// The time of a crash and the number of name changes that survive it.
struct Moment {
  const Folder& folder;
  std::size_t operations;
  std::size_t returned;
  std::size_t names_kept;
  Names names;
};

/// A file with unsynced data, and the different results that a crash can leave.
struct Torn {
  int file;
  std::string name;
  std::vector<std::pair<Share, std::string_view>> leftovers;
};

std::vector<Torn> torn_files(const Moment& moment) {
  std::vector<Torn> torn;
  for (const auto& [name, number] : moment.names) {
    const File& file = moment.folder.files()[static_cast<std::size_t>(number)];
    Torn one{number, name, {}};
    for (const Share share : {Share::none, Share::half, Share::all}) {
      const std::string_view bytes = file.after_crash(share);
      const auto same = [&](const auto& leftover) { return leftover.second == bytes; };
      if (std::none_of(one.leftovers.begin(), one.leftovers.end(), same))
        one.leftovers.emplace_back(share, bytes);
    }
    if (one.leftovers.size() > 1) torn.push_back(std::move(one));
  }
  return torn;
}

constexpr std::size_t very_many = std::size_t{1} << 60;

std::size_t combinations(const std::vector<Torn>& torn) {
  std::size_t count = 1;
  for (const Torn& one : torn) count = std::min(very_many, count * one.leftovers.size());
  return count;
}

/// The state for combination number `index` of the results of a crash at `moment`.
CrashState state_of(const Moment& moment, const std::vector<Torn>& torn, std::size_t index) {
  CrashState state{
      moment.operations, moment.returned, moment.names_kept, moment.folder.pending().size(), {}, {}};
  std::map<int, std::string_view> bytes;
  for (const Torn& one : torn) {
    const auto& [share, left] = one.leftovers[index % one.leftovers.size()];
    index /= one.leftovers.size();
    state.unsynced.emplace_back(one.name, share);
    bytes[one.file] = left;
  }
  for (const auto& [name, file] : moment.names) {
    const auto chosen = bytes.find(file);
    state.files[name] = chosen != bytes.end()
                            ? chosen->second
                            : moment.folder.files()[static_cast<std::size_t>(file)].after_crash(Share::all);
  }
  return state;
}

class Explorer {
 public:
  Explorer(const Journal& journal, std::size_t limit, const std::function<void(const CrashState&)>& visit)
      : journal_(journal), limit_(limit), visit_(visit) {}

  Explored run() {
    walk([&](const Moment& moment) {
      ++moments_;
      total_ = std::min(very_many, total_ + combinations(torn_files(moment)));
    });
    Explored explored;
    explored.left_out = total_ > limit_;
    std::size_t at = 0;
    walk([&](const Moment& moment) { explored.states += look(moment, at++); });
    explored.statement = statement(explored);
    return explored;
  }

 private:
  /// Calls `see` for each moment, earliest first. A crash after calls that change nothing is the same as a
  /// crash before them. But saves that return there count as returned.
  void walk(const std::function<void(const Moment&)>& see) const {
    Folder folder(journal_.before);
    std::size_t done = 0, returned = 0;
    const auto& operations = journal_.operations;
    while (true) {
      for (; done < operations.size() && !changes_disk(operations[done]); ++done)
        if (operations[done].kind == Kind::returned) ++returned;
      Names names = folder.safe_names();
      for (std::size_t kept = 0;; ++kept) {
        see({folder, done, returned, kept, names});
        if (kept == folder.pending().size()) break;
        change(names, folder.pending()[kept]);
      }
      if (done == operations.size()) return;
      folder.apply(operations[done++]);
    }
  }

  std::size_t look(const Moment& moment, std::size_t at) {
    if (moment.names_kept == 0) seen_.clear();  // equal states count as one only at the same moment
    const std::vector<Torn> torn = torn_files(moment);
    const std::size_t count = combinations(torn), wanted = std::min(count, share_of(at));
    std::size_t states = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
      const CrashState state = state_of(moment, torn, i * (count / wanted));
      if (!seen_.insert(state.files).second) continue;
      visit_(state);
      ++states;
    }
    return states;
  }

  /// The number of states that moment `at` may have.
  std::size_t share_of(std::size_t at) const {
    if (total_ <= limit_) return very_many;
    if (moments_ <= limit_) return limit_ / moments_;
    // There are too many moments, so only every n-th stays.
    return at * limit_ / moments_ != (at + 1) * limit_ / moments_ ? 1 : 0;
  }

  std::string statement(const Explored& explored) const {
    const std::string states = std::to_string(explored.states) + " crash states";
    if (!explored.left_out) return states;
    const std::string all = total_ >= very_many ? "more than 10^18" : std::to_string(total_);
    return states + " of at most " + all + ": the others were left out, because the limit is " +
           std::to_string(limit_);
  }

  const Journal& journal_;
  std::size_t limit_;
  const std::function<void(const CrashState&)>& visit_;
  std::size_t moments_ = 0;
  std::size_t total_ = 0;
  std::set<Files> seen_;
};

}  // namespace

Explored for_each_crash_state(const Journal& journal, std::size_t limit,
                              const std::function<void(const CrashState&)>& visit) {
  return Explorer(journal, limit, visit).run();
}

}  // namespace gridmark::disk
