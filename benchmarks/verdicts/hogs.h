#pragma once
#include <sys/types.h>

#include <vector>

namespace gridmark::verdicts {

/// Other programs that work in bursts. Each computes or writes through memory for a random time, and then
/// rests for a random time. They end with the object.
class Hogs {
 public:
  explicit Hogs(int count);
  ~Hogs();
  Hogs(const Hogs&) = delete;
  Hogs& operator=(const Hogs&) = delete;

 private:
  std::vector<pid_t> processes_;
};

}  // namespace gridmark::verdicts
