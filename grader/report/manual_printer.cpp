#include "grader/report/manual_printer.h"

#include <algorithm>

#include "base/utf8.h"
#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"

namespace gridmark::report {
namespace {

std::string row(const GradeRecord& record, const std::string& item, const ManualPoints* given) {
  const std::string points = given == nullptr ? "" : points_text(given->points);
  const std::string by = given == nullptr ? "" : csv_cell(valid_utf8(given->by)),
                    comment = given == nullptr ? "" : csv_cell(valid_utf8(given->comment));
  return csv_cell(valid_utf8(record.submission)) + "," + item + "," + points + "," + by + "," + comment +
         "\n";
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

}  // namespace gridmark::report
