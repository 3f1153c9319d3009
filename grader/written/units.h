#pragma once
#include <optional>
#include <string_view>

namespace gridmark::written {

/// The factor that converts a value in `from` to `to`: 1024 for "KiB" to "bytes", 0.001 for "ms" to "s", 0.01
/// for "%" to "ratio". Empty if they measure different things. A ratio or count needs no unit.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

}  // namespace gridmark::written
