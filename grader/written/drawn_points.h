#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark::written {

/// Different places at which an SVG draws: corners and ends of lines, the middles of circles, the places of
/// rectangles and of what it uses again, such as markers. What lies in <defs> is not drawn.
std::size_t drawn_points(std::string_view svg);

/// Why a picture that is one cannot show so many rows of data, as a message; empty where it can. An SVG must
/// draw at least as many points. A PNG must hold more bytes than one that has a single colour. Of more than
/// 100 rows a drawing program leaves out those that nobody can see, so 10 points are enough then.
std::string why_it_shows_too_little(std::string_view name, std::string_view bytes, std::size_t rows);

}  // namespace gridmark::written
