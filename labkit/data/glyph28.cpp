#include "labkit/data/glyph28.h"

#include <algorithm>
#include <array>

#include "labkit/data/random_numbers.h"

namespace gridmark::data {
namespace {

struct Point {
  double x, y;  ///< in [0, 1], y downwards
};
using Stroke = std::vector<Point>;
using Figure = std::vector<Stroke>;

Stroke ellipse(double x, double y, double width, double height) {
  constexpr int corners = 12;
  Stroke stroke;
  for (int i = 0; i <= corners; ++i) {
    const double angle = 6.283185307179586 * i / corners;
    stroke.push_back({x + width / 2 * std::cos(angle), y + height / 2 * std::sin(angle)});
  }
  return stroke;
}

const Stroke six = {{.68, .10}, {.45, .20}, {.29, .45}, {.25, .68}, {.35, .88}, {.52, .93},
                    {.70, .86}, {.76, .68}, {.68, .53}, {.50, .47}, {.33, .55}, {.26, .68}};

Stroke turned(const Stroke& stroke) {
  Stroke result;
  for (const Point& point : stroke) result.push_back({1 - point.x, 1 - point.y});
  return result;
}

/// The strokes of each digit, starting with 0.
const std::array<Figure, 10>& figures() {
  static const std::array<Figure, 10> all{{
      {ellipse(.5, .5, .54, .84)},
      {{{.34, .26}, {.54, .08}, {.54, .92}}},
      {{{.22, .30},
        {.30, .13},
        {.50, .08},
        {.70, .14},
        {.76, .32},
        {.65, .50},
        {.40, .72},
        {.22, .92},
        {.78, .92}}},
      {{{.25, .15},
        {.45, .08},
        {.68, .13},
        {.74, .28},
        {.65, .43},
        {.45, .48},
        {.68, .54},
        {.77, .70},
        {.68, .87},
        {.45, .93},
        {.23, .85}}},
      {{{.62, .92}, {.62, .08}, {.20, .65}, {.82, .65}}},
      {{{.74, .08},
        {.30, .08},
        {.27, .45},
        {.50, .40},
        {.72, .50},
        {.77, .68},
        {.68, .86},
        {.45, .93},
        {.23, .85}}},
      {six},
      {{{.22, .08}, {.78, .08}, {.52, .50}, {.40, .92}}},
      {ellipse(.5, .28, .40, .40), ellipse(.5, .70, .50, .46)},
      {turned(six)},
  }};
  return all;
}

/// The map from the unit square to pixels.
struct Motion {
  double xx, xy, yx, yy, x, y;
  Point operator()(Point p) const {
    const double u = p.x - .5, v = p.y - .5;
    return {xx * u + xy * v + x, yx * u + yy * v + y};
  }
};

Motion random_motion(RandomNumbers& random) {
  const double angle = random.between(-.30, .30), shear = random.between(-.30, .30);
  const double width = random.between(14, 22), height = random.between(17, 23);
  const double c = std::cos(angle), s = std::sin(angle), middle = (Glyphs::side - 1) / 2.0;
  return {c * width,
          (c * shear - s) * height,
          s * width,
          (s * shear + c) * height,
          middle + random.between(-2.5, 2.5),
          middle + random.between(-2.5, 2.5)};
}

double squared_distance(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double along = length == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0);
  const double x = a.x + along * dx - p.x, y = a.y + along * dy - p.y;
  return x * x + y * y;
}

/// The squared distance to the nearest stroke, in pixels.
double squared_distance(Point p, const Figure& figure) {
  double least = 1e9;
  for (const Stroke& stroke : figure)
    for (std::size_t i = 1; i < stroke.size(); ++i)
      least = std::min(least, squared_distance(p, stroke[i - 1], stroke[i]));
  return least;
}

Figure written(const Figure& figure, RandomNumbers& random) {
  constexpr double unsteadiness = .032;  // of the hand, as a share of the digit's size
  const Motion motion = random_motion(random);
  Figure result = figure;
  for (Stroke& stroke : result)
    for (Point& point : stroke)
      point = motion({point.x + unsteadiness * random.normal(), point.y + unsteadiness * random.normal()});
  return result;
}

/// Draws the ink of a pen with a soft edge on grainy paper.
void draw(const Figure& figure, RandomNumbers& random, std::uint8_t* pixels) {
  constexpr double grain = 22;  // of 255, standard deviation
  const double radius = random.between(.7, 1.6), softness = random.between(.6, 1.2),
               ink = random.between(170, 255);
  for (std::size_t y = 0; y < Glyphs::side; ++y)
    for (std::size_t x = 0; x < Glyphs::side; ++x) {
      const double distance = std::sqrt(squared_distance({double(x), double(y)}, figure));
      const double cover = std::clamp((radius + softness - distance) / (2 * softness), 0.0, 1.0);
      *pixels++ = static_cast<std::uint8_t>(std::clamp(ink * cover + grain * random.normal(), 0.0, 255.0));
    }
}

}  // namespace

Glyphs glyph28(std::uint64_t seed, std::size_t first, std::size_t count) {
  constexpr std::size_t area = Glyphs::side * Glyphs::side;
  Glyphs all{std::vector<std::uint8_t>(count * area), std::vector<std::uint8_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    RandomNumbers random(RandomNumbers(seed ^ (0x632be59bd9b4e019 * (first + i + 1))).bits());
    all.labels[i] = static_cast<std::uint8_t>(random.below(10));
    draw(written(figures()[all.labels[i]], random), random, &all.pixels[i * area]);
  }
  return all;
}

}  // namespace gridmark::data
