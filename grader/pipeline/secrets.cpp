#include "grader/pipeline/secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <sstream>

#include "grader/system/files.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_secret_bytes = std::int64_t{16} << 20;
constexpr std::size_t shortest = 16;  // without blanks: "if(row<m&&col<n)" is too short
constexpr std::size_t in_a_row = 3;

/// A declaration without a value, a call without arguments, or the type that these return:
/// "std::vector<float> a;".
bool only_names(const std::string& text) {
  const std::string names = text.ends_with("()") ? text.substr(0, text.size() - 2) : text;
  return std::all_of(names.begin(), names.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == ':' || c == '<' || c == '>';
  });
}

/// The line without blanks and without a final ; or {, because a header declares what a solution defines. ""
/// if it is too short or shows nothing of an answer.
std::string normalised(const std::string& line) {
  std::string text;
  for (const char c : line)
    if (c != ' ' && c != '\t' && c != '\r') text += c;
  while (text.ends_with(';') || text.ends_with('{')) text.pop_back();
  const bool heads_a_loop = text.starts_with("for(") && text.ends_with(')');
  const bool empty = text.size() <= shortest || text.starts_with("#include") ||
                     text.starts_with("namespace") || heads_a_loop || only_names(text);
  return empty ? "" : text;
}

/// The lab of a file: labs/NAME/..., starter/NAME/..., solutions/NAME/..., rubrics/NAME.json. "" for
/// gridmark's files.
std::string lab_of(const std::string& file) {
  for (const std::string room : {"labs/", "starter/", "solutions/", "rubrics/"})
    if (file.starts_with(room))
      return file.substr(room.size(), file.find_first_of("/.", room.size()) - room.size());
  return "";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Files below `root`/`folder`, as root-relative names.
std::map<std::string, std::string> texts_below(const fs::path& root, const fs::path& folder) {
  std::map<std::string, std::string> texts;
  std::error_code problem;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder, problem))
    if (entry.is_regular_file())
      if (const auto text = system::read_file(entry.path(), most_secret_bytes))
        texts[entry.path().lexically_relative(root).string()] = *text;
  return texts;
}

/// Marks are in the comments of C++ or of Markdown.
bool has_mark(const std::string& line, const std::string& mark) {
  return line.find("// " + mark + " SOLUTION") != line.npos ||
         line.find("<!-- " + mark + " SOLUTION") != line.npos;
}

/// The starter's text for a block: the text after "//:", or between "<!--:" and "-->". Nothing for any other
/// line.
std::optional<std::string> starters_line(const std::string& line) {
  const std::string code = "//:", prose = "<!--:", end = "-->";
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  if (line.compare(first, code.size(), code) == 0) return line.substr(first + code.size());
  if (line.compare(first, prose.size(), prose) != 0) return std::nullopt;
  const std::string text = line.substr(first + prose.size());
  return text.substr(0, text.rfind(end));
}

/// Separates the secret lines of solutions and hidden tests from the public ones.
class Reading {
 public:
  void publish(const std::string& line) {
    if (const std::string text = normalised(line); !text.empty()) public_.insert(text);
  }

  void publish_all(const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files)
      for (const std::string& line : lines_of(text)) publish(line);
  }

  void keep(const std::string& line, const std::string& place) {
    if (const std::string text = normalised(line); !text.empty()) secrets_.emplace(text, place);
  }

  void solution(const std::string& name, const std::string& text) {
    bool inside = !has_mark(text, "BEGIN");  // without marks the complete file is solution
    int number = 0;
    for (const std::string& line : lines_of(text)) {
      ++number;
      if (has_mark(line, "BEGIN") || has_mark(line, "END")) {
        inside = has_mark(line, "BEGIN");
        continue;
      }
      if (const auto given = starters_line(line))
        publish(*given);
      else if (inside)
        keep(line, fmt::format("{}:{}", name, number));
      else
        publish(line);
    }
  }

  void hidden(const std::string& name, const std::string& text) {
    int number = 0;
    for (const std::string& line : lines_of(text)) keep(line, fmt::format("{}:{}", name, ++number));
  }

  Secrets finish() && {
    for (const std::string& line : public_) secrets_.erase(line);
    return std::move(secrets_);
  }

 private:
  Secrets secrets_;
  std::set<std::string> public_;
};

}  // namespace

Secrets secrets_of(const fs::path& root, const std::vector<std::string>& labs) {
  Reading solutions, hidden;
  for (const std::string& name : labs) {
    const fs::path lab = fs::path("labs") / name;
    for (const auto& [file, text] : texts_below(root, fs::path("solutions") / name))
      solutions.solution(file, text);
    solutions.publish_all(texts_below(root, lab / "include"));
    for (const auto& [file, text] : texts_below(root, lab / "hidden")) hidden.hidden(file, text);
    hidden.publish_all(texts_below(root, lab / "tests"));
  }
  Secrets secrets = std::move(solutions).finish();
  secrets.merge(std::move(hidden).finish());
  return secrets;
}

std::vector<Leak> find_leaks(const Handout& handout, const Secrets& secrets) {
  std::vector<Leak> leaks;
  for (const auto& [name, file] : handout) {
    const std::string lab = lab_of(name);
    std::vector<Leak> run;
    bool own = false;  // a line of the run is a secret of this file's lab
    int number = 0;
    const auto end_run = [&] {
      if (own || run.size() >= in_a_row) leaks.insert(leaks.end(), run.begin(), run.end());
      run.clear();
      own = false;
    };
    for (const std::string& line : lines_of(file.text)) {
      ++number;
      const std::string text = normalised(line);
      if (text.empty()) continue;
      const auto [first, end] = secrets.equal_range(text);
      if (first == end) {
        end_run();
        continue;
      }
      const auto mine = std::find_if(
          first, end, [&](const auto& secret) { return !lab.empty() && lab_of(secret.second) == lab; });
      own = own || mine != end;
      run.push_back({fmt::format("{}:{}", name, number), (mine == end ? first : mine)->second, line});
    }
    end_run();
  }
  return leaks;
}

}  // namespace gridmark::pipeline
