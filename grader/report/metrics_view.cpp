#include "grader/report/metrics_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::string_view memory_used = "gpu_memory_used_bytes", memory_total = "gpu_memory_total_bytes",
                           alerts = "ALERTS";
constexpr std::size_t words_width = 22, value_width = 23;

/// A family of a training or of its GPUs, with the format of its values.
struct KnownFamily {
  std::string_view name, words;
  std::string (*text)(double value);
};

std::string plain_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return std::abs(value) < 1e-3 && value != 0 ? fmt::format("{:.3g}", value) : number_text(value);
}
std::string with_unit(double value, double of_one, int digits, const char* unit) {
  return std::isfinite(value) ? fmt::format("{:.{}f} {}", value / of_one, digits, unit) : plain_text(value);
}
std::string percent_text(double value) { return with_unit(value, 0.01, 1, "%"); }
std::string memory_text(double value) {
  return std::abs(value) < 1 << 30 ? with_unit(value, 1 << 20, 0, "MiB")
                                   : with_unit(value, 1 << 30, 1, "GiB");
}
std::string celsius_text(double value) { return with_unit(value, 1, 0, "C"); }
std::string watts_text(double value) { return with_unit(value, 1, 0, "W"); }

constexpr std::array known_families{
    KnownFamily{"train_loss", "loss", plain_text},
    KnownFamily{"train_accuracy", "accuracy", percent_text},
    KnownFamily{"learning_rate", "learning rate", plain_text},
    KnownFamily{"samples_per_second", "samples per second", plain_text},
    KnownFamily{"steps_total", "steps", plain_text},
    KnownFamily{"gpu_busy_ratio", "busy", percent_text},
    KnownFamily{memory_used, "memory", memory_text},
    KnownFamily{"gpu_temperature_celsius", "temperature", celsius_text},
    KnownFamily{"gpu_power_watts", "power", watts_text},
    KnownFamily{alerts, "", plain_text},
};

const KnownFamily* known(std::string_view name) {
  const auto found = std::find_if(known_families.begin(), known_families.end(),
                                  [&](const KnownFamily& family) { return family.name == name; });
  return found == known_families.end() ? nullptr : &*found;
}

/// The families to show if none is named. The total memory is shown in the line of the used memory.
std::vector<std::string> usual_families() {
  std::vector<std::string> names{std::string(memory_total)};
  for (const KnownFamily& family : known_families) names.emplace_back(family.name);
  return names;
}

std::string label_of(const ScrapedSample& sample, const std::string& label) {
  const auto found = sample.labels.find(label);
  return found == sample.labels.end() ? "" : found->second;
}

const ScrapedSample* same_series(const std::vector<ScrapedSample>& reading, std::string_view family,
                                 const std::map<std::string, std::string>& labels) {
  const auto found = std::find_if(reading.begin(), reading.end(), [&](const ScrapedSample& sample) {
    return sample.family == family && sample.labels == labels;
  });
  return found == reading.end() ? nullptr : &*found;
}

/// "node_load1" or "up{job="a"}". Labels that the GPU's heading shows are left out.
std::string words_of(const ScrapedSample& sample) {
  if (const KnownFamily* family = known(sample.family)) return std::string(family->words);
  std::string labels;
  const bool of_gpu = sample.labels.contains("gpu");
  for (const auto& [label, value] : sample.labels)
    if (!of_gpu || (label != "gpu" && label != "name" && label != "uuid"))
      labels += fmt::format("{}{}=\"{}\"", labels.empty() ? "" : ",", label, value);
  return printable(labels.empty() ? sample.family : fmt::format("{}{{{}}}", sample.family, labels));
}

std::string value_of(const ScrapedSample& sample, const std::vector<ScrapedSample>& reading) {
  const KnownFamily* family = known(sample.family);
  if (sample.family == memory_used)
    if (const ScrapedSample* total = same_series(reading, memory_total, sample.labels))
      return fmt::format("{} of {}", memory_text(sample.value), memory_text(total->value));
  return family ? family->text(sample.value) : plain_text(sample.value);
}

