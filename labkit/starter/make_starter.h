#pragma once
// What is made from a marked solution: the starter that students edit, and submissions that differ from the
// solution in named blocks (mutants, hostile submissions).
#include "labkit/starter/error.h"
#include "labkit/starter/tree.h"

namespace gridmark::starter {

/// `solution` with every block's body replaced by its starter lines. Files without marks are given as they
/// are, but for those under results/: students make their own.
///
/// errors  see read_marks; a block name in two files; no mark in any file
Result<Tree> make_starter(const Tree& solution);

/// `solution` without marks and starter lines, as a student would hand it in, with the text of some blocks
/// replaced.
///
/// parts   block name and any extension -> text: "matmul_tiled.cu" replaces the block matmul_tiled
/// errors  as make_starter; a part whose name is no block's; two parts for one block
Result<Tree> assemble(const Tree& solution, const Tree& parts);

}  // namespace gridmark::starter
