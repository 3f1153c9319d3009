#pragma once
// What an endpoint of metrics answered.
#include <map>
#include <string>

namespace gridmark {

/// One value of a Prometheus endpoint. Texts are bytes as the endpoint wrote them.
struct ScrapedSample {
  std::string family = {};                         ///< "train_loss"
  std::map<std::string, std::string> labels = {};  ///< "gpu" -> "0"
  double value = 0;                                ///< NaN and infinities as well
};

}  // namespace gridmark
