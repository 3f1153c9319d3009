#pragma once
#include <string>
#include <string_view>

namespace gridmark::written {

/// The fault of a picture, such as "holds a script". Empty if there is none. `name` ends in .svg or .png.
/// gridmark never shows or runs the picture. The check protects the person who opens it later.
std::string picture_problem(std::string_view name, std::string_view bytes);

/// "svg:Rect" -> "rect".
std::string local_name(std::string_view name);

/// Bytes of a PNG's pixels, packed in the file and unpacked.
struct PngSize {
  std::size_t compressed = 0, raw = 0;
};
/// png  a PNG for which picture_problem() finds no fault
PngSize png_size(std::string_view png);

}  // namespace gridmark::written
