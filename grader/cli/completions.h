#pragma once
// What may stand at the cursor of a command line. It is read off the parser, so a new command or option
// completes without another word about it.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gridmark::cli {

/// What a shell has to look up itself.
enum class Paths { none, files, folders };

struct Candidate {
  std::string word;
  std::string summary;  ///< half a line; "" for names that say all
};

struct Candidates {
  std::vector<Candidate> words;  ///< those that begin as the word at the cursor does
  Paths paths = Paths::none;     ///< beside them
};

/// What the course has, as far as the line needs it.
class KnownNames {
 public:
  virtual ~KnownNames() = default;
  virtual std::vector<std::string> labs() const = 0;
  virtual std::vector<std::string> items(const std::string& lab) const = 0;  ///< of its rubric
  virtual std::vector<std::string> formats() const = 0;                      ///< of `gridmark report`
};

/// words  after the program's name, up to the cursor; the last is the one at the cursor and may be empty. For
///        "--option=VALUE" the candidates are values alone
Candidates complete(const CLI::App& app, const std::vector<std::string>& words, const KnownNames& known);

/// The choices of an option that takes one of several words, else nothing.
std::vector<std::string> choices_of(const CLI::Option& option);

/// Commands that are listed.
std::vector<const CLI::App*> listed_commands(const CLI::App& app);

/// Options and positionals that are listed.
std::vector<const CLI::Option*> listed_options(const CLI::App& command);

/// A script that asks this program at each press of the key; `shell` is bash, zsh or fish.
std::string completion_script(const std::string& shell);

}  // namespace gridmark::cli
