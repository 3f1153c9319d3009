#pragma once
// What is made from a marked solution: the starter that students edit, and the solution as one hands it in.
#include "labkit/starter/error.h"
#include "labkit/starter/tree.h"

namespace gridmark::starter {

/// `solution` with every block's body replaced by its starter lines. Files without marks are given as they
/// are, but for those under results/: students make their own.
///
/// errors  see read_marks; a block name in two files; no mark in any file
Result<Tree> make_starter(const Tree& solution);

/// `solution` without marks and starter lines, as a student would hand it in.
///
/// errors  as make_starter
Result<Tree> without_marks(const Tree& solution);

}  // namespace gridmark::starter
