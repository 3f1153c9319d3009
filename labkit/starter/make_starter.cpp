#include "labkit/starter/make_starter.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "labkit/starter/marks.h"

namespace gridmark::starter {
namespace {

using PiecesByFile = std::map<std::string, std::vector<Piece>>;

Result<void> check_blocks(const PiecesByFile& files) {
  std::map<std::string, std::string> blocks;  // name -> place of its start, "benchmark.cu:12"
  for (const auto& [file, pieces] : files)
    for (const Piece& piece : pieces) {
      if (piece.block.empty()) continue;
      const auto [known, is_new] = blocks.emplace(piece.block, fmt::format("{}:{}", file, piece.line));
      if (!is_new)
        return tl::unexpected(fmt::format("{}:{}: a second block {}. The first is at {}", file, piece.line,
                                          piece.block, known->second));
    }
  if (blocks.empty())
    return tl::unexpected(std::string("no file has a BEGIN SOLUTION mark, so nothing is left to students"));
  return {};
}

Result<PiecesByFile> read_pieces(const Tree& solution) {
  PiecesByFile files;
  for (const auto& [file, text] : solution) {
    auto pieces = read_marks(file, text);
    if (!pieces) return tl::unexpected(pieces.error());
    files.emplace(file, std::move(*pieces));
  }
  return check_blocks(files).map([&] { return std::move(files); });
}

/// Joins one text of all pieces for each file.
Tree joined(const PiecesByFile& files, std::string Piece::*text) {
  Tree tree;
  for (const auto& [file, pieces] : files)
    for (std::string& joined = tree[file]; const Piece& piece : pieces) joined += piece.*text;
  return tree;
}

}  // namespace

Result<Tree> make_starter(const Tree& solution) {
  return read_pieces(solution).map([](PiecesByFile files) {
    std::erase_if(files, [](const auto& file) { return file.first.starts_with("results/"); });
    return joined(files, &Piece::starter);
  });
}

Result<Tree> without_marks(const Tree& solution) {
  return read_pieces(solution).map([](const PiecesByFile& files) { return joined(files, &Piece::solved); });
}

}  // namespace gridmark::starter
