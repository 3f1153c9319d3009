#pragma once
// The command line of gridmark-disk.
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace gridmark::disk {

struct ExploreOptions {
  bool help = false;
  bool json = false;
  bool dry_run = false;
  std::size_t limit = 0;  ///< most states
  std::string folder;     ///< the files that are on the disk at the beginning, "" for none
  std::vector<std::string> writer;
  std::vector<std::string> checker;  ///< may be empty with dry_run
};

struct WrongUsage {
  std::string message;
};

/// words  the arguments after the program's name
std::variant<ExploreOptions, WrongUsage> read_explore_options(const std::vector<std::string>& words);

std::string explore_help();

}  // namespace gridmark::disk
