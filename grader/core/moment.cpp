#include "grader/core/moment.h"

#include <fmt/format.h>

#include <chrono>

namespace gridmark {
namespace {

/// Reads fields of fixed width from the front and stops at the first wrong one.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  int number(std::size_t digits, int least, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (i >= rest_.size() || rest_[i] < '0' || rest_[i] > '9') return fail();
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return value < least || value > most ? fail() : value;
  }

  char one_of(std::string_view marks) {
    if (rest_.empty() || marks.find(rest_[0]) == marks.npos) {
      fail();
      return '\0';
    }
    const char mark = rest_[0];
    rest_.remove_prefix(1);
    return mark;
  }

  bool done() const { return good_ && rest_.empty(); }

 private:
  int fail() {
    good_ = false;
    return 0;
  }

  std::string_view rest_;
  bool good_ = true;
};

/// Seconds east of Greenwich.
Moment zone(Fields& fields) {
  const char sign = fields.one_of("Zz+-");
  if (sign != '+' && sign != '-') return 0;
  const int hours = fields.number(2, 0, 23);
  fields.one_of(":");
  const Moment offset = hours * 3600 + fields.number(2, 0, 59) * 60;
  return sign == '-' ? -offset : offset;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view text) {
  using namespace std::chrono;
  Fields fields(text);
  const int year_number = fields.number(4, 1970, 9999);
  fields.one_of("-");
  const int month_number = fields.number(2, 1, 12);
  fields.one_of("-");
  const int day_number = fields.number(2, 1, 31);
  fields.one_of("Tt ");
  const int hour = fields.number(2, 0, 23);
  fields.one_of(":");
  const int minute = fields.number(2, 0, 59);
  fields.one_of(":");
  const int second = fields.number(2, 0, 60);
  const Moment east = zone(fields);
  const year_month_day date{year(year_number), month(static_cast<unsigned>(month_number)),
                            day(static_cast<unsigned>(day_number))};
  if (!fields.done() || !date.ok()) return std::nullopt;
  const Moment days = sys_days(date).time_since_epoch().count();
  return days * seconds_per_day + hour * 3600 + minute * 60 + second - east;
}

std::string moment_text(Moment moment) {
  using namespace std::chrono;
  const Moment day_count = moment >= 0 ? moment / seconds_per_day : (moment + 1) / seconds_per_day - 1;
  const Moment rest = moment - day_count * seconds_per_day;
  const year_month_day date{sys_days(days(day_count))};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), rest / 3600,
                     rest / 60 % 60, rest % 60);
}

}  // namespace gridmark
