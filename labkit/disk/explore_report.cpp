#include "labkit/disk/explore_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/byte_words.h"
#include "base/crash_text.h"
#include "base/utf8.h"
#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

template <class Files>
std::string files_in_words(const Files& files) {
  std::string text;
  for (const auto& [name, bytes] : files)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", valid_utf8(printable(name)),
                        bytes_in_words(bytes.size()));
  return text.empty() ? "no file" : text;
}

nlohmann::ordered_json smallest_json(const BadState& bad) {
  nlohmann::ordered_json files = nlohmann::ordered_json::object();
  for (const auto& [name, bytes] : bad.files) files[valid_utf8(name)] = bytes.size();
  return {{"operations", bad.operations},
          {"returned", bad.returned},
          {"moment", valid_utf8(bad.moment)},
          {"complaint", valid_utf8(bad.complaint)},
          {"files", files}};
}

}  // namespace

std::string explore_text(const Judgement& judgement) {
  std::string text = fmt::format("{}, {} bad\n", judgement.explored.statement, judgement.bad);
  if (!judgement.smallest) return text;
  const BadState& bad = *judgement.smallest;
  text += fmt::format("\nThe smallest bad state is {}\n\n", bad.moment);
  for (const std::string& line : crash_text(bad.picture, 120)) text += line + "\n";
  text += fmt::format("\nchecker: {}\n", bad.complaint);
  if (bad.operations == 0)
    text +=
        "\nThis is how the folder was before the writer began. Let the checker accept it, or give the files "
        "of an "
        "earlier save with --folder.\n";
  return valid_utf8(text);
}

std::string explore_json(const Journal& journal, const Judgement& judgement) {
  nlohmann::ordered_json operations = nlohmann::ordered_json::array();
  for (const Operation& operation : journal.operations) operations.push_back(valid_utf8(in_words(operation)));
  const nlohmann::ordered_json result{
      {"states", judgement.explored.states},
      {"left_out", judgement.explored.left_out},
      {"bad", judgement.bad},
      {"smallest", judgement.smallest ? smallest_json(*judgement.smallest) : nlohmann::ordered_json()},
      {"operations", operations}};
  return result.dump(2) + "\n";
}

std::string state_line(const Journal& journal, const CrashState& state) {
  return fmt::format("{}: {}\n", valid_utf8(moment_in_words(journal, state)), files_in_words(state.files));
}

}  // namespace gridmark::disk
