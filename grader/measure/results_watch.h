#pragma once
#include <filesystem>
#include <functional>
#include <thread>

namespace gridmark::measure {

/// Reads how far a checker has come from the results file that it writes, ten times a second, until
/// destroyed.
class ResultsWatch {
 public:
  using Callback = std::function<void(int done, int total)>;
  ResultsWatch(std::filesystem::path results, Callback callback);

 private:
  void watch(const std::stop_token& stop) const;
  std::filesystem::path results_;
  Callback callback_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace gridmark::measure
