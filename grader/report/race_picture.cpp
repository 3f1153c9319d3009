#include "grader/report/race_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t lane_width = 30;  // columns of text

bool in_one_block(const std::vector<ThreadAccess>& accesses) {
  return accesses[0].block == accesses[1].block;
}

Place place_of(const ThreadAccess& access) { return {access.file, access.line}; }

/// A line of a drawing: the time axis, and one text in each lane.
std::string lanes_text(const char* axis, const std::string& left, const std::string& right) {
  std::string line = fmt::format(" {}   {}", axis, padded(printable(left), lane_width)) + printable(right);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string access_words(const ThreadAccess& access) {
  const std::string what = access.writes ? "writes" : "reads";
  return access.line == 0 ? what : what + " at " + place_text(place_of(access));
}

std::string barrier_words(const std::vector<ThreadAccess>& accesses) {
  return in_one_block(accesses) ? "no barrier between them" : "nothing orders two blocks";
}

std::vector<std::string> race_text(const std::vector<ThreadAccess>& accesses) {
  if (accesses.size() != 2) return {};
  return {lanes_text("t", accesses[0].thread, accesses[1].thread),
          lanes_text("i", accesses[0].block, accesses[1].block),
          lanes_text("m", access_words(accesses[0]), ""),
          lanes_text("e", "- - - - - - - - - - - - - - -", "- - " + barrier_words(accesses)),
          lanes_text("v", "", access_words(accesses[1]))};
}

namespace html {
namespace {

/// The student's line, cut to the width of a lane.
std::string own_line(const GradeRecord& record, const ThreadAccess& access) {
  constexpr std::size_t most = 38;
  const SourceLines found = lines_at(record.excerpts, place_of(access), 0);
  if (found.lines.empty()) return "";
  const std::string& line = found.lines.front();
  const std::string text = printable_line(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
  return columns(text) <= most ? text : std::string(padded(text, most, "…"));
}

Data lane_of(const GradeRecord& record, const ThreadAccess& access, int number) {
  constexpr int height = 74, width = 330;
  const int top = 26 + number * height, left = number * width;
  return {{"who", access.thread + " of " + access.block},
          {"kind", access.writes ? "more" : "needed"},
          {"what", access_words(access)},
          {"code", own_line(record, access)},
          {"label", top + 10},
          {"axis", top + 40},
          {"x", left},
          {"text_x", left + 8},
          {"y", top + 18},
          {"what_y", top + 36},
          {"code_y", top + 54}};
}

}  // namespace

Data race_data(const GradeRecord& record, const std::vector<ThreadAccess>& accesses) {
  if (accesses.size() != 2) return {};
  const auto words = [](const ThreadAccess& access) {
    return access.thread + " of " + access.block + " " + access_words(access);
  };
  return {
      {"barrier", barrier_words(accesses)},
      {"words", fmt::format("First {}. Then {}. There is {}.", words(accesses[0]), words(accesses[1]),
                            in_one_block(accesses) ? barrier_words(accesses) : "no order between blocks")},
      {"threads", Data::array({lane_of(record, accesses[0], 0), lane_of(record, accesses[1], 1)})}};
}

}  // namespace html
}  // namespace gridmark::report
