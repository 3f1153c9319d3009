#include "grader/system/save_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

constexpr int quiet_milliseconds = 100;  // "save all" and a formatter on save count as one save
constexpr int retry_milliseconds = 200;
constexpr std::uint32_t what = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR;

}  // namespace

SaveWatch::SaveWatch(fs::path folder, const std::vector<std::string>& files)
    : events_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  for (const std::string& file : files) {
    const fs::path path = folder / file;
    auto known = std::find_if(folders_.begin(), folders_.end(),
                              [&](const Watched& one) { return one.folder == path.parent_path(); });
    if (known == folders_.end()) known = folders_.insert(known, {-1, path.parent_path(), {}});
    known->names.push_back(path.filename());
  }
}

Result<SaveWatch> SaveWatch::start(const fs::path& folder, const std::vector<std::string>& files) {
  SaveWatch watch(folder, files);
  if (!watch.events_.valid())
    return failure(Error::Source::filesystem, folder.string(),
                   std::string("cannot be watched: ") + strerror(errno));
  return watch.watch_folders().map([&] { return std::move(watch); });
}

/// Watches the folders that are not watched, including removed ones that exist again.
Result<void> SaveWatch::watch_folders() {
  for (Watched& one : folders_) {
    if (one.descriptor >= 0) continue;
    one.descriptor = inotify_add_watch(events_.get(), one.folder.c_str(), what);
    if (one.descriptor < 0)
      return failure(Error::Source::filesystem, one.folder.string(),
                     std::string("cannot be watched: ") + strerror(errno));
  }
  return {};
}

/// returns  false on a timeout or a stop
bool SaveWatch::wait_for_events(const StopFlag& stop, int milliseconds) const {
  pollfd ready[] = {{events_.get(), POLLIN, 0}, {stop.descriptor(), POLLIN, 0}};
  return poll(ready, 2, milliseconds) > 0 && !stop.requested();
}

/// returns  whether an event is about a watched file
bool SaveWatch::read_events() {
  alignas(inotify_event) char buffer[8192];
  bool ours = false;
  for (ssize_t size; (size = read(events_.get(), buffer, sizeof buffer)) > 0;)
    for (const char* at = buffer; at < buffer + size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof(inotify_event) + event->len;
      if (event->mask & IN_Q_OVERFLOW) ours = true;
      for (Watched& one : folders_) {
        if (one.descriptor != event->wd) continue;
        if (event->mask & IN_IGNORED) one.descriptor = -1;
        const std::string name = event->len > 0 ? event->name : "";
        ours |= std::find(one.names.begin(), one.names.end(), name) != one.names.end();
      }
    }
  return ours;
}

bool SaveWatch::wait(const StopFlag& stop) {
  bool saved = false;
  while (!stop.requested()) {
    // A removed folder is checked until it exists again. Its files then count as saved.
    const bool lost =
        std::any_of(folders_.begin(), folders_.end(), [](const Watched& one) { return one.descriptor < 0; });
    if (lost && watch_folders()) saved = true;
    if (saved && !wait_for_events(stop, quiet_milliseconds)) break;
    if (!saved) wait_for_events(stop, lost ? retry_milliseconds : -1);
    saved |= read_events();
  }
  return saved && !stop.requested();
}

}  // namespace gridmark::system
