#include "tests/slurm/cluster.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

namespace gridmark::e2e {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> part{};
  while (const std::size_t count = fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), count);
  pclose(pipe);
  return text;
}

}  // namespace

Cluster::Cluster() {
  fs::permissions(scratch_.path(), fs::perms(0755));  // daemons run as other users
  if (control("up", std::to_string(getpid())) == 0) return;
  std::ifstream file(scratch_.path() / "said");
  std::ostringstream text;
  text << file.rdbuf();
  problem_ = "no Slurm: " + text.str();
}

Cluster::~Cluster() { control("down", ""); }

int Cluster::control(const std::string& verb, const std::string& word) const {
  const std::string folder = scratch_.path().string();
  return std::system((std::string(GRIDMARK_SOURCE_DIR "/tests/slurm/cluster.sh ") + verb + " " + folder +
                      " " + word + " >" + folder + "/said 2>&1 </dev/null")
                         .c_str());
}

std::map<std::string, std::string> Cluster::environment() const {
  return {{"SLURM_CONF", (scratch_.path() / "slurm.conf").string()}};
}

std::string Cluster::ask(const std::string& words) const {
  return output_of("SLURM_CONF=" + (scratch_.path() / "slurm.conf").string() + " " + words + " 2>&1");
}

bool Cluster::wait_until_idle() const {
  for (int i = 0; i < 300; ++i) {
    if (ask("sinfo --noheader --format=%T") == "idle\n" && ask("squeue --noheader").empty()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

}  // namespace gridmark::e2e
