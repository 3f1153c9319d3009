#pragma once
// glyph28: handwriting that nobody wrote. Digits as strokes, moved, turned, sheared and blurred at random, in
// the size and format of MNIST, so that a lab needs no download.
#include <cstdint>
#include <vector>

namespace gridmark::data {

struct Glyphs {
  static constexpr std::size_t side = 28;  ///< pixels
  std::vector<std::uint8_t> pixels;        ///< count x side x side, row by row; 0 is paper, 255 ink
  std::vector<std::uint8_t> labels;        ///< count, each in [0, 10)
};

/// Glyphs first to first + count - 1 of a seed; glyph i depends on the seed and on i alone. Different ranges
/// of one seed serve as training and test data.
Glyphs glyph28(std::uint64_t seed, std::size_t first, std::size_t count);

}  // namespace gridmark::data
