#include "labkit/cuda/ncu_counters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace gridmark::cuda {
namespace {

using emulation::Meters;

struct Counter {
  const char* name;
  const char* metric;
  double (*emulated)(const Meters&);
};

double of(std::uint64_t count) { return static_cast<double>(count); }

constexpr Counter counters[] = {
    {"requests to load from global memory", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     [](const Meters& meters) { return of(meters.loads.requests); }},
    {"sectors loaded from global memory", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     [](const Meters& meters) { return of(meters.loads.sectors); }},
    {"requests to store in global memory", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     [](const Meters& meters) { return of(meters.stores.requests); }},
    {"sectors stored in global memory", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     [](const Meters& meters) { return of(meters.stores.sectors); }},
    {"wavefronts of shared memory", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared.sum",
     [](const Meters& meters) { return of(meters.shared.wavefronts); }},
    {"bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
     [](const Meters& meters) { return of(meters.shared.wavefronts - meters.shared.ideal_wavefronts); }},
};

using Row = std::vector<std::string>;

/// The fields of one line of a CSV file. ncu puts every field in quotes and doubles the quotes inside.
Row fields_of(std::string_view line) {
  Row fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

/// A number with or without commas between thousands.
std::optional<double> number_in(std::string text) {
  std::erase(text, ',');
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Table {
 public:
  void line(std::string_view text) {
    if (text.empty() || text.starts_with("==")) return;
    Row row = fields_of(text);
    if (columns_.empty()) {
      if (std::find(row.begin(), row.end(), "Kernel Name") != row.end()) columns_ = std::move(row);
      return;
    }
    if (row.size() != columns_.size()) return;
    if (has("Metric Name"))
      long_row(row);
    else
      wide_row(row);
  }

  std::vector<LaunchCounters> launches() && { return std::move(launches_); }

 private:
  bool has(std::string_view name) const {
    return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
  }

  std::string at(const Row& row, std::string_view name) const {
    const auto column = std::find(columns_.begin(), columns_.end(), name);
    return column == columns_.end() ? "" : row[static_cast<std::size_t>(column - columns_.begin())];
  }

  LaunchCounters& launch(const Row& row) {
    const std::string id = at(row, "ID");
    if (launches_.empty() || id != last_id_ || id.empty())
      launches_.push_back({plain_kernel(at(row, "Kernel Name")), {}});
    last_id_ = id;
    return launches_.back();
  }

  void long_row(const Row& row) {
    LaunchCounters& counters_of_launch = launch(row);
    if (const auto value = number_in(at(row, "Metric Value")))
      counters_of_launch.values[at(row, "Metric Name")] = *value;
  }

  /// The line after the names has units and no kernel.
  void wide_row(const Row& row) {
    if (at(row, "Kernel Name").empty()) return;
    LaunchCounters& counters_of_launch = launch(row);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (columns_[i].find("__") != std::string::npos)
        if (const auto value = number_in(row[i])) counters_of_launch.values[columns_[i]] = *value;
  }

  Row columns_;
  std::string last_id_;
  std::vector<LaunchCounters> launches_;
};

}  // namespace

std::string plain_kernel(std::string name) {
  if (name.starts_with("void ")) name.erase(0, 5);
  name.resize(std::min(name.find_first_of("(<"), name.size()));
  return name;
}

std::vector<LaunchCounters> read_ncu_csv(std::string_view text) {
  Table table;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    table.line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return std::move(table).launches();
}

std::vector<ComparedCounter> compare(const Meters& emulated, const LaunchCounters& hardware) {
  std::vector<ComparedCounter> compared;
  for (const Counter& counter : counters)
    if (const auto value = hardware.values.find(counter.metric); value != hardware.values.end())
      compared.push_back({counter.name, counter.metric, counter.emulated(emulated), value->second});
  return compared;
}

std::vector<LaunchCounters> sums_of(const std::vector<LaunchCounters>& launches) {
  std::map<std::string, std::map<std::string, double>> sums;
  for (const LaunchCounters& launch : launches)
    for (const auto& [metric, value] : launch.values) sums[launch.kernel][metric] += value;
  std::vector<LaunchCounters> kernels;
  for (const auto& [kernel, values] : sums) kernels.push_back({kernel, values});
  return kernels;
}

bool agree(const ComparedCounter& counter) {
  constexpr double share = 0.01;
  return std::abs(counter.hardware - counter.emulated) <= share * counter.emulated;
}

std::string compared_metrics() {
  std::string all;
  for (const Counter& counter : counters) all += (all.empty() ? "" : ",") + std::string(counter.metric);
  return all;
}

}  // namespace gridmark::cuda
