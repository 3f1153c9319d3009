// No isolation: the caller's own user, files and network, for trusted code only. Limits and the filter of
// system calls still hold. There are no mounts, so names inside become names of the host in the command line.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "grader/sandbox/isolation_mode.h"

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view scratch_prefix = "gridmark-sandbox-";

/// Removes what launchers that were killed outright have left in `parent`.
void sweep_stale_scratch(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(scratch_prefix)) continue;
    const int launcher = std::atoi(name.c_str() + scratch_prefix.size());
    if (launcher > 0 && kill(launcher, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), ignored);
  }
}

/// A folder of this run's own, removed with all that the command left in it.
class Scratch {
 public:
  Scratch() {
    const fs::path parent = fs::temp_directory_path();
    sweep_stale_scratch(parent);
    std::string name = parent / (std::string(scratch_prefix) + std::to_string(getpid()) + "-XXXXXX");
    if (mkdtemp(name.data()) == nullptr)
      throw SandboxFailure("cannot make a folder like " + name + ": " + std::strerror(errno));
    path_ = name;
    for (const char* part : {"box", "tmp"}) fs::create_directory(path_ / part);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Names inside and the host's names for them.
using Names = std::map<std::string, std::string>;

bool names_folder_at(std::string_view text, std::size_t at, std::string_view folder) {
  if (text.substr(at, folder.size()) != folder) return false;
  const std::size_t end = at + folder.size();
  return end == text.size() || text[end] == '/';
}

/// Translates a path that starts the word, or that follows an option's letters ("-I/box") or a '='.
std::string translated(const std::string& word, const Names& names) {
  const std::size_t start = word.find('/');
  if (start == std::string::npos) return word;
  const bool is_path = start == 0 || word[start - 1] == '=' || (word[0] == '-' && start == 2);
  if (!is_path) return word;
  for (auto name = names.rbegin(); name != names.rend(); ++name)  // a longer name comes before its prefix
    if (names_folder_at(word, start, name->first))
      return word.substr(0, start) + name->second + word.substr(start + name->first.size());
  return word;
}

class NoneMode : public IsolationMode {
 public:
  std::string_view name() const override { return "none"; }

  Options inside(const Options& options) const override {
    const Names names = host_names(options);
    Options result = options;
    result.mode = Mode::none;
    for (std::string& word : result.command) word = translated(word, names);
    for (Export& file : result.exports) file.inside = translated(file.inside, names);
    const std::string tmp = names.at("/tmp");
    for (std::string& variable : result.environment) variable = translated(variable, names);
    result.environment.insert(result.environment.begin(), {"TMPDIR=" + tmp, "HOME=" + tmp});
    const std::string folder =
        options.chdir.empty() ? (options.work_mib > 0 ? "/box" : "/tmp") : options.chdir;
    result.chdir = translated(folder, names);
    return result;
  }

  std::vector<std::string> enter(const Options& options) const override {
    std::vector<std::string> words{own_program(), "stub"};
    const std::vector<std::string> stub = stub_arguments(options);
    words.insert(words.end(), stub.begin(), stub.end());
    return words;
  }

 private:
  Names host_names(const Options& options) const {
    Names names{{"/tmp", scratch_.path() / "tmp"}, {"/box", scratch_.path() / "box"}};
    for (const Bind& bind : options.read) names[bind.inside] = fs::absolute(bind.host);
    return names;
  }

  Scratch scratch_;
};

}  // namespace

std::unique_ptr<IsolationMode> make_none_mode() { return std::make_unique<NoneMode>(); }

}  // namespace gridmark::sandbox
