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
  /// Waits until all that was written is passed on.
  ~Labels();

  /// returns  the end of a pipe for a rank, whose lines go to our descriptor `to`
  int add(int rank, int to);
  /// Passes lines on from here. The ranks have their ends by now.
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
