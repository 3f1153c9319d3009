#pragma once
#include <string>
#include <string_view>

namespace gridmark::written {

/// What is wrong with a picture, "holds a script"; empty when it is one. `name` ends in .svg or .png. Nothing
/// in it is ever shown or run by gridmark: the check is for the person who opens it later.
std::string picture_problem(std::string_view name, std::string_view bytes);

/// "svg:Rect" -> "rect".
std::string local_name(std::string_view name);

/// Bytes of a PNG's pixels: as they lie in the file, and unpacked.
struct PngSize {
  std::size_t compressed = 0, raw = 0;
};
/// png  one in which picture_problem() finds nothing wrong
PngSize png_size(std::string_view png);

}  // namespace gridmark::written
