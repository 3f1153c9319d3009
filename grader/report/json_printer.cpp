#include "grader/report/json_printer.h"

#include "base/utf8.h"
#include "protocol/write_json.h"

namespace gridmark::report {

std::string print_json(const GradeRecord& record) { return json_of(record, valid_utf8).dump(2) + "\n"; }

}  // namespace gridmark::report
