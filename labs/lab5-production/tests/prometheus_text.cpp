#include "labs/lab5-production/tests/prometheus_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>

namespace gridmark::lab5 {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Parses one line. Throws std::runtime_error with the fault in words.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}

  bool ended() const { return rest_.empty(); }
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }
  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string word() {
    skip_blanks();
    const std::string found(rest_.substr(0, rest_.find_first_of(" \t")));
    rest_.remove_prefix(found.size());
    return found;
  }
  std::string name(bool colons, const char* which) {
    std::size_t size = 0;
    while (size < rest_.size() &&
           (is_letter(rest_[size]) || (size > 0 && is_digit(rest_[size])) || (colons && rest_[size] == ':')))
      ++size;
    if (size == 0) throw std::runtime_error(fmt::format("expected {} at \"{}\"", which, rest_.substr(0, 30)));
    const std::string found(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return found;
  }
  std::string quoted_value() {
    if (!take('"'))
      throw std::runtime_error(
          fmt::format("expected a quote before a label's value, at \"{}\"", rest_.substr(0, 30)));
    std::string value;
    while (!take('"')) {
      if (rest_.empty())
        throw std::runtime_error("a label's value does not end: its line feed is written as \\n, its quote as \\\"");
      value += take('\\') ? escaped() : rest_[0];
      if (!ended()) rest_.remove_prefix(1);
    }
    return value;
  }
  std::string_view rest() const { return rest_; }

 private:
  char escaped() const {
    if (rest_.empty()) throw std::runtime_error("a label's value ends with a backslash");
    if (rest_[0] == 'n') return '\n';
    if (rest_[0] == '\\' || rest_[0] == '"') return rest_[0];
    throw std::runtime_error(fmt::format("\\{} in a label's value: only \\\\, \\\" and \\n exist", rest_[0]));
  }
  std::string_view rest_;
};

double value_in(const std::string& word) {
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word == "+Inf") return std::numeric_limits<double>::infinity();
  if (word == "-Inf") return -std::numeric_limits<double>::infinity();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool number = error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
  if (number) return value;
  std::string advice;
  if (word.find(',') != word.npos)
    advice = ": the point is a comma. A stream follows std::locale, std::to_chars does not";
  if (word.find("nan") != word.npos || word.find("inf") != word.npos) advice = ": write NaN, +Inf or -Inf";
  throw std::runtime_error(fmt::format("\"{}\" is not a value{}", word.substr(0, 40), advice));
}

PrometheusSample sample_in(Line line) {
  PrometheusSample sample{line.name(true, "a metric's name"), {}, 0};
  line.skip_blanks();
  if (line.take('{')) {
    for (line.skip_blanks(); !line.take('}'); line.skip_blanks()) {
      const std::string name = line.name(false, "a label's name or }");
      line.skip_blanks();
      if (!line.take('=')) throw std::runtime_error(fmt::format("expected = after the label's name {}", name));
      line.skip_blanks();
      if (!sample.labels.emplace(name, line.quoted_value()).second)
        throw std::runtime_error(fmt::format("has the label {} twice", name));
      line.skip_blanks();
      if (!line.take(',') && !line.rest().starts_with('}'))
        throw std::runtime_error(fmt::format(
            "expected , or }} after the label {}, found \"{}\": a quote within a value is written as \\\"", name,
            line.rest().substr(0, 30)));
    }
  }
  sample.value = value_in(line.word());
  const std::string time = line.word();
  if (!time.empty() && time.find_first_not_of("-0123456789") != time.npos)
    throw std::runtime_error(fmt::format("\"{}\" stands behind the value", time.substr(0, 30)));
  line.skip_blanks();
  if (!line.ended())
    throw std::runtime_error(fmt::format("\"{}\" stands at the end of the line", line.rest().substr(0, 30)));
  return sample;
}

