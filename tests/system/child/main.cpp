// A child for the tests of run_process: system_child ACTION [ARGUMENT]
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

int speak(const std::string&) {
  std::fputs("to stdout", stdout);
  std::fputs("to stderr", stderr);
  return 0;
}

int fill(const std::string& bytes) {
  const std::string block(std::stoul(bytes), 'x');
  return std::fwrite(block.data(), 1, block.size(), stdout) == block.size() ? 0 : 1;
}

int report(const std::string& descriptor) { return write(std::stoi(descriptor), "reported", 8) == 8 ? 0 : 1; }

int open_descriptors(const std::string&) {
  for (int descriptor = 0; descriptor < 1024; ++descriptor)
    if (fcntl(descriptor, F_GETFD) >= 0) std::printf("%d ", descriptor);
  return 0;
}

int where(const std::string& variable) {
  char folder[4096];
  const char* value = std::getenv(variable.c_str());
  std::printf("%s %s %zd", getcwd(folder, sizeof folder), value == nullptr ? "unset" : value,
              read(0, folder, 1));
  return 0;
}

int sleep_deaf(const std::string&) {
  std::signal(SIGTERM, SIG_IGN);
  sleep(30);
  return 0;
}

/// Its child has the same command line, and would continue to sleep.
int sleep_in_child(const std::string&) {
  fork();
  sleep(30);
  return 0;
}

int die_by(const std::string& signal) { return std::raise(std::stoi(signal)); }
int exit_with(const std::string& code) { return std::stoi(code); }

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, int (*)(const std::string&)> actions{
      {"speak", speak},         {"fill", fill},
      {"report", report},       {"open_descriptors", open_descriptors},
      {"where", where},         {"sleep_deaf", sleep_deaf},
      {"die_by", die_by},       {"sleep_in_child", sleep_in_child},
      {"exit_with", exit_with},
  };
  const auto action = actions.find(argc > 1 ? argv[1] : "");
  return action == actions.end() ? 99 : action->second(argc > 2 ? argv[2] : "");
}
