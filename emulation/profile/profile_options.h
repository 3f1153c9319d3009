#pragma once
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace gridmark::profile {

struct ProfileOptions {
  enum class Action { profile, help };
  Action action = Action::profile;
  std::string json_file;               ///< empty if none is kept
  std::string timeline_file;           ///< empty if none is kept
  std::size_t top = 10;                ///< hot lines to print
  std::string program;                 ///< built already, or empty to build it with `compile`
  std::vector<std::string> compile;    ///< for gridmark-cc
  std::vector<std::string> arguments;  ///< of the program, after --
};

/// Reads a command line without the program's name. The error is one message for the user.
tl::expected<ProfileOptions, std::string> read_profile_options(const std::vector<std::string>& words);

std::string profile_help();

}  // namespace gridmark::profile
