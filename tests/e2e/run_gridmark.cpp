#include "tests/e2e/run_gridmark.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace gridmark::e2e {
namespace {

namespace fs = std::filesystem;

void redirect(const fs::path& file, int descriptor) {
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(opened, descriptor);
}

pid_t start(const fs::path& folder, const fs::path& logs, std::vector<std::string> arguments,
            const std::map<std::string, std::string>& environment) {
  arguments.insert(arguments.begin(), GRIDMARK_BUILD_DIR "/bin/gridmark");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  setpgid(0, 0);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  redirect("/dev/null", 0);
  redirect(logs / "output", 1);
  redirect(logs / "errors", 2);
  if (chdir(folder.c_str()) == 0) execv(words[0], words.data());
  _exit(127);
}

Ran finish(pid_t pid, const fs::path& logs) {
  int status = 0;
  waitpid(pid, &status, 0);
  Ran ran;
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.output = text_of(logs / "output");
  ran.errors = text_of(logs / "errors");
  return ran;
}

}  // namespace

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string unwrapped(const std::string& text) {
  std::istringstream words(text);
  std::string line, word;
  while (words >> word) line += (line.empty() ? "" : " ") + word;
  return line;
}

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "gridmark-e2e-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a scratch folder");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ran run_gridmark(const fs::path& folder, const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment) {
  const ScratchFolder logs;
  return finish(start(folder, logs.path(), arguments, environment), logs.path());
}

RunningGridmark::RunningGridmark(const fs::path& folder, const std::vector<std::string>& arguments,
                                 const std::map<std::string, std::string>& environment)
    : pid_(start(folder, logs_.path(), arguments, environment)) {}

RunningGridmark::~RunningGridmark() {
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  (void)finish();
}

void RunningGridmark::send(int signal) const { kill(pid_, signal); }

Ran RunningGridmark::finish() { return e2e::finish(std::exchange(pid_, -1), logs_.path()); }

Ran interrupt_gridmark(const fs::path& folder, const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& environment, double seconds) {
  const ScratchFolder logs;
  const pid_t pid = start(folder, logs.path(), arguments, environment);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  kill(-pid, SIGINT);  // like a terminal: signals the whole foreground group
  return finish(pid, logs.path());
}

nlohmann::json Graded::item(const std::string& id) const {
  for (const auto& item : record.at("items"))
    if (item.at("id") == id) return item;
  ADD_FAILURE() << "the record has no item " << id;
  return {};
}

Graded grade(const std::string& lab, const fs::path& submission,
             const std::vector<std::string>& more_arguments) {
  const ScratchFolder folder;
  const fs::path record = folder.path() / "record.json";
  std::vector<std::string> arguments = {"grade",    lab,    "--submission", submission,
                                        "--record", record, "--html",       folder.path() / "report.html"};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  Graded graded{run_gridmark(folder.path(), arguments), nullptr};
  if (fs::exists(record)) graded.record = nlohmann::json::parse(text_of(record));
  return graded;
}

}  // namespace gridmark::e2e
