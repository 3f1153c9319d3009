#pragma once
#include <filesystem>
#include <functional>
#include <thread>

namespace gridmark::measure {

/// Reads a checker's progress from the results file that it writes, ten times a second, until destroyed.
class ResultsWatch {
 public:
  using Callback = std::function<void(int done, int total)>;
  ResultsWatch(std::filesystem::path results, Callback callback);

 private:
  void watch(const std::stop_token& stop) const;
  std::filesystem::path results_;
  Callback callback_;
  std::jthread thread_;  // last, because it uses the others
};

}  // namespace gridmark::measure
