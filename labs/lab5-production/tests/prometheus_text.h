#pragma once
// Reads Prometheus' text format 0.0.4 more strictly than Prometheus does.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::lab5 {

struct PrometheusSample {
  std::string name;
  std::map<std::string, std::string> labels;
  double value = 0;
};

struct PrometheusText {
  std::map<std::string, std::string> types;  ///< family -> "gauge"
  std::map<std::string, std::string> helps;  ///< family -> words
  std::vector<PrometheusSample> samples;
  std::vector<std::string> faults;  ///< "line 3: ..."
};

/// Continues in the next line after a fault. An invalid line does not add a sample.
PrometheusText read_prometheus_text(std::string_view text);

/// `name{label="value",...}`, sorted by label.
std::string series_of(const PrometheusSample& sample);

}  // namespace gridmark::lab5
