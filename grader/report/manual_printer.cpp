#include "grader/report/manual_printer.h"

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/core/utf8.h"

namespace gridmark {
namespace {

/// Quoted where RFC 4180 asks for it.
std::string cell(const std::string& text) {
  const std::string valid = valid_utf8(text);
  if (valid.find_first_of(",\"\r\n") == valid.npos && !valid.starts_with(' ') && !valid.ends_with(' '))
    return valid;
  std::string quoted = "\"";
  for (const char c : valid) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string row(const GradeRecord& record, const std::string& item, const ManualPoints* given) {
  const std::string points = given == nullptr ? "" : points_text(given->points);
  const std::string by = given == nullptr ? "" : cell(given->by),
                    comment = given == nullptr ? "" : cell(given->comment);
  return cell(record.submission) + "," + item + "," + points + "," + by + "," + comment + "\n";
}

const ManualPoints* given_for(const GradeRecord& record, const ItemScore& item) {
  const auto found = std::find_if(record.manual.begin(), record.manual.end(),
                                  [&](const ManualPoints& given) { return given.item == item.id; });
  return found == record.manual.end() ? nullptr : &*found;
}

}  // namespace

std::string print_manual_table(const std::vector<GradeRecord>& records) {
  std::string table = "submission,item,points,by,comment\n";
  for (const GradeRecord& record : records)
    for (const ItemScore& item : record.items) {
      const ManualPoints* given = given_for(record, item);
      if (given != nullptr || item.outcome == Outcome::ungraded) table += row(record, item.id, given);
    }
  return table;
}

int count_open(const std::vector<GradeRecord>& records) {
  int open = 0;
  for (const GradeRecord& record : records)
    for (const ItemScore& item : record.items) open += item.outcome == Outcome::ungraded;
  return open;
}

}  // namespace gridmark
