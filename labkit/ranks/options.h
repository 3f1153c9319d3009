#pragma once
// The command line of gridmark-ranks.
#include <string>
#include <variant>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::ranks {

struct Options {
  bool help = false;
  bool label = false;    ///< each line of output begins with its rank
  bool traffic = false;  ///< prints the table
  int explore = 0;       ///< number of seeds to try, 0 for one run
  double limit = 10;     ///< seconds for each run of --explore
  std::string diagram;   ///< an HTML file, "-" for text on standard output, "" for none
  std::string json;      ///< a file, "" for none
  router::Settings network;
  std::vector<std::string> program;
};

struct WrongUsage {
  std::string message;
};

/// words  the arguments after the program's name
std::variant<Options, WrongUsage> read_options(const std::vector<std::string>& words);

std::string help();

}  // namespace gridmark::ranks
