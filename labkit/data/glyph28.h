#pragma once
// glyph28: synthetic handwriting. Digits are strokes that are moved, turned, sheared and blurred at random.
// Size and format are those of MNIST, so that a lab needs no download.
#include <cstdint>
#include <vector>

namespace gridmark::data {

struct Glyphs {
  static constexpr std::size_t side = 28;  ///< pixels
  std::vector<std::uint8_t> pixels;        ///< count x side x side, row by row. 0 is paper, 255 is ink
  std::vector<std::uint8_t> labels;        ///< count, each in [0, 10)
};

/// Glyphs first to first + count - 1 of a seed. Glyph i depends only on the seed and on i. Different ranges
/// of one seed serve as training and test data.
Glyphs glyph28(std::uint64_t seed, std::size_t first, std::size_t count);

}  // namespace gridmark::data
