#include "grader/written/work_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "grader/written/sections.h"

namespace gridmark::written {
namespace {

constexpr const char* heading = "Work log";
constexpr std::array<std::string_view, 3> part_names{"hypothesis", "measurement", "conclusion"};
constexpr std::size_t hypothesis = 0, measurement = 1;

struct Step {
  int line = 1;
  std::array<std::string, 3> parts;
};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// "Hypothesis: tiles help" -> 0 and " tiles help".
std::optional<std::size_t> take_label(std::string_view& line) {
  std::string_view rest = line;
  while (!rest.empty() && !std::isalpha(static_cast<unsigned char>(rest.front()))) rest.remove_prefix(1);
  for (std::size_t i = 0; i < part_names.size(); ++i) {
    const std::string_view name = part_names[i];
    if (rest.size() < name.size() ||
        !std::equal(name.begin(), name.end(), rest.begin(), [](char a, char b) { return a == lower(b); }))
      continue;
    std::string_view after = rest.substr(name.size());
    while (!after.empty() && is_blank(after.front())) after.remove_prefix(1);
    if (!after.empty() && after.front() != ':' && after.front() != '.' && after.front() != '-') continue;
    if (!after.empty()) after.remove_prefix(1);
    line = after;
    return i;
  }
  return std::nullopt;
}

/// Reads labelled lines. A step begins with each hypothesis.
class Steps {
 public:
  void take_text(const Text& text) {
    std::string_view rest = text.words;
    for (int line = text.line; !rest.empty(); ++line) {
      const auto end = std::min(rest.find('\n'), rest.size());
      take_line(rest.substr(0, end), line);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  /// A heading ends the current part, and may itself be a label.
  void take_heading(const Section& section) {
    part_.reset();
    std::string_view title = section.title;
    if (take_label(title)) take_line(section.title, section.line);
  }

  void take_table(const Table& table) {
    std::array<std::optional<std::size_t>, 3> columns;
    if (table.empty()) return;
    for (std::size_t c = 0; c < table.front().cells.size(); ++c) {
      std::string_view cell = table.front().cells[c];
      if (const auto part = take_label(cell); part && !columns[*part]) columns[*part] = c;
    }
    if (std::any_of(columns.begin(), columns.end(), [](const auto& column) { return !column; })) return;
    for (std::size_t row = 1; row < table.size(); ++row) {
      Step step{table[row].line, {}};
      for (std::size_t part = 0; part < 3; ++part)
        if (*columns[part] < table[row].cells.size()) step.parts[part] = table[row].cells[*columns[part]];
      steps_.push_back(std::move(step));
    }
  }

  const std::vector<Step>& steps() const { return steps_; }

 private:
  void take_line(std::string_view line, int number) {
    if (const auto part = take_label(line)) {
      part_ = part;
      if (*part == hypothesis || steps_.empty() || !steps_.back().parts[*part].empty())
        steps_.push_back({number, {}});
    }
    if (part_) steps_.back().parts[*part_].append(line).push_back(' ');
  }

  std::vector<Step> steps_;
  std::optional<std::size_t> part_;
};

bool is_filled_in(const std::string& part) {
  const auto first = std::find_if(part.begin(), part.end(), [](char c) { return !is_blank(c); });
  return first != part.end() &&
         !std::string_view(&*first, static_cast<std::size_t>(part.end() - first)).starts_with("TODO");
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool names_a_claim(const std::string& text, const ClaimsBlock& block) {
  for (auto word = text.begin(); word != text.end();) {
    const auto begin = std::find_if(word, text.end(), is_word);
    word = std::find_if_not(begin, text.end(), is_word);
    if (block.speaks_of(std::string(begin, word))) return true;
  }
  return false;
}

/// The missing part of a step. Empty if the step is complete.
std::string lack(const Step& step, const ClaimsBlock& block) {
  for (std::size_t i = 0; i < part_names.size(); ++i)
    if (!is_filled_in(step.parts[i])) return fmt::format("this step has no {}", part_names[i]);
  if (names_a_claim(step.parts[measurement], block)) return "";
  return "the measurement of this step names no claim. Write the id of the claim that it is about";
}

Steps read_steps(const Document& document) {
  const SectionRange range = find_section(heading, document);
  Steps steps;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    steps.take_heading(document.sections[i]);
    for (const Text& text : document.sections[i].texts) steps.take_text(text);
    for (const Table& table : document.sections[i].tables) steps.take_table(table);
  }
  return steps;
}

/// The ids of claims and the numbers in a text: the evidence of a measurement.
std::set<std::string> evidence_in(const std::string& text, const ClaimsBlock& block) {
  const auto is_part = [](char c) { return is_word(c) || c == '.'; };
  std::set<std::string> evidence;
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_part);
    at = std::find_if_not(begin, text.end(), is_part);
    std::string word(begin, at);
    while (word.ends_with('.')) word.pop_back();  // drops dots at the end
    if (plain_number(word) || block.speaks_of(word)) evidence.insert(std::move(word));
  }
  return evidence;
}

/// The features of a complete step that tell it from others.
struct Fingerprint {
  int line = 1;
  std::set<std::string> words, evidence;
};

Fingerprint fingerprint_of(const Step& step, const ClaimsBlock& block) {
  return {step.line, words_of(step.parts[0] + " " + step.parts[1] + " " + step.parts[2]),
          evidence_in(step.parts[measurement], block)};
}

/// The part of their words that two steps share, 1 if all.
double likeness(const std::set<std::string>& one, const std::set<std::string>& other) {
  const auto shared =
      std::count_if(one.begin(), one.end(), [&](const auto& word) { return other.contains(word); });
  const auto all = static_cast<std::ptrdiff_t>(one.size() + other.size()) - shared;
  return all == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(all);
}

/// The doubt about a step, including repetition of an earlier one. Empty if there is none.
std::string step_doubt(const Fingerprint& step, const std::vector<Fingerprint>& earlier) {
  constexpr double hardly_another = 0.85;
  if (step.words.size() < least_words)
    return fmt::format(
        "this step has {} different word{} of two letters or more, expected at least {}. Describe what you "
        "expected, saw and concluded",
        step.words.size(), step.words.size() == 1 ? "" : "s", least_words);
  for (const Fingerprint& other : earlier)
    if (likeness(step.words, other.words) >= hardly_another)
      return fmt::format("this step repeats nearly all words of the one in line {}. Describe the difference",
                         other.line);
  return "";
}

/// Adds doubts about complete steps, if fewer than `wanted` are without doubts. Each step is compared with
/// all before it, so only the first steps of an endless log are checked.
void doubt_steps(const std::vector<Fingerprint>& steps, std::size_t wanted, WrittenCheck& check) {
  std::vector<Fingerprint> sound;
  std::vector<WrittenFinding> doubts;
  constexpr std::size_t most_compared = 50;
  for (std::size_t i = 0; i < std::min(steps.size(), most_compared); ++i) {
    const Fingerprint& step = steps[i];
    std::string doubt = step_doubt(step, sound);
    if (doubt.empty())
      sound.push_back(step);
    else
      doubts.push_back({std::move(doubt), Place{report_name, step.line}});
  }
  std::set<std::set<std::string>> evidence;
  for (const Fingerprint& step : sound) evidence.insert(step.evidence);
  std::size_t counted = sound.size();
  if (sound.size() > 1 && evidence.size() == 1) {
    counted = 1;
    doubts.push_back(
        {fmt::format("all {} steps cite the same evidence ({}). Write the numbers that each of them saw",
                     sound.size(), fmt::join(*evidence.begin(), ", ")),
         Place{report_name, sound.front().line}});
  }
  const std::size_t met = std::min(steps.size(), wanted);
  if (counted >= met) return;
  check.doubted = static_cast<int>(met - counted);
  check.doubts = std::move(doubts);
}

}  // namespace

WrittenCheck check_work_log(int wanted, const Document& document, const ClaimsBlock& block) {
  WrittenCheck check{WrittenAspect::work_log, 0, wanted, {}};
  if (wanted == 0) return check;
  const Steps log = read_steps(document);
  std::set<std::array<std::string, 3>> told;
  std::vector<Fingerprint> steps;
  for (const Step& step : log.steps()) {
    std::string lacks = lack(step, block);
    if (lacks.empty() && !told.insert(step.parts).second) lacks = "this step repeats another one";
    if (lacks.empty())
      steps.push_back(fingerprint_of(step, block));
    else
      check.findings.push_back({std::move(lacks), Place{report_name, step.line}});
  }
  const int whole = static_cast<int>(steps.size());
  check.met = std::min(whole, wanted);
  doubt_steps(steps, static_cast<std::size_t>(wanted), check);
  if (whole < wanted)
    check.findings.push_back({fmt::format("the work log has {} complete step{}, expected {}: a hypothesis, a "
                                          "measurement and a conclusion each",
                                          whole, whole == 1 ? "" : "s", wanted),
                              Place{report_name, 0}});
  return check;
}

}  // namespace gridmark::written
