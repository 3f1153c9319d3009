#include "grader/written/drawn_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <pugixml.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "grader/written/pictures.h"

namespace gridmark::written {
namespace {

/// The next number of a list with commas and blanks, as in SVG: "1-2" is two numbers.
bool take_number(std::string_view& text, double& number) {
  const auto begin = text.find_first_not_of(", \t\r\n+");
  if (begin == text.npos) return false;
  const auto [end, problem] = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  if (problem != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// How many numbers a command of a path takes. The last two are its end point.
std::size_t numbers_of(char command) {
  switch (std::tolower(static_cast<unsigned char>(command))) {
    case 'm':
    case 'l':
    case 't':
      return 2;
    case 'h':
    case 'v':
      return 1;
    case 's':
    case 'q':
      return 4;
    case 'c':
      return 6;
    case 'a':
      return 7;
    default:
      return 0;
  }
}

constexpr std::string_view hidden_elements[] = {"defs", "symbol", "marker", "pattern", "clippath", "mask"};

/// Walks through the elements without recursion, because the student chooses the depth.
class PointWalk : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    const auto level = static_cast<std::size_t>(depth());
    if (level <= hidden_below_) hidden_below_ = visible;
    if (node.type() != pugi::node_element || hidden_below_ != visible) return true;
    const std::string name = local_name(node.name());
    if (std::find(std::begin(hidden_elements), std::end(hidden_elements), name) !=
        std::end(hidden_elements)) {
      hidden_below_ = level;
      return true;
    }
    enter_frame(level, node.attribute("transform").value());
    draw(node, name);
    return true;
  }

  std::size_t points() const { return places_.size(); }

 private:
  static constexpr std::size_t visible = static_cast<std::size_t>(-1);

  /// The same numbers are another place if an enclosing element moves them.
  void enter_frame(std::size_t level, std::string_view transform) {
    frames_.resize(level + 1);
    const std::size_t outer = level == 0 ? 0 : frames_[level - 1];
    frames_[level] = transform.empty() ? outer : outer * 31 + std::hash<std::string_view>()(transform);
  }

  void add(double x, double y) { places_.emplace(frames_.back(), x, y); }

  void add(const pugi::xml_node& node, const char* x, const char* y) {
    add(node.attribute(x).as_double(), node.attribute(y).as_double());
  }

  void draw(const pugi::xml_node& node, const std::string& name) {
    if (name == "circle" || name == "ellipse") return add(node, "cx", "cy");
    if (name == "rect" || name == "use" || name == "image") return add(node, "x", "y");
    if (name == "path") return follow(node.attribute("d").value());
    if (name == "line") add(node, "x1", "y1"), add(node, "x2", "y2");
    if (name != "polyline" && name != "polygon") return;
    std::string_view points = node.attribute("points").value();
    for (double x = 0, y = 0; take_number(points, x) && take_number(points, y);) add(x, y);
  }

  void follow(std::string_view path) {
    double x = 0, y = 0, number[7] = {};
    char command = 0;
    while (true) {
      const auto next = path.find_first_not_of(", \t\r\n");
      if (next == path.npos) return;
      if (std::isalpha(static_cast<unsigned char>(path[next]))) {
        command = path[next];
        path.remove_prefix(next + 1);
      }
      const std::size_t count = numbers_of(command);
      if (count == 0 && !std::isalpha(static_cast<unsigned char>(command))) return;
      for (std::size_t i = 0; i < count; ++i)
        if (!take_number(path, number[i])) return;
      if (count == 0) {
        command = 0;  // the path closes, and a number cannot follow
        continue;
      }
      move(command, number, count, x, y);
      add(x, y);
    }
  }

  static void move(char command, const double* number, std::size_t count, double& x, double& y) {
    const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
    const double from_x = relative ? x : 0, from_y = relative ? y : 0;
    if (command == 'h' || command == 'H')
      x = from_x + number[0];
    else if (command == 'v' || command == 'V')
      y = from_y + number[0];
    else
      x = from_x + number[count - 2], y = from_y + number[count - 1];
  }

  std::vector<std::size_t> frames_;
  std::size_t hidden_below_ = visible;
  std::set<std::tuple<std::size_t, double, double>> places_;
};

/// zlib compresses at best 1,032 bytes to 1, so a picture with one colour has hardly more bytes than that.
bool is_nearly_empty(std::string_view png, std::size_t rows) {
  constexpr std::size_t bytes_for_each_row = 16, pixels_for_each_byte = 1030;
  const PngSize size = png_size(png);
  return size.compressed < size.raw / pixels_for_each_byte + bytes_for_each_row * rows;
}

}  // namespace

std::size_t drawn_points(std::string_view svg) {
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size())) return 0;
  PointWalk walk;
  document.traverse(walk);
  return walk.points();
}

std::string why_it_shows_too_little(std::string_view name, std::string_view bytes, std::size_t rows) {
  constexpr std::size_t rows_that_all_show = 100, enough = 10;
  const std::size_t wanted = rows > rows_that_all_show ? enough : rows;
  if (name.ends_with(".png"))
    return is_nearly_empty(bytes, wanted)
               ? fmt::format(
                     "the picture is nearly empty, expected that it draws {} rows of data. Draw it again",
                     rows)
               : "";
  const std::size_t drawn = drawn_points(bytes);
  if (drawn >= wanted) return "";
  return fmt::format("the picture draws {} point{}, and the data has {} rows. Draw it again from the data",
                     drawn, drawn == 1 ? "" : "s", rows);
}

}  // namespace gridmark::written
