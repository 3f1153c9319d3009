#pragma once
// Lines of output that begin with their rank: "[2] loss 0.53".
#include <memory>
#include <thread>
#include <vector>

#include "base/file_descriptor.h"

namespace gridmark::ranks {

class Labels {
 public:
  Labels() = default;
  Labels(const Labels&) = delete;
  Labels& operator=(const Labels&) = delete;
  /// Waits until all output is passed on.
  ~Labels();

  /// returns  the end of a pipe for a rank. Its lines go to our descriptor `to`
  int add(int rank, int to);
  /// Starts to pass lines on. Call it when the ranks have their pipe ends.
  void start();

 private:
  struct Pipe {
    int rank, to;
    FileDescriptor reads, writes;
    std::thread thread;
  };
  static void pass_on(const Pipe& pipe);

  std::vector<std::unique_ptr<Pipe>> pipes_;
};

}  // namespace gridmark::ranks
