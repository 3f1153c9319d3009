#pragma once
// A real Slurm of three nodes on loopback. cluster.sh does the work.
#include <filesystem>
#include <map>
#include <string>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {

class Cluster {
 public:
  Cluster();
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// The reason why it does not run, or "".
  const std::string& problem() const { return problem_; }
  /// The environment for a client.
  std::map<std::string, std::string> environment() const;
  /// Runs one of Slurm's commands, and returns its standard output.
  std::string ask(const std::string& words) const;
  /// Simulates a power loss of the node.
  void fail(const std::string& node) const { control("fail", node); }
  /// The node runs again, in a healthy state.
  void start(const std::string& node) const { control("start", node); }
  /// Waits until all nodes are idle. A test may assume this at its start.
  bool wait_until_idle() const;

 private:
  int control(const std::string& verb, const std::string& word) const;

  ScratchFolder scratch_;
  std::string problem_;
};

}  // namespace gridmark::e2e
