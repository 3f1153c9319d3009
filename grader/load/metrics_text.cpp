#include "grader/load/metrics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace gridmark::load {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

/// One line, read from the left.
class MetricsLine {
 public:
  explicit MetricsLine(std::string_view line) : rest_(line) {}

  Result<ScrapedSample> sample() {
    ScrapedSample sample;
    sample.family = name(":");
    if (sample.family.empty()) return expected("the name of a metric, or a # before a comment");
    skip_blanks();
    if (take('{')) TRY(read_labels(sample.labels));
    skip_blanks();
    const auto value = number();
    if (!value) return expected("a number, NaN, +Inf or -Inf");
    sample.value = *value;
    skip_blanks();
    if (!rest_.empty() && !read_time()) return expected("the end of the line, or a time in milliseconds");
    skip_blanks();
    if (!rest_.empty()) return expected("the end of the line");
    return sample;
  }

 private:
  tl::unexpected<Error> expected(const char* what) const {
    const std::string_view found = rest_.substr(0, 24);
    return failure(Error::Source::checker, "",
                   rest_.empty() ? fmt::format("found the end of the line, expected {}", what)
                                 : fmt::format("found \"{}\", expected {}", found, what));
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  bool take(char c) {
    const bool there = rest_.starts_with(c);
    if (there) rest_.remove_prefix(1);
    return there;
  }

  /// Letters, digits and the characters of `others`. A digit cannot come first.
  std::string name(std::string_view others) {
    std::size_t size = 0;
    while (size < rest_.size() &&
           (is_letter(rest_[size]) || others.find(rest_[size]) != std::string_view::npos ||
            (size > 0 && is_digit_of_name(rest_[size]))))
      ++size;
    const std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return taken;
  }

  Result<void> read_labels(std::map<std::string, std::string>& labels) {
    for (skip_blanks(); !take('}'); skip_blanks()) {
      const std::string label = name("");
      skip_blanks();
      if (label.empty() || !take('=')) return expected("label=\"value\", or the } behind the labels");
      skip_blanks();
      if (!take('"')) return expected("a label's value in double quotes");
      std::string value = TRY(quoted());
      if (!labels.try_emplace(label, std::move(value)).second)
        return failure(Error::Source::checker, "", fmt::format("the label \"{}\" is there twice", label));
      skip_blanks();
      if (!take(',') && !rest_.starts_with('}')) return expected("a comma or } behind a label");
    }
    return {};
  }

  /// The text before the closing quote.
  Result<std::string> quoted() {
    std::string text;
    while (!rest_.empty() && rest_[0] != '"') {
      const bool escaped = take('\\');
      if (escaped && (rest_.empty() || std::string_view("\\\"n").find(rest_[0]) == std::string_view::npos))
        return expected("\\, \" or n behind a backslash");
      text += escaped && rest_[0] == 'n' ? '\n' : rest_[0];
      rest_.remove_prefix(1);
    }
    if (!take('"')) return expected("a double quote behind a label's value");
    return text;
  }

  std::string_view word() const { return rest_.substr(0, rest_.find_first_of(" \t")); }

  std::optional<double> number() {
    std::string_view text = word();
    const std::size_t size = text.size();
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    // from_chars also reads "nan(7)".
    if (problem != std::errc() || end != text.data() + text.size() || text.ends_with(')'))
      return std::nullopt;
    rest_.remove_prefix(size);
    return value;
  }

  bool read_time() {
    std::int64_t time = 0;
    const std::string_view text = word();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), time);
    if (problem != std::errc() || end != text.data() + text.size()) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string_view rest_;
};

}  // namespace

Result<std::vector<ScrapedSample>> parse_metrics_text(std::string_view text) {
  std::vector<ScrapedSample> samples;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto wrong = [&](std::string message) {
      return failure(Error::Source::checker, fmt::format("line {}", number), std::move(message));
    };
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.size() > longest_metrics_line)
      return wrong(fmt::format("is longer than {} bytes", longest_metrics_line));
    if (end == std::string_view::npos) return wrong("has no line feed at its end: the text is cut off");
    text.remove_prefix(end + 1);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    if (samples.size() == most_scraped_samples)
      return wrong(
          fmt::format("is sample {}, expected {} at most", samples.size() + 1, most_scraped_samples));
    auto sample = MetricsLine(line.substr(begin)).sample();
    if (!sample) return wrong(sample.error().message);
    samples.push_back(std::move(*sample));
  }
  return samples;
}

}  // namespace gridmark::load
