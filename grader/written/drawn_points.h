#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark::written {

/// The number of different places at which an SVG draws: corners and ends of lines, the centres of circles,
/// the places of rectangles and of reused elements such as markers. The contents of <defs> are not drawn.
std::size_t drawn_points(std::string_view svg);

/// Why a valid picture cannot show so many rows of data, as a message. Empty if it can. An SVG must draw at
/// least as many points. A PNG must have more bytes than one with a single colour. For more than 100 rows, 10
/// points are enough, because a drawing program leaves out invisible points.
std::string why_it_shows_too_little(std::string_view name, std::string_view bytes, std::size_t rows);

}  // namespace gridmark::written