/// Reads the text, and checks rules between its lines.
class TextReader {
 public:
  PrometheusText read(std::string_view text) {
    if (!text.empty() && text.back() != '\n')
      fault_at(1 + count_lines(text), "the last line does not end with a line feed");
    for (; !text.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      try {
        read_line(text.substr(0, end));
      } catch (const std::runtime_error& error) {
        fault_at(line_, error.what());
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const auto& [name, type] : seen_.types)
      if (type == "histogram") check_histogram(name);
    return std::move(seen_);
  }

 private:
  static std::size_t count_lines(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += c == '\n';
    return count;
  }
  void fault_at(std::size_t line, const std::string& words) {
    seen_.faults.push_back(fmt::format("line {}: {}", line, words));
  }

  void read_line(std::string_view text) {
    if (text.find('\0') != text.npos) throw std::runtime_error("has a NUL");
    if (text.ends_with('\r')) {
      fault_at(line_, "ends with CR and LF, expected only LF");
      text.remove_suffix(1);
    }
    Line line(text);
    line.skip_blanks();
    if (line.ended()) return;
    if (line.take('#')) return read_comment(line);
    const PrometheusSample sample = sample_in(line);
    const std::string family = family_of(sample.name);
    enter(family);
    if (sampled_.insert(family).second && told_.count("TYPE" + family) == 0)
      fault_at(line_, fmt::format("{} has no TYPE line before its first sample", family));
    if (!series_.insert(series_of(sample)).second) fault_at(line_, series_of(sample) + " stands there twice");
    seen_.samples.push_back(sample);
  }

  /// Reads `# HELP family words`, `# TYPE family type`, or other words.
  void read_comment(Line line) {
    const std::string keyword = line.word();
    if (keyword != "HELP" && keyword != "TYPE") return;
    line.skip_blanks();
    const std::string family = line.name(true, "a family's name");
    enter(family);
    if (!told_.insert(keyword + family).second) fault_at(line_, fmt::format("a second {} of {}", keyword, family));
    if (sampled_.count(family) > 0)
      fault_at(line_, fmt::format("{} of {} stands behind its first sample", keyword, family));
    if (keyword == "HELP") {
      line.skip_blanks();
      seen_.helps.emplace(family, line.rest());
      return check_help(line.rest());
    }
    const std::string type = line.word();
    static const std::set<std::string> types{"counter", "gauge", "histogram", "summary", "untyped"};
    if (types.count(type) == 0) fault_at(line_, fmt::format("\"{}\" is not a type", type));
    if (type == "counter" && !family.ends_with("_total"))
      fault_at(line_, family + " is a counter, whose name ends with _total");
    if (type != "counter" && family.ends_with("_total"))
      fault_at(line_, family + " ends with _total, so its type is counter");
    check_unit(family);
    seen_.types[family] = type;
  }

  void check_help(std::string_view words) {
    for (std::size_t at = words.find('\\'); at != words.npos; at = words.find('\\', at + 2))
      if (at + 1 == words.size() || (words[at + 1] != '\\' && words[at + 1] != 'n'))
        fault_at(line_, "a backslash in HELP is written as \\\\, a line feed as \\n");
  }

  void check_unit(const std::string& family) {
    for (const auto& [unit, base] : {std::pair{"_mb", "bytes"},
                                     {"_kb", "bytes"},
                                     {"_gb", "bytes"},
                                     {"_mib", "bytes"},
                                     {"_gib", "bytes"},
                                     {"_ms", "seconds"},
                                     {"_us", "seconds"},
                                     {"_percent", "a ratio"},
                                     {"_mw", "watts"}})
      if ((family + "_").find(std::string(unit) + "_") != std::string::npos)
        fault_at(line_, fmt::format("{} has {} in its name: use base units, here {}", family, unit, base));
  }

  /// A histogram has samples of three other names.
  std::string family_of(const std::string& name) const {
    for (const std::string_view end : {"_bucket", "_sum", "_count"})
      if (name.ends_with(end)) {
        const std::string base = name.substr(0, name.size() - end.size());
        const auto type = seen_.types.find(base);
        if (type != seen_.types.end() &&
            (type->second == "histogram" || (type->second == "summary" && end != "_bucket")))
          return base;
      }
    return name;
  }

  /// All lines of a family must be adjacent.
  void enter(const std::string& family) {
    if (family != family_ && !families_.insert(family).second)
      fault_at(line_, fmt::format("{} stands in a second place, behind {}", family, family_));
    family_ = family;
  }

  /// Buckets must not decrease up to +Inf, which must equal the count.
  void check_histogram(const std::string& name) {
    std::map<std::string, std::map<double, double>> buckets;
    std::map<std::string, double> counts;
    for (PrometheusSample sample : seen_.samples) {
      if (sample.name == name + "_count") counts[series_of({name, sample.labels, 0})] = sample.value;
      if (sample.name != name + "_bucket") continue;
      const std::string bound = sample.labels["le"];
      sample.labels.erase("le");
      buckets[series_of({name, sample.labels, 0})][bound == "+Inf" ? INFINITY : std::atof(bound.c_str())] =
          sample.value;
    }
    for (const auto& [series, all] : buckets) {
      if (all.count(INFINITY) == 0)
        seen_.faults.push_back(series + " has no bucket le=\"+Inf\"");
      else if (counts.count(series) == 0 || counts[series] != all.at(INFINITY))
        seen_.faults.push_back(series + "'s _count is not its bucket +Inf");
      for (auto one = all.begin(); one != all.end(); ++one)
        if (one != all.begin() && one->second < std::prev(one)->second)
          seen_.faults.push_back(fmt::format("{}'s bucket {} has fewer than the one before", series, one->first));
    }
  }

  PrometheusText seen_;
  std::size_t line_ = 1;
  std::string family_;
  std::set<std::string> families_, told_, sampled_, series_;
};

}  // namespace

PrometheusText read_prometheus_text(std::string_view text) { return TextReader().read(text); }

std::string series_of(const PrometheusSample& sample) {
  std::string text = sample.name;
  for (const auto& [name, value] : sample.labels)
    text += fmt::format("{}{}=\"{}\"", text.size() == sample.name.size() ? "{" : ",", name, value);
  return sample.labels.empty() ? text : text + "}";
}

}  // namespace gridmark::lab5
