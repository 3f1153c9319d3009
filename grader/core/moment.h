#pragma once
// Points in time as files spell them (RFC 3339).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gridmark {

/// Seconds since 1970-01-01T00:00:00Z.
using Moment = std::int64_t;

inline constexpr Moment seconds_per_day = 86'400;

/// Parses "2026-10-01T23:59:00+02:00" or "...Z": whole seconds, years 1970 to 9999. Empty if the zone is
/// missing, a field is out of range or the day does not exist. A leap second counts as the next second.
std::optional<Moment> parse_moment(std::string_view text);

/// The moment in UTC: "2026-10-01T21:59:00Z".
std::string moment_text(Moment moment);

}  // namespace gridmark
