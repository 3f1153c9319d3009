#pragma once
// Runs the built gridmark like a user, for the end-to-end tests.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gridmark::e2e {

/// The visible results of one run.
struct Ran {
  int exit_code = -1;
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// All bytes of a file, or "" if it does not exist.
std::string text_of(const std::filesystem::path& file);

/// `text` in one line, with one space between words, because a report's line breaks depend on the text
/// before.
std::string unwrapped(const std::string& text);

/// A folder that is removed with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs build/<preset>/bin/gridmark in `folder` with `arguments`, and with these additional variables.
Ran run_gridmark(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment = {});

/// A gridmark that runs in the background.
class RunningGridmark {
 public:
  RunningGridmark(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                  const std::map<std::string, std::string>& environment = {});
  ~RunningGridmark();
  RunningGridmark(const RunningGridmark&) = delete;
  RunningGridmark& operator=(const RunningGridmark&) = delete;

  void send(int signal) const;
  /// Waits for its end.
  Ran finish();

 private:
  ScratchFolder logs_;
  int pid_ = -1;
};

/// Like run_gridmark, but sends SIGINT after `seconds`.
Ran interrupt_gridmark(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& environment, double seconds);

/// Grades `submission` in a scratch folder.
struct Graded {
  Ran ran;
  nlohmann::json record;  ///< null if there is none

  nlohmann::json item(const std::string& id) const;
};
Graded grade(const std::string& lab, const std::filesystem::path& submission,
             const std::vector<std::string>& more_arguments = {});

}  // namespace gridmark::e2e
