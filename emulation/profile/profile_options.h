#pragma once
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace gridmark::profile {

struct ProfileOptions {
  enum class Action { profile, help };
  Action action = Action::profile;
  std::string json_file;               ///< empty: none is kept
  std::string timeline_file;           ///< empty: none is kept
  std::size_t top = 10;                ///< hot lines to print
  std::string program;                 ///< built already; empty: `compile` says how to build it
  std::vector<std::string> compile;    ///< for gridmark-cc
  std::vector<std::string> arguments;  ///< of the program: what follows --
};

/// Reads a command line without the program's name. The error is one message for the user.
tl::expected<ProfileOptions, std::string> read_profile_options(const std::vector<std::string>& words);

std::string profile_help();

}  // namespace gridmark::profile
