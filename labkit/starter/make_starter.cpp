#include "labkit/starter/make_starter.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "labkit/starter/marks.h"

namespace gridmark::starter {
namespace {

using PiecesByFile = std::map<std::string, std::vector<Piece>>;

/// Block name -> where it begins, "benchmark.cu:12".
using Blocks = std::map<std::string, std::string>;

Result<Blocks> blocks_of(const PiecesByFile& files) {
  Blocks blocks;
  for (const auto& [file, pieces] : files)
    for (const Piece& piece : pieces) {
      if (piece.block.empty()) continue;
      const auto [known, is_new] = blocks.emplace(piece.block, fmt::format("{}:{}", file, piece.line));
      if (!is_new)
        return tl::unexpected(fmt::format("{}:{}: a second block {}; the first is at {}", file, piece.line,
                                          piece.block, known->second));
    }
  if (blocks.empty())
    return tl::unexpected(std::string("no file has a BEGIN SOLUTION mark; nothing is left to students"));
  return blocks;
}

Result<PiecesByFile> read_pieces(const Tree& solution) {
  PiecesByFile files;
  for (const auto& [file, text] : solution) {
    auto pieces = read_marks(file, text);
    if (!pieces) return tl::unexpected(pieces.error());
    files.emplace(file, std::move(*pieces));
  }
  return files;
}

/// The files of `pieces`, each the concatenation of what `text_of` gives for its pieces.
template <class TextOf>
Tree joined(const PiecesByFile& files, TextOf text_of) {
  Tree tree;
  for (const auto& [file, pieces] : files) {
    std::string& text = tree[file];
    for (const Piece& piece : pieces) text += text_of(piece);
  }
  return tree;
}

Result<std::map<std::string, std::string>> replacements(const Tree& parts, const Blocks& blocks) {
  std::map<std::string, std::string> by_block;
  for (const auto& [file, text] : parts) {
    const std::string block = std::filesystem::path(file).stem().string();
    if (!blocks.contains(block))
      return tl::unexpected(fmt::format("{}: the solution has no block {}", file, block));
    if (!by_block.emplace(block, text).second)
      return tl::unexpected(fmt::format("{}: a second part for {}", file, block));
  }
  return by_block;
}

}  // namespace

Result<Tree> make_starter(const Tree& solution) {
  auto files = read_pieces(solution);
  if (!files) return tl::unexpected(files.error());
  if (const auto blocks = blocks_of(*files); !blocks) return tl::unexpected(blocks.error());
  std::erase_if(*files, [](const auto& file) { return file.first.starts_with("results/"); });
  return joined(*files, [](const Piece& piece) { return piece.starter; });
}

Result<Tree> assemble(const Tree& solution, const Tree& parts) {
  const auto files = read_pieces(solution);
  if (!files) return tl::unexpected(files.error());
  const auto blocks = blocks_of(*files);
  if (!blocks) return tl::unexpected(blocks.error());
  const auto replaced = replacements(parts, *blocks);
  if (!replaced) return tl::unexpected(replaced.error());
  return joined(*files, [&](const Piece& piece) {
    const auto part = replaced->find(piece.block);
    return part == replaced->end() ? piece.solved : part->second;
  });
}

}  // namespace gridmark::starter
