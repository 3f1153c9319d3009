#include "labkit/timing/proc_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace gridmark::timing {
namespace {

namespace fs = std::filesystem;

/// The children of all threads of the process, because any thread may have forked.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code gone;
  for (fs::directory_iterator task("/proc/" + std::to_string(process) + "/task", gone), end;
       !gone && task != end; task.increment(gone)) {
    std::istringstream words(read_text(task->path() / "children"));
    for (pid_t child = 0; words >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<pid_t> descendants_of(pid_t ancestor) {
  std::vector<pid_t> all = children_of(ancestor);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<pid_t> more = children_of(all[i]);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace gridmark::timing
