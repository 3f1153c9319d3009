#include "tests/architecture/house_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace gridmark::architecture {
namespace {

using Rooms = std::set<std::string>;

// room -> the rooms that it may include, in addition to itself and the rooms that every room of its house may
// include. Grader, labs and the toolkit (labkit, emulation) never include each other. They meet in files, and
// in the rooms that all of them may include.
const std::map<std::string, Rooms> may_include{
    {"grader", {"grader/cli"}},  // main.cpp
    {"grader/cli",
     {"grader/schedule", "grader/pipeline", "grader/proofs", "grader/ledger", "grader/report", "grader/load",
      "grader/system"}},
    {"grader/schedule",
     {"grader/pipeline", "grader/ledger", "grader/load", "grader/score", "grader/similarity", "grader/report",
      "grader/system"}},  // report: it writes records and pages of the results
    {"grader/pipeline",
     {"grader/compile", "grader/measure", "grader/written", "grader/score", "grader/system"}},
    {"grader/proofs",
     {"grader/pipeline", "grader/measure", "grader/score", "grader/system",
      "grader/load"}},  // load: reading what authors wrote
    {"grader/compile", {"grader/system"}},
    {"grader/measure",
     {"grader/system", "grader/load"}},  // load: reading JSON with messages that name the place
    {"grader/load", {}},
    {"grader/ledger", {"grader/load", "grader/system"}},  // load: reading the values that it stored
    {"grader/written", {}},
    {"grader/score", {}},
    {"grader/similarity", {}},
    {"grader/report", {}},
    {"grader/system", {}},
    {"grader/sandbox", {}},  // a separate program: the others start it and do not include it
    {"grader/core", {}},

    {"base", {}},
    {"protocol", {}},

    {"labs",
     {"labkit", "labkit/channel", "labkit/inputs", "labkit/data", "labkit/oracle", "labkit/timing",
      "labkit/tensor", "labkit/repairs", "labkit/disk", "labkit/comm", "labkit/router", "labkit/services",
      "emulation/cost", "emulation/device"}},  // the timeline in the format for programs
    {"labkit", {}},
    {"labkit/channel",
     {"labkit/inputs", "labkit/oracle", "labkit/repairs", "labkit/timing", "labkit/router", "labkit/lanes",
      "labkit/disk", "emulation", "emulation/device",
      "emulation/cost",        // the modelled time of a kernel
      "emulation/engine",      // from an address to a source line
      "emulation/rewrite",     // the words of a source
      "emulation/counters"}},  // the content of a worker's memory, for its second count
    {"labkit/cuda",
     {"labkit/channel", "emulation", "emulation/engine"}},  // engine: from an address to a source line
    {"labkit/inputs", {}},
    {"labkit/oracle", {"labkit/repairs"}},  // the mistake that it finds names its repair
    {"labkit/repairs",
     {"emulation", "emulation/rewrite"}},  // a change as reports show it; the words of a source
    {"labkit/timing", {}},
    {"labkit/tensor", {"labkit/data"}},
    {"labkit/data", {}},
    {"labkit/comm",
     {"labkit/router", "emulation", "emulation/engine"}},  // router: on rank 0 it is the network of all ranks
    {"labkit/router", {"labkit/comm"}},                    // the frames that ranks send
    {"labkit/disk", {}},  // its programs' side is for students, and its owner's side for checkers
    {"labkit/services", {}},
    {"labkit/lanes", {"labkit/router", "labkit/comm"}},                  // observations of the network
    {"labkit/ranks", {"labkit/lanes", "labkit/router", "labkit/comm"}},  // a separate program
    {"labkit/machine",
     {"labkit/timing", "labkit/channel", "labkit/inputs", "labkit/oracle", "labkit/cuda", "emulation",
      "emulation/engine"}},  // separate programs
    {"labkit/starter", {}},  // a separate program: makes starter/ from solutions/

    {"emulation", {}},  // meters.h: the device's counts; demangled.h: the linker's names
    {"emulation/include", {"emulation/device"}},  // CUDA's headers, with CUDA's names
    {"emulation/device", {}},
    {"emulation/engine", {"emulation", "emulation/device"}},
    {"emulation/timeline", {"emulation", "emulation/engine"}},  // engine: from an address to a source line
    {"emulation/cost", {"emulation"}},                          // the counts from which a time is modelled
    {"emulation/runtime",
     {"emulation", "emulation/cost", "emulation/device", "emulation/engine", "emulation/timeline"}},
    {"emulation/counters",
     {"emulation", "emulation/cost", "emulation/device", "emulation/engine", "emulation/runtime"}},
    {"emulation/libraries",
     {"emulation", "emulation/device", "emulation/engine", "emulation/runtime", "emulation/timeline"}},
    {"emulation/cccl", {"emulation/device"}},  // headers with the names of CUDA's C++ libraries
    {"emulation/rewrite", {}},
    {"emulation/driver", {"emulation", "emulation/rewrite"}},
    {"emulation/profile", {"emulation/driver"}},  // a separate program: gridmark-cc, then the program
};

const Rooms shared_by_all{"base", "protocol"};    // tools, and values that travel between programs
const std::string values_of_all = "grader/core";  // every room of grader/ except the sandbox uses these

bool is_posix(std::string_view header) {
  static constexpr std::array names{
      "unistd.h",  "fcntl.h", "signal.h",  "csignal",     "dirent.h", "poll.h",    "spawn.h",    "sched.h",
      "pthread.h", "dlfcn.h", "termios.h", "semaphore.h", "mqueue.h", "fnmatch.h", "ucontext.h", "syslog.h",
      "glob.h",    "pwd.h",   "grp.h",     "ftw.h",       "wait.h",   "syscall.h"};
  static constexpr std::array folders{"sys/", "linux/", "netinet/", "arpa/", "asm/"};
  return std::find(names.begin(), names.end(), header) != names.end() ||
         std::any_of(folders.begin(), folders.end(), [&](auto folder) { return header.starts_with(folder); });
}

// All labs share one row of the table. A lab may include itself, but no other lab.
std::string row_of(const std::string& room) { return room.starts_with("labs/") ? "labs" : room; }

// The headers that the toolkit provides as <gridmark/...>.
std::string room_of_include(const std::string& target) {
  return target.starts_with("gridmark/") ? "emulation/device" : room_of(target);
}

bool may(const std::string& from, const std::string& to) {
  if (from == to || to.empty()) return true;
  if (shared_by_all.contains(to)) return from != "base";
  if (to == values_of_all) return from.starts_with("grader") && from != "grader/sandbox";
  return may_include.at(row_of(from)).contains(to);
}

std::vector<Violation> check_file(const SourceFile& file, const std::string& room) {
  if (!may_include.contains(row_of(room)))
    return {{file.path, 0, room + " is no room of house_rules.cpp yet"}};
  std::vector<Violation> found;
  for (const Include& include : includes_of(file)) {
    const std::string to = room_of_include(include.target);
    if (!may(room, to)) found.push_back({file.path, include.line, room + " may not include " + to});
  }
  return found;
}

void append(std::vector<Violation>& all, std::vector<Violation> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::string listing(const std::vector<Violation>& violations) {
  std::ostringstream text;
  for (const Violation& violation : violations) {
    text << violation.path << ':' << violation.line << ": " << violation.message << '\n';
  }
  return text.str();
}

std::string room_of(const std::string& path) {
  const auto first = path.find('/');
  const std::string house = path.substr(0, first);
  if (house != "base" && house != "protocol" && house != "grader" && house != "emulation" &&
      house != "labkit" && house != "labs")
    return "";
  if (first == std::string::npos) return "";
  const auto second = path.find('/', first + 1);
  return second == std::string::npos ? house : path.substr(0, second);
}

std::vector<Violation> forbidden_includes(const std::vector<SourceFile>& files) {
  std::vector<Violation> found;
  for (const SourceFile& file : files) {
    const std::string room = room_of(file.path);
    if (!room.empty() && is_cpp_source(file.path)) append(found, check_file(file, room));
  }
  return found;
}

std::vector<Violation> posix_out_of_place(const std::vector<SourceFile>& files) {
  std::vector<Violation> found;
  for (const SourceFile& file : files) {
    const std::string room = room_of(file.path);
    if (!room.starts_with("grader") || room == "grader/system" || room == "grader/sandbox") continue;
    for (const Include& include : includes_of(file)) {
      if (!is_posix(include.target)) continue;
      found.push_back({file.path, include.line, "<" + include.target + "> belongs to grader/system"});
    }
  }
  return found;
}

std::vector<Violation> plain_namespaces(const std::vector<SourceFile>& files) {
  std::vector<Violation> found;
  for (const SourceFile& file : files) {
    const std::string room = room_of(file.path);
    if (!room.starts_with("grader/") || room == values_of_all || !is_cpp_source(file.path)) continue;
    const std::string own = "gridmark::" + room.substr(room.find('/') + 1);
    if (("\n" + file.text).find("\nnamespace gridmark {") != std::string::npos)
      found.push_back({file.path, 0, "stands in namespace gridmark, expected " + own});
  }
  return found;
}

std::vector<Violation> own_header_not_first(const std::vector<SourceFile>& files) {
  std::set<std::string> paths;
  for (const SourceFile& file : files) paths.insert(file.path);
  std::vector<Violation> found;
  for (const SourceFile& file : files) {
    if (room_of(file.path).empty() || !file.path.ends_with(".cpp")) continue;
    const std::string header = file.path.substr(0, file.path.size() - 4) + ".h";
    if (!paths.contains(header)) continue;
    const auto includes = includes_of(file);
    if (includes.empty() || includes[0].target != header)
      found.push_back({file.path, 1, "includes its own header not first"});
  }
  return found;
}

}  // namespace gridmark::architecture
