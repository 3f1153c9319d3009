#pragma once
// The answer of a metrics endpoint.
#include <map>
#include <string>

namespace gridmark {

/// One value of a Prometheus endpoint. Texts are bytes from the endpoint.
struct ScrapedSample {
  std::string family = {};                         ///< "train_loss"
  std::map<std::string, std::string> labels = {};  ///< "gpu" -> "0"
  double value = 0;                                ///< may be NaN or infinite
};

}  // namespace gridmark