std::string alert_line(const ScrapedSample& sample) {
  const std::string gpu = label_of(sample, "gpu");
  return printable(fmt::format("  alert {}{} is {}", label_of(sample, "alertname"),
                               gpu.empty() ? "" : fmt::format(" (GPU {})", gpu),
                               label_of(sample, "alertstate")));
}

}  // namespace

std::string sparkline(const std::vector<double>& values) {
  constexpr std::array blocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const double value : values)
    if (std::isfinite(value)) least = std::min(least, value), greatest = std::max(greatest, value);
  std::string line;
  for (const double value : values) {
    // Halves first, because the difference of two finite numbers can be infinite.
    const double share = greatest > least ? (value / 2 - least / 2) / (greatest / 2 - least / 2) : 0.5;
    line +=
        std::isfinite(value) ? blocks[std::min<std::size_t>(static_cast<std::size_t>(share * 8), 7)] : " ";
  }
  return line;
}

std::vector<ScrapedSample> samples_of(const std::vector<ScrapedSample>& reading,
                                      const std::vector<std::string>& families) {
  if (families.empty()) return reading;
  std::vector<ScrapedSample> chosen;
  for (const std::string& family : families)
    std::copy_if(reading.begin(), reading.end(), std::back_inserter(chosen),
                 [&](const ScrapedSample& sample) { return sample.family == family; });
  return chosen;
}

void MetricsView::add(const std::vector<ScrapedSample>& reading) {
  std::vector<ScrapedSample> chosen = samples_of(reading, families_.empty() ? usual_families() : families_);
  if (families_.empty() && chosen.empty()) chosen = reading;
  chosen.resize(std::min(chosen.size(), most_lines));
  // Sorts by GPU, so that the values of one GPU follow one another.
  std::stable_sort(chosen.begin(), chosen.end(), [](const ScrapedSample& one, const ScrapedSample& other) {
    const std::string first = label_of(one, "gpu"), second = label_of(other, "gpu");
    return first.size() != second.size() ? first.size() < second.size() : first < second;
  });
  readings_.push_back(std::move(chosen));
  if (readings_.size() > most_readings) readings_.pop_front();
}

std::vector<std::string> MetricsView::lines(std::size_t width) const {
  std::vector<std::string> lines;
  if (readings_.empty() || readings_.back().empty()) return {"no value yet"};
  const auto put = [&](const std::string& line) {
    lines.push_back(padded(line, width));
    lines.back().resize(lines.back().find_last_not_of(' ') + 1);
  };
  std::string gpu;
  for (const ScrapedSample& sample : readings_.back()) {
    if (families_.empty() && sample.family == memory_total) continue;
    if (const std::string now = label_of(sample, "gpu"); now != gpu)
      put(printable(fmt::format("GPU {}  {}", gpu = now, label_of(sample, "name"))));
    put(sample.family == alerts ? alert_line(sample) : line_of(sample, width));
  }
  return lines;
}

std::string MetricsView::line_of(const ScrapedSample& sample, std::size_t width) const {
  const std::size_t room = width - std::min(width, words_width + value_width + 5);
  std::vector<double> values;
  for (std::size_t i = readings_.size() - std::min(readings_.size(), room); i < readings_.size(); ++i) {
    const ScrapedSample* then = same_series(readings_[i], sample.family, sample.labels);
    values.push_back(then ? then->value : std::numeric_limits<double>::quiet_NaN());
  }
  return fmt::format("  {} {:>{}}  {}", padded(words_of(sample), words_width),
                     value_of(sample, readings_.back()), value_width, sparkline(values));
}

std::string print_reading_json(std::string_view time, std::string_view url,
                               const std::vector<ScrapedSample>& reading) {
  nlohmann::ordered_json samples = nlohmann::ordered_json::array();
  for (const ScrapedSample& sample : reading) {
    nlohmann::ordered_json value = sample.value;
    if (!std::isfinite(sample.value)) value = plain_text(sample.value);
    samples.push_back({{"name", sample.family}, {"labels", sample.labels}, {"value", value}});
  }
  const nlohmann::ordered_json all{{"time", time}, {"url", url}, {"samples", std::move(samples)}};
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace gridmark::report
